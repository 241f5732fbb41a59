import type { PastPlace } from '../contract/system-locations-call.ts';
import type { FleetModel } from '../journal/read-models/fleet.ts';
import type { TimeText } from '../time/time-text.ts';
import { dayOf, endOfDay } from './days.ts';
import { onMap } from '../geo/mercator.ts';
import { type MapPin, type MapPlace, pinLook } from './pins.ts';

/** Where the receivers stood when a day ended by the clocks of their system (MAP-11), by name. */
export function standingOn(places: readonly PastPlace[], day: string, times: TimeText): readonly PastPlace[] {
  // The next day's first moment is not of this one.
  const last = endOfDay(day, times) - 1;
  return places
    .filter(({ from, to }) => (from ?? -Infinity) <= last && last < (to ?? Infinity))
    .toSorted((one, other) => one.alias.localeCompare(other.alias, 'en') || one.rxId - other.rxId);
}

/**
 * The first day of which anything else is known than of the days before it: on which a place ended or began;
 * null where none did.
 */
export function firstDay(places: readonly PastPlace[], times: TimeText): string | null {
  let first = Infinity;
  for (const { from, to } of places) first = Math.min(first, from ?? Infinity, to ?? Infinity);
  return first === Infinity ? null : dayOf(first, times);
}

/** The places at which pins are drawn of those who stood somewhere. */
export function placesThen(standing: readonly PastPlace[]): readonly MapPlace[] {
  return standing.map(({ rxId, latitude, longitude }) => ({ id: rxId, ...onMap({ latitude, longitude }) }));
}

/** Their pins. They look as the receivers do now, and one that is retired as one that is not enabled. */
export function pinsThen(standing: readonly PastPlace[], { receivers }: Pick<FleetModel, 'receivers'>): readonly MapPin[] {
  return standing.map(({ rxId, alias, latitude, longitude, SiteId, siteName }) => {
    const rx = receivers[rxId];
    return {
      id: rxId,
      alias: rx?.alias ?? alias,
      ...onMap({ latitude, longitude }),
      siteId: SiteId,
      siteName,
      look: rx === undefined ? 'disabled' : pinLook(rx),
    };
  });
}
