import type { Unshown } from '../../platform/store/fleet/retired-receivers.ts';

/** A retired receiver among those that are not shown. */
export type Retired = Extract<Unshown, { why: 'retired' }>;

/** Those that are retired. */
export function retiredOf(unshown: readonly Unshown[]): Retired[] {
  return unshown.filter((one) => one.why === 'retired');
}

/**
 * Of retired receivers those whose report is due (RX-37): what is new of them is from after that. `newest` of
 * each by number, in ms.
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

/** What a sender is told of those whose contacts and status are kept and not shown live (ING-14). */
export function unshownNotes(unshown: readonly Unshown[]): string[] {
  return [...Map.groupBy(unshown, ({ why }) => why)].map(([why, of]) => {
    const names = [...new Set(of.map(({ alias }) => alias))].toSorted();
    const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
    return `${words[why]}: ${names.slice(0, mostNamed).join(', ')}${more}. Their contacts are stored and counted, but not shown live.`;
  });
}
