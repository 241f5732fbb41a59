import type { PastPlace } from '../contract/system-locations-call.ts';
import type { FleetModel } from '../journal/read-models/fleet.ts';
import type { TimeText } from '../time/time-text.ts';
import { dayOf, endOfDay } from './days.ts';
import { onMap } from '../geo/mercator.ts';
import { type MapPin, type MapPlace, pinLook } from './pins.ts';

/** Returns the places of receivers at the end of a day, by the system's clocks (MAP-11), sorted by name. */
export function placesOnDay(places: readonly PastPlace[], day: string, times: TimeText): readonly PastPlace[] {
  // `endOfDay` is the first instant of the next day.
  const last = endOfDay(day, times) - 1;
  return places
    .filter(({ from, to }) => (from ?? -Infinity) <= last && last < (to ?? Infinity))
    .toSorted((one, other) => one.alias.localeCompare(other.alias, 'en') || one.rxId - other.rxId);
}

/**
 * Returns the earliest day on which a place began or ended: earlier days have nothing different to show. Null
 * if there is none.
 */
export function firstDay(places: readonly PastPlace[], times: TimeText): string | null {
  let first = Infinity;
  for (const { from, to } of places) first = Math.min(first, from ?? Infinity, to ?? Infinity);
  return first === Infinity ? null : dayOf(first, times);
}

export function placesThen(places: readonly PastPlace[]): readonly MapPlace[] {
  return places.map(({ rxId, latitude, longitude }) => ({ id: rxId, ...onMap({ latitude, longitude }) }));
}

/**
 * Returns the pins of past places. A pin looks like its receiver does now; if that no longer exists, it looks
 * disabled.
 */
export function pinsThen(places: readonly PastPlace[], { receivers }: Pick<FleetModel, 'receivers'>): readonly MapPin[] {
  return places.map(({ rxId, alias, latitude, longitude, SiteId, siteName }) => {
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
