import type { FleetModel } from './read-models/fleet.ts';

type Fleet = Pick<FleetModel, 'loaded' | 'receivers' | 'sites'>;
type Kind = 'receiver' | 'site';

/**
 * The sentences on ids in an address that nothing in the system has (NAV-20), under the `name` they stand by
 * in it. They are kept, as what they name may have been there, or may come. None before the fleet is known.
 * What is `heard` fits something, though its receiver was deleted since.
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

/** The sentence on a part of an address that can be read and fits nothing. */
export function fitsNothing(name: string, value: number, why: string): string {
  return `‘${name}=${value}’ is ignored: ${why}`;
}
