import { type Command, isOver } from '../entities/command.ts';
import { receiversAddress } from '../receivers/receivers-address.ts';

/**
 * The filter of a list of commands: one receiver, and only commands that people sent ('people'); null for
 * all.
 */
export type HistoryOf = { rxId: number | null; by: 'people' | null };
/**
 * A request for a page. `before` is the id of the last command of the previous page; null for the first page.
 */
export type HistoryAsked = HistoryOf & { before: string | null };
export type HistoryPage = { commands: readonly Command[]; more: boolean };

/** The last loaded command of a list that is not loaded completely. */
export type HistoryEnd = Pick<Command, 'commandId' | 'askedAt'>;

/**
 * Returns the last finished command of a page, after which the next page starts; null if no page follows.
 * Unfinished commands do not count, because the first page contains all of them, whatever their age.
 */
export function endOf({ commands, more }: HistoryPage): HistoryEnd | null {
  const last = commands.findLast(({ status }) => isOver(status));
  return more && last !== undefined ? { commandId: last.commandId, askedAt: last.askedAt } : null;
}

/**
 * Returns the known commands that match the filter, newest first. Leaves out finished commands older than
 * `end`, because they are not loaded completely.
 */
export function listed(commands: readonly Command[], { rxId, by }: HistoryOf, end: HistoryEnd | null): readonly Command[] {
  return commands
    .filter((one) => (rxId === null || one.rxId === rxId) && (by === null || one.by !== null))
    .filter((one) => end === null || one.askedAt >= end.askedAt || !isOver(one.status))
    .toSorted((one, other) => other.askedAt - one.askedAt || one.rxId - other.rxId);
}

/**
 * Returns the filter of the list that an address shows: the commands of the open receiver, or of all
 * receivers. Null if it shows no list.
 */
export function historyAsked(search: string): HistoryOf | null {
  const { receiver, retired, commands, by } = receiversAddress.read(search).state;
  if (receiver !== null) return { rxId: receiver, by };
  return commands && !retired ? { rxId: null, by } : null;
}

/** Returns true if the address shows the list with this filter. */
export function asksForSame(of: HistoryOf | null, search: string): boolean {
  const asked = historyAsked(search);
  return of?.rxId === asked?.rxId && of?.by === asked?.by;
}
