import { type Command, isOver } from '../entities/command.ts';
import { receiversAddress } from '../receivers/receivers-address.ts';

/** Of which receiver a list of commands is shown, and asked for by whom; null for all. */
export type HistoryOf = { rxId: number | null; by: 'people' | null };
/** `before`: the last command of the page before. */
export type HistoryAsked = HistoryOf & { before: string | null };
export type HistoryPage = { commands: readonly Command[]; more: boolean };

/** The last command of a list, when there are more. */
export type HistoryEnd = Pick<Command, 'commandId' | 'askedAt'>;

/** Where a list ends of which a page came, newest first, what is not over before; null where it is whole. */
export function endOf({ commands, more }: HistoryPage): HistoryEnd | null {
  const last = commands.findLast(({ status }) => isOver(status));
  return more && last !== undefined ? { commandId: last.commandId, askedAt: last.askedAt } : null;
}

/** Of what is known that which a list shows, newest first. */
export function listed(commands: readonly Command[], { rxId, by }: HistoryOf, end: HistoryEnd | null): readonly Command[] {
  return commands
    .filter((one) => (rxId === null || one.rxId === rxId) && (by === null || one.by !== null))
    .filter((one) => end === null || one.askedAt >= end.askedAt || !isOver(one.status))
    .toSorted((one, other) => other.askedAt - one.askedAt || one.rxId - other.rxId);
}

/** The list that an address shows: of the receiver whose page is open, or of all; null for none. */
export function historyAsked(search: string): HistoryOf | null {
  const { receiver, retired, commands, by } = receiversAddress.read(search).state;
  if (receiver !== null) return { rxId: receiver, by };
  return commands && !retired ? { rxId: null, by } : null;
}

/** Whether the address shows that list. */
export function asksForSame(of: HistoryOf | null, search: string): boolean {
  const asked = historyAsked(search);
  return of?.rxId === asked?.rxId && of?.by === asked?.by;
}
