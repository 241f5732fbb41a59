import type { PastPlace } from '../../model/contract/system-locations-call.ts';
import type { MapPlace } from '../../model/map/pins.ts';
import type { KeptAside } from '../contact-window/kept-aside.ts';

export type MapPastEvent =
  /** The address, as the map's screen has it. */
  | { type: 'place.changed'; search: string }
  | { type: 'past.open' }
  /** Back to now. */
  | { type: 'past.close' }
  | { type: 'past.retry' }
  /** Today is now. */
  | { type: 'day.chosen'; day: string };

/** Whether the past is open, and where the receivers stood at the day that is shown; null for now. */
export type PastChanged = { type: 'past.changed'; isOpen: boolean; places: readonly MapPlace[] | null };

/** What the map is told. */
export type MapPastReport =
  | PastChanged
  /** It is to stand in the address. */
  | { type: 'day.settled'; day: string | null };

export type MapPastContext = {
  mitasId: string;
  /** The day that the address named last. */
  asked: string | null;
  /** The day that is shown; null for now. */
  day: string | null;
  /** Where all receivers stood and when; null until it has come. */
  history: KeptAside<readonly PastPlace[]> | null;
  /** The days between which one is chosen; without history the first is today as well. */
  first: string;
  today: string;
  /** Where they stood at the day; null for now, and nobody anywhere while that has not come. */
  standing: readonly PastPlace[] | null;
};
