import type { FleetModel } from './read-models/fleet.ts';

type Fleet = Pick<FleetModel, 'loaded' | 'receivers' | 'sites'>;
type Kind = 'receiver' | 'site';

/**
 * Returns a sentence for each id in an address that the system does not have (NAV-20). `name` is the address
 * parameter. The address keeps such ids, because the receiver or site may have existed or may still appear.
 * Returns none until the fleet is loaded. Ids in `heard` count as known: contacts have them, though their
 * receiver was deleted.
 */
export function unknownIdTexts(
  name: string,
  kind: Kind,
  ids: readonly number[],
  fleet: Fleet,
  heard: readonly number[] = [],
): string[] {
  if (!fleet.loaded) return [];
  const known = kind === 'receiver' ? fleet.receivers : fleet.sites;
  return ids
    .filter((id) => known[id] === undefined && !heard.includes(id))
    .map((id) => fitsNothing(name, id, `there is no ${kind} ${id} in this system`));
}

/** Returns the sentence about a valid part of an address that matches nothing. */
export function fitsNothing(name: string, value: number, why: string): string {
  return `‘${name}=${value}’ is ignored: ${why}`;
}
