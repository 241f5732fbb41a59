import type { Bus } from '../../platform/bus/bus.ts';
import type { Db } from '../../platform/store/database.ts';
import { answerable, handOver } from '../../platform/store/fleet/asked-commands.ts';
import { type CommandNote, type CommandRow } from '../../platform/store/fleet/commands.ts';
import { firstWord } from './command-messages.ts';
import type { CommandStep } from './driver-port.ts';
import { noteAnswers } from './note-answers.ts';
import { noteOf } from './note-of-step.ts';

type AskingParts = { database: Db; bus: Bus };

/**
 * Returns the commands for receivers that ask (CMD-9). A command is repeated until the receiver acknowledges
 * it, because an answer may get lost; the receiver recognises it by its id.
 */
export async function commandsFor(
  { database, bus }: AskingParts,
  systemId: string,
  rxIds: readonly number[],
): Promise<CommandRow[]> {
  const { present, sent, given } = await handOver(database, systemId, rxIds);
  for (const row of sent) bus.publish(firstWord(row));
  if (present.length > 0) bus.publish({ kind: 'heard', mitasId: systemId, rxIds: present });
  return given;
}

/** A receiver's answer to a command. */
export type CommandAnswer = { commandId: string; step: CommandStep };

/**
 * Stores the answers of receivers, in order. Returns for each whether it is new, already known, or for a
 * command that the system does not have.
 */
export async function takeAnswers(
  parts: AskingParts,
  systemId: string,
  answers: readonly CommandAnswer[],
): Promise<('new' | 'known' | 'unknown')[]> {
  const { database, bus } = parts;
  const ids = answers.map(({ commandId }) => commandId);
  const theirs = await answerable(database, systemId, ids);
  const outcomes = answers.map(({ commandId }): 'known' | 'unknown' | 'new' => (theirs.has(commandId) ? 'known' : 'unknown'));
  if (theirs.size === 0) return outcomes;
  const heard = new Set<number>();
  for (const round of roundsOf(answers)) {
    const notes = round.map(({ answer }): CommandNote => noteOf(answer.commandId, answer.step));
    const noted = await noteAnswers(parts, systemId, 'receiver', notes);
    const changed = new Set(noted.map(({ row }) => row.command_id));
    for (const { at, answer } of round) if (changed.has(answer.commandId)) outcomes[at] = 'new';
    for (const { row } of noted) heard.add(row.rx_id);
  }
  if (heard.size > 0) bus.publish({ kind: 'heard', mitasId: systemId, rxIds: [...heard] });
  return outcomes;
}

type Placed = { at: number; answer: CommandAnswer };

/**
 * Splits the answers into as few rounds as possible, each with at most one answer per command, in order. A
 * repeated answer counts once; of the retries of a command, only the last counts.
 */
function roundsOf(answers: readonly CommandAnswer[]): Placed[][] {
  const rounds: Placed[][] = [];
  const taken = new Map<string, number>();
  const worth = new Map<string, Placed>();
  answers.forEach((answer, at) => {
    const key = `${answer.commandId} ${answer.step.kind}`;
    if (answer.step.kind === 'retrying') worth.delete(key);
    if (!worth.has(key)) worth.set(key, { at, answer });
  });
  for (const { at, answer } of worth.values()) {
    const round = taken.get(answer.commandId) ?? 0;
    taken.set(answer.commandId, round + 1);
    (rounds[round] ??= []).push({ at, answer });
  }
  return rounds;
}
