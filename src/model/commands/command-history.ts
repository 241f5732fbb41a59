import { type Command, isOver } from '../entities/command.ts';

/** Of which receiver a list is asked for, null for all; `before`: only what was asked for before then (ms). */
export type HistoryAsked = { rxId: number | null; before: number | null };
export type HistoryPage = { commands: readonly Command[]; more: boolean };

/** What is known of a list after a page of it came: down to when it is whole, and whether there is more. */
export function historyAfter({ commands, more }: HistoryPage): { oldest: number | null; more: boolean } {
  const ended = commands.filter(({ status }) => isOver(status)).map(({ askedAt }) => askedAt);
  const oldest = more && ended.length > 0 ? Math.min(...ended) : null;
  return { oldest, more: oldest !== null };
}

/**
 * Up to when the next page goes: many commands have one time, and a page may end among them, so that this
 * time is asked for once more, unless that was done already.
 */
export function nextBefore({ oldest, before }: { oldest: number | null; before: number | null }): number | null {
  if (oldest === null) return null;
  return oldest + 1 === before ? oldest : oldest + 1;
}
