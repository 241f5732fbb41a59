import type { Unshown } from '../../platform/store/fleet/retired-receivers.ts';

/** A retired receiver, one of the receivers whose contacts are not shown live. */
export type Retired = Extract<Unshown, { why: 'retired' }>;

/** Returns the retired receivers in `unshown`. */
export function retiredOf(unshown: readonly Unshown[]): Retired[] {
  return unshown.filter((one) => one.why === 'retired');
}

/**
 * Returns the retired receivers whose report is due (RX-37): those with a contact after their retirement.
 * `newest` has the time (ms) of each one's newest contact.
 */
export function dueReports(unshown: readonly Unshown[], newest: ReadonlyMap<number, number>): Retired[] {
  return retiredOf(unshown).filter(({ id, at, isReported }) => !isReported && (newest.get(id) ?? -Infinity) > at);
}

const words: Readonly<Record<Unshown['why'], string>> = {
  disabled: 'Not enabled',
  retired: 'Retired',
  expired: 'Of a system that has expired',
};
const mostNamed = 20;

/**
 * Returns the notes for a sender about receivers whose contacts and statuses are stored but not shown live
 * (ING-14).
 */
export function unshownNotes(unshown: readonly Unshown[]): string[] {
  return [...Map.groupBy(unshown, ({ why }) => why)].map(([why, of]) => {
    const names = [...new Set(of.map(({ alias }) => alias))].toSorted();
    const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
    return `${words[why]}: ${names.slice(0, mostNamed).join(', ')}${more}. Their contacts are stored and counted, but not shown live.`;
  });
}
