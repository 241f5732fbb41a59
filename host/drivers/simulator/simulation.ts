import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { receiverStatuses } from '#model/entities/receiver.ts';
import type { Intake } from '../../domain/contacts/index.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Lease } from '../../platform/leases/leases.ts';
import { type Database, inTransaction } from '../../platform/store/database.ts';
import { setReceiverState, type StateChange } from '../../platform/store/fleet/receiver-states.ts';
import { type SimulatedReceiver, simulatedReceivers } from '../../platform/store/fleet/receivers.ts';
import { addMissingStretch, noteLiveTo } from '../../platform/store/fleet/simulations.ts';
import { noteActions } from '../../platform/store/fleet/simulated-actions.ts';
import type { SimulatedAction } from '../../platform/store/schema-commands.ts';
import { alarmsMessage, type Judged } from '../../domain/alarms/index.ts';
import { firstStatus, reportMessages, stateMessage } from '../../domain/fleet/index.ts';
import { writeModemReports } from '../../domain/modems/index.ts';
import { chronicle, judgedAs } from './chronicle.ts';
import { withActions } from './actions.ts';
import { hearingsBetween, type Period } from './happenings.ts';
import { toContacts, workingIn } from './history.ts';
import { hardwareOf, keyOf } from './members.ts';
import { modemReportsBetween, modemsOf, pastModemReports } from './modems.ts';
import type { OpenSimulation } from './open-simulation.ts';
import { statusAt } from './outages.ts';
import { endMissing, recordMoment, recordPasts, recordAbsences, type ReceiverPast, vitalsOf } from './receiver-pasts.ts';
import { readTagTimes } from './tag-times.ts';
import { modelOf, SetupsFollowed } from './setups.ts';
import type { ReceiverHardware } from './world.ts';

/**
 * The longest time (ms) between two writes of the state, so that little is published twice if the host is
 * killed.
 */
const noteMs = 5_000;
/**
 * If the last step was longer ago than this (ms), for example because a notebook was closed, the time since
 * then is filled as history, not published live.
 */
const longestStepMs = 60_000;

export type SimulationParts = {
  database: Database;
  bus: Bus;
  intake: Intake;
  log: Logger;
  systemId: string;
  lease: Pick<Lease, 'lost' | 'hold'>;
};

/** A receiver of the system, with its database row and its hardware. */
type Known = { rxId: number; row: SimulatedReceiver; status: number; receiver: ReceiverHardware };

/** A command for a receiver, with its id. `noted` is called once the command is stored. */
type Commanded = { rxId: number; action: SimulatedAction; commandId: string; noted: () => void };

/** Runs one simulated system: each `step` publishes what has happened since the last one. */
export class Simulation {
  readonly #parts: SimulationParts;
  #open: OpenSimulation;
  #commanded: Commanded[] = [];
  #online: ReadonlySet<number> | null = null;
  readonly #setups: SetupsFollowed;
  #judged: ReadonlyMap<number, Judged> = new Map();
  #liveTo: number;
  #notedAt: number;

  constructor(parts: SimulationParts, open: OpenSimulation) {
    this.#parts = parts;
    this.#open = open;
    this.#setups = new SetupsFollowed({ ...open, ...parts }, open.setups);
    this.#liveTo = open.liveTo;
    this.#notedAt = open.liveTo;
  }

