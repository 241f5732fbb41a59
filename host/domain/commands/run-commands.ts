import { commandTimeout, type CommandType, isOver } from '#model/entities/command.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { gathered } from '../../platform/gathered.ts';
import type { Lease } from '../../platform/leases/leases.ts';
import { type Database, inTransaction } from '../../platform/store/database.ts';
import {
  claimCommands,
  type CommandNote,
  type CommandRow,
  findCommandRows,
  leftCommands,
  noteCommands,
  takeOver,
} from '../../platform/store/fleet/commands.ts';
import { endUnanswered } from '../../platform/store/fleet/overdue-commands.ts';
import { alarmsMessage } from '../alarms/index.ts';
import { firstWord, nextWords } from './command-messages.ts';
import type { CommandDriver } from './driver-port.ts';
import { leftText } from './judge-command.ts';
import { Looks } from '../../platform/bus/looks.ts';
import { noteAnswers } from './note-answers.ts';
import { noteOf } from './note-of-step.ts';
import { alarmUnanswered } from './unanswered.ts';

/** Commands that may run twice without harm. A host continues them if another host stopped during them. */
const repeatable: Readonly<Record<CommandType, boolean>> = {
  rxUpdate: true,
  rxReboot: false,
  rxEraseMemory: false,
  rxSyncClock: true,
  rxScheduleRefresh: true,
  rxForceRefresh: true,
};

export type RunningParts = {
  database: Pick<Database, 'db'>;
  bus: Bus;
  systemId: string;
  lease: Pick<Lease, 'hold'>;
  driver: CommandDriver;
};

/**
 * The state of a command after a step: 'underWay'; 'late' if it has timed out, so that only its end still
 * counts; 'left' if this host no longer runs it.
 */
type StateAfterStep = 'underWay' | 'late' | 'left';

/**
 * Runs the commands of one system while this host has its lease (CMD-8). It finds them in the database, at
 * once when the bus reports one and otherwise every second. It claims each command before sending it, so that
 * no other host runs it too. It also ends commands that got no answer in time (CMD-4): only this host can
 * tell a silent receiver from a host that was stopped.
 */
export class RunningCommands {
  readonly #parts: RunningParts;
  readonly #claim = crypto.randomUUID();
  readonly #ending = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  readonly #note: (note: CommandNote) => Promise<StateAfterStep | undefined>;
  readonly #looks: Looks;
  #failure: { error: unknown } | null = null;
  #hasTakenOver = false;

  constructor(parts: RunningParts) {
    this.#parts = parts;
    const { database, bus, systemId } = parts;
    // Stores answers that arrive together, perhaps hundreds, in one transaction.
    this.#note = gathered(async (notes: readonly CommandNote[]) => {
      const changed = await noteAnswers(parts, systemId, { claim: this.#claim }, notes);
      const states = new Map<string, StateAfterStep>(changed.map(({ row }) => [row.command_id, 'underWay']));
      const others = notes.filter(({ commandId }) => !states.has(commandId)).map(({ commandId }) => commandId);
      for (const row of others.length === 0 ? [] : await findCommandRows(database, systemId, others))
        if (row.claim === this.#claim) states.set(row.command_id, stateOf(row));
      return new Map(notes.map((note) => [note, states.get(note.commandId) ?? 'left']));
    });
    this.#looks = new Looks({
      bus,
      isWorthALook: ({ type, payload }, mitasId) =>
        mitasId === systemId && type === 'commandStatus' && payload.status === 'pending',
      look: () => this.#look(),
      failed: (error) => (this.#failure ??= { error }),
    });
  }

  /**
   * Checks that the work has not failed.
   * @throws the error that ended the work.
   */
  check(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }

  /** Leaves commands in progress to the next host with the lease. */
  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#looks.close();
    await Promise.all(this.#underWay);
  }

  async #look(): Promise<void> {
    const { database, bus, systemId, lease } = this.#parts;
    const { begun, given, ended, isAlarmed } = await inTransaction(database, async (transaction) => {
      await lease.hold(transaction);
      const left = this.#hasTakenOver ? [] : await leftCommands(transaction, systemId, this.#claim);
      const resumed = left.filter(({ type }) => repeatable[type]).map(({ command_id }) => command_id);
      const lost = left.filter(({ type }) => !repeatable[type]).map(({ command_id }) => command_id);
      const taken = await takeOver(transaction, systemId, [...resumed, ...lost], this.#claim);
      const notes = lost.map((commandId) => ({ commandId, status: 'failed' as const, attempt: 0, error: leftText }));
      const unanswered = await endUnanswered(transaction, systemId, this.#claim);
      return {
        ended: unanswered,
        isAlarmed: await alarmUnanswered(transaction, systemId, unanswered),
        begun: [...taken.filter(({ type }) => repeatable[type]), ...(await claimCommands(transaction, systemId, this.#claim))],
        given: await noteCommands(transaction, systemId, { claim: this.#claim }, notes),
      };
    });
    this.#hasTakenOver = true;
    for (const row of ended) bus.publish(firstWord(row));
    if (isAlarmed) bus.publish(alarmsMessage(systemId));
    for (const { row, before } of given) for (const word of nextWords(row, before)) bus.publish(word);
    for (const row of begun) this.#begin(row);
  }

  #begin(row: CommandRow): void {
    const doing = this.#carryOut(row)
      .catch((error: unknown) => {
        if (!this.#ending.signal.aborted) this.#failure ??= { error };
      })
      .finally(() => this.#underWay.delete(doing));
    this.#underWay.add(doing);
  }

  async #carryOut({ command_id: commandId, rx_id: rxId, type: commandType, attempt }: CommandRow): Promise<void> {
    const { signal } = this.#ending;
    let hasBegun = false;
    for await (const step of this.#parts.driver.execute({ commandId, rxId, commandType, attempt }, signal)) {
      if (signal.aborted) return;
      const note = noteOf(commandId, step);
      const state = await this.#note(note);
      if (state === 'left' || isOver(note.status)) return;
      // A command that timed out before it began may have been sent again as a new command. Do not carry out
      // both.
      if (state === 'late' && !hasBegun) return;
      hasBegun ||= step.kind !== 'acknowledged';
    }
  }
}

function stateOf({ status, error }: CommandRow): StateAfterStep {
  if (!isOver(status)) return 'underWay';
  return status === 'failed' && error === commandTimeout ? 'late' : 'left';
}
