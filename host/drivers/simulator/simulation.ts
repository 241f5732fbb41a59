import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import { receiverStatuses } from '#model/entities/receiver.ts';
import type { Intake } from '../../domain/contacts/index.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Database } from '../../platform/store/database.ts';
import type { Schema } from '../../platform/store/schema.ts';
import type { Judged } from '../../domain/alarms/index.ts';
import {
  firstStatus,
  reportMessages,
  setReceiverState,
  stateMessage,
  writeReports,
  type ReceiverReport,
  type StateChange,
} from '../../domain/fleet/index.ts';
import { chronicle, judgedBefore } from './chronicle.ts';
import { hearingsBetween } from './happenings.ts';
import { listeningIn, toContacts } from './history.ts';
import { addHistory, type OpenSimulation } from './open-simulation.ts';
import { statusAt } from './outages.ts';
import { recordChanges, type Told } from './telling.ts';
import type { WorldReceiver } from './world.ts';

/** The newest state is written at least this often, so that little is told twice after a kill. */
const noteMs = 5_000;
/** After a longer sleep (a closed notebook) the time slept through is history, not live. */
const longestStepMs = 60_000;

export type SimulationParts = { database: Database; bus: Bus; intake: Intake; log: Logger; systemId: string };

/** `model` is the one that it reported, null until it did. */
type Known = { enabled: boolean; status: number; model: number | null };

/** Lets one simulated system live: each `step` tells what happened since the last. */
export class Simulation {
  readonly #parts: SimulationParts;
  readonly #open: OpenSimulation;
  #judged: ReadonlyMap<number, Judged> = new Map();
  #liveTo: number;
  #notedAt: number;

  constructor(parts: SimulationParts, open: OpenSimulation) {
    this.#parts = parts;
    this.#open = open;
    this.#liveTo = open.liveTo;
    this.#notedAt = open.liveTo;
  }

  /**
   * Tells everything that happened up to before `now` (ms): contacts through the intake, states and vitals into the database and on
   * the bus. Rejects when the database does; the next step then tells the same stretch again, and nothing twice.
   * Answers true when time was skipped and is now history to be filled.
   */
  async step(now: number): Promise<boolean> {
    if (now <= this.#liveTo) return false;
    const { database, intake, systemId } = this.#parts;
    const { world, rxIds } = this.#open;
    const skipped = now - this.#liveTo > longestStepMs;
    const from = this.#liveTo;
    const known = await this.#knownReceivers();
    const told = this.#tell(known, from, now);
    if (!skipped) {
      const listening = listeningIn(world, from, now);
      const works = (receiver: WorldReceiver) => known.get(rxIds[receiver.key] ?? 0)?.enabled === true;
      const heard = hearingsBetween(world, from, now, (receiver, ts) => works(receiver) && listening(receiver, ts));
      await intake.accept(systemId, toContacts(heard, rxIds));
    }
    const states = this.#changedStates(known, told, now);
    if (skipped || states.length > 0 || told.some(isNews) || now - this.#notedAt >= noteMs) {
      await database.db.transaction().execute(async (transaction) => {
        await recordChanges(transaction, systemId, world, told);
        await this.#writeReceivers(transaction, told, known, states);
        if (skipped) await addHistory(transaction, systemId, from, now);
        await transaction
          .updateTable('simulations')
          .set({ live_to: new Date(now) })
          .where('system_id', '=', systemId)
          .execute();
      });
      this.#notedAt = now;
    }
    this.#judged = new Map(told.map(({ rxId, judged }) => [rxId, judged]));
    this.#liveTo = now;
    this.#publish(told, known, states);
    return skipped;
  }

  async #writeReceivers(
    db: Transaction<Schema>,
    told: readonly Told[],
    known: ReadonlyMap<number, Known>,
    states: readonly StateChange[],
  ): Promise<void> {
    const { systemId } = this.#parts;
    await writeReports(db, systemId, told.flatMap(reportOf));
    for (const change of states) await setReceiverState(db, systemId, change, known.get(change.rxId)?.status ?? firstStatus);
  }

  async #knownReceivers(): Promise<Map<number, Known>> {
    const { database, systemId } = this.#parts;
    const rows = await database.db
      .selectFrom('receivers')
      .leftJoin('receiver_reports as report', 'report.rx_id', 'receivers.id')
      .select(['receivers.id', 'receivers.enabled', 'report.status', 'report.model'])
      .where('receivers.system_id', '=', systemId)
      .execute();
    return new Map(rows.map(({ id, enabled, status, model }) => [id, { enabled, status: status ?? firstStatus, model }]));
  }

  #tell(known: ReadonlyMap<number, Known>, from: number, to: number): Told[] {
    const { world, rxIds } = this.#open;
    return world.receivers.flatMap((receiver): Told[] => {
      const rxId = rxIds[receiver.key];
      if (rxId === undefined || known.get(rxId)?.enabled !== true) return [];
      const judged = this.#judged.get(rxId) ?? judgedBefore(world, receiver, from);
      return [{ ...chronicle(world, receiver, judged, from, to), receiver, rxId }];
    });
  }

  /** Where the stored status is not what it should be now: the receiver changed, or somebody switched it on or off. */
  #changedStates(known: ReadonlyMap<number, Known>, told: readonly Told[], now: number): StateChange[] {
    const { world, rxIds } = this.#open;
    return world.receivers.flatMap((receiver) => {
      const rxId = rxIds[receiver.key];
      const stored = rxId === undefined ? undefined : known.get(rxId);
      if (rxId === undefined || stored === undefined) return [];
      const status = stored.enabled ? statusAt(world, receiver, now - 1) : receiverStatuses.disabled;
      if (status === stored.status) return [];
      const change = told.find((one) => one.rxId === rxId)?.changes.at(-1);
      return [{ rxId, status, ts: change?.ts ?? now }];
    });
  }

  #publish(told: readonly Told[], known: ReadonlyMap<number, Known>, states: readonly StateChange[]): void {
    const { bus, systemId } = this.#parts;
    for (const change of states) bus.publish(stateMessage(systemId, change));
    for (const report of told.flatMap(reportOf)) {
      for (const event of reportMessages(systemId, report, known.get(report.rxId)?.model ?? null)) bus.publish(event);
    }
    if (told.some(({ alarms }) => alarms.length > 0)) {
      bus.publish({ kind: 'message', mitasId: systemId, message: { type: 'invalidate', payload: ['alarms'] } });
    }
  }
}

function reportOf({ rxId, receiver: { model, firmware }, vitals }: Told): ReceiverReport[] {
  return vitals === null ? [] : [{ rxId, model, firmware, ...vitals }];
}

function isNews({ changes, alarms, vitals }: Told): boolean {
  return changes.length > 0 || alarms.length > 0 || vitals !== null;
}