  /**
   * Publishes everything that happened before `now` (ms), given the current state of the receivers: contacts
   * through the intake, states and vitals into the database and on the bus. Rejects if the database fails;
   * the next step then repeats the period, and stores nothing twice. Returns true if the period was too long
   * to publish and is now history to fill.
   */
  async step(now: number): Promise<boolean> {
    if (now <= this.#liveTo) return false;
    const { database, intake, systemId, lease } = this.#parts;
    const skipped = now - this.#liveTo > longestStepMs;
    const period = { from: this.#liveTo, to: now };
    const rows = await simulatedReceivers(database, systemId);
    const since = skipped ? now : period.from;
    const listeners = await this.#setups.listeners(rows, since);
    await this.#noteCommanded(since);
    const { rxIds } = this.#open;
    const world = { ...this.#open.world, tagTimes: await readTagTimes(database, systemId, this.#open.world) };
    const known = new Map(rows.map((row) => [row.id, this.#knownOf(row)]));
    const pasts = await this.#pastsOf(known, period);
    // All hosts compute the same, but a host that slept and lost its lease must not publish any more.
    if (lease.lost) return false;
    if (!skipped) {
      const heard = hearingsBetween(world, listeners, period, workingIn(world, listeners, period));
      await intake.accept(systemId, toContacts(heard, rxIds));
    }
    const states = this.#changedStates(known, pasts, now);
    const modemReports = modemsOf(world).flatMap((modem, at) => {
      const modemId = this.#open.modemIds[at] as number;
      return skipped ? pastModemReports(world, modem, modemId, period) : modemReportsBetween(world, modem, modemId, period);
    });
    let hasAlarms = false;
    if (skipped || states.length > 0 || modemReports.length > 0 || pasts.some(isWorthWriting) || now - this.#notedAt >= noteMs) {
      hasAlarms = await inTransaction(database, async (transaction) => {
        await lease.hold(transaction);
        const raised = skipped
          ? await recordPasts(transaction, systemId, pasts)
          : await recordMoment(transaction, systemId, pasts);
        for (const state of states)
          await setReceiverState(transaction, systemId, state, known.get(state.rxId)?.status ?? firstStatus);
        await recordAbsences(transaction, pasts);
        const off = states.filter(({ status }) => status === receiverStatuses.disabled);
        await endMissing(
          transaction,
          off.flatMap(({ rxId }) => known.get(rxId)?.row ?? []),
        );
        if (skipped) await addMissingStretch(transaction, systemId, { starts: period.from, ends: period.to });
        await writeModemReports(transaction, systemId, modemReports);
        await noteLiveTo(transaction, systemId, now);
        return raised;
      });
      this.#notedAt = now;
    }
    this.#judged = new Map(pasts.map(({ rxId, judged }) => [rxId, judged]));
    this.#liveTo = now;
    this.#online = onlineOf(known, states);
    this.#publish(pasts, known, states);
    if (hasAlarms) this.#parts.bus.publish(alarmsMessage(systemId));
    return skipped;
  }

  /** True if a receiver can get commands. Also true before the first step, when states are unknown. */
  isOnline(rxId: number): boolean {
    return this.#online?.has(rxId) !== false;
  }

  /**
   * Makes a receiver carry out an action with the next step, once per command. Resolves when the action is
   * stored (SIM-13).
   */
  command(rxId: number, action: SimulatedAction, commandId: string): Promise<void> {
    return new Promise((noted) => this.#commanded.push({ rxId, action, commandId, noted }));
  }

  /** Stores the actions before they take effect, so that they can be computed again. */
  async #noteCommanded(at: number): Promise<void> {
    const commanded = this.#commanded;
    if (commanded.length === 0) return;
    // Commands that arrive from here on are stored with the next step.
    this.#commanded = [];
    const { database, systemId, lease } = this.#parts;
    const actions = commanded.map(({ rxId, action, commandId }) => ({ rxId, at, action, commandId }));
    const done = await inTransaction(database, async (transaction) => {
      await lease.hold(transaction);
      return noteActions(transaction, systemId, actions);
    }).catch((error: unknown) => {
      this.#commanded.unshift(...commanded);
      throw error;
    });
    this.#open = { ...this.#open, world: withActions(this.#open.world, this.#open.rxIds, done) };
    for (const { noted } of commanded) noted();
  }

  #knownOf(row: SimulatedReceiver): Known {
    const { world, rxIds } = this.#open;
    const key = keyOf(rxIds, row.id);
    const receiver = hardwareOf(world, key, modelOf(this.#open, key, row));
    return { rxId: row.id, row, status: row.status ?? firstStatus, receiver };
  }

  async #pastsOf(known: ReadonlyMap<number, Known>, { from, to }: Period): Promise<ReceiverPast[]> {
    const { world } = this.#open;
    const pasts: ReceiverPast[] = [];
    for (const { rxId, receiver, row } of known.values()) {
      if (!row.enabled) continue;
      let judged = this.#judged.get(rxId);
      if (judged === undefined) {
        judged = judgedAs(row, world, receiver, from);
        // `judgedAs` takes a few ms. Let requests run in between, in case there are many new receivers.
        await nextTurn();
      }
      const judgedNow = { ...judged, missedAfterMs: row.minutes * 60_000 };
      pasts.push({ ...chronicle(world, receiver, judgedNow, from, to), receiver, rxId });
    }
    return pasts;
  }

  /**
   * Returns the states to store: of receivers whose state changed, even if it is back to the same state, and
   * of receivers that people enabled or disabled.
   */
  #changedStates(known: ReadonlyMap<number, Known>, pasts: readonly ReceiverPast[], now: number): StateChange[] {
    const { world } = this.#open;
    const changesOf = new Map(pasts.map(({ rxId, changes }) => [rxId, changes]));
    return [...known.values()].flatMap(({ rxId, row, status: stored, receiver }) => {
      const status = row.enabled ? statusAt(world, receiver, now - 1) : receiverStatuses.disabled;
      const changed = changesOf.get(rxId)?.at(-1);
      return status === stored && changed === undefined ? [] : [{ rxId, status, ts: changed?.ts ?? now }];
    });
  }

  #publish(pasts: readonly ReceiverPast[], known: ReadonlyMap<number, Known>, states: readonly StateChange[]): void {
    const { bus, systemId } = this.#parts;
    for (const change of states) bus.publish(stateMessage(systemId, change));
    for (const report of pasts.flatMap(newestReport)) {
      for (const event of reportMessages(systemId, report, known.get(report.rxId)?.row.model ?? null)) bus.publish(event);
    }
  }
}

function onlineOf(known: ReadonlyMap<number, Known>, states: readonly StateChange[]): ReadonlySet<number> {
  const changed = new Map(states.map(({ rxId, status }) => [rxId, status]));
  const isOnline = ({ rxId, status }: Known) => (changed.get(rxId) ?? status) === receiverStatuses.online;
  return new Set([...known.values()].filter(isOnline).map(({ rxId }) => rxId));
}

function newestReport(past: ReceiverPast) {
  return past.vitals === null ? [] : [vitalsOf(past, past.vitals)];
}

function isWorthWriting({ changes, alarms, vitals }: ReceiverPast): boolean {
  return changes.length > 0 || alarms.length > 0 || vitals !== null;
}
