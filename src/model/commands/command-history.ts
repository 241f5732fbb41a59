import { type Command, isOver } from '../entities/command.ts';
import { receiversAddress } from '../receivers/receivers-address.ts';

/** The filter of a list of commands: its receiver and who sent them; null for all. */
export type HistoryOf = { rxId: number | null; by: 'people' | null };
/** `before` is the last command of the previous page. */
export type HistoryAsked = HistoryOf & { before: string | null };
export type HistoryPage = { commands: readonly Command[]; more: boolean };

/** The last loaded command of a list that has more. */
export type HistoryEnd = Pick<Command, 'commandId' | 'askedAt'>;

/**
 * Returns the end of a page: its oldest finished command; null if no more follow. Unfinished commands come
 * with every page, whatever their age.
 */
export function endOf({ commands, more }: HistoryPage): HistoryEnd | null {
  const last = commands.findLast(({ status }) => isOver(status));
  return more && last !== undefined ? { commandId: last.commandId, askedAt: last.askedAt } : null;
}

/** Returns the known commands that belong to a list, newest first. */
export function listed(commands: readonly Command[], { rxId, by }: HistoryOf, end: HistoryEnd | null): readonly Command[] {
  return commands
    .filter((one) => (rxId === null || one.rxId === rxId) && (by === null || one.by !== null))
    .filter((one) => end === null || one.askedAt >= end.askedAt || !isOver(one.status))
    .toSorted((one, other) => other.askedAt - one.askedAt || one.rxId - other.rxId);
}

/** Returns the list that an address shows: of the open receiver, or of all; null for none. */
export function historyAsked(search: string): HistoryOf | null {
  const { receiver, retired, commands, by } = receiversAddress.read(search).state;
  if (receiver !== null) return { rxId: receiver, by };
  return commands && !retired ? { rxId: null, by } : null;
}

/** Returns true if the address shows this list. */
export function asksForSame(of: HistoryOf | null, search: string): boolean {
  const asked = historyAsked(search);
  return of?.rxId === asked?.rxId && of?.by === asked?.by;
}
