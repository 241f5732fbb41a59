import type { PastPlace } from '../../model/contract/system-locations-call.ts';
import type { MapPlace } from '../../model/map/pins.ts';
import type { ByReference } from '../contact-window/by-reference.ts';

export type MapPastEvent =
  /** The search part of the map's address changed. */
  | { type: 'place.changed'; search: string }
  | { type: 'past.open' }
  /** Shows the present again. */
  | { type: 'past.close' }
  | { type: 'past.retry' }
  /** Choosing today shows the present. */
  | { type: 'day.chosen'; day: string };

/** Whether the past is open, and the locations on the shown day; null for the present. */
export type PastChanged = { type: 'past.changed'; isOpen: boolean; places: readonly MapPlace[] | null };

/** The reports to the map. */
export type MapPastReport =
  | PastChanged
  /** The day to write to the address. */
  | { type: 'day.settled'; day: string | null };

export type MapPastContext = {
  mitasId: string;
  /** The last day in the address. */
  asked: string | null;
  /** The shown day; null for the present. */
  day: string | null;
  /** The history of all receivers' locations; null until loaded. */
  history: ByReference<readonly PastPlace[]> | null;
  /** The first and last day to choose from; without history both are today. */
  first: string;
  today: string;
  /** The locations on the shown day; null for the present, empty until loaded. */
  pastPlaces: readonly PastPlace[] | null;
};
