import type { Heard, HeardCounts } from '../../model/map/heard-counts.ts';
import type { MapLook } from '../../model/map/map-look.ts';
import type { ByReference } from '../contact-window/by-reference.ts';

export type MapContext = MapLook & {
  mitasId: string;
  /** The host's time at the last reading of the clock, ms since the epoch. */
  now: number;
  /** The counter of recent contacts, and its counts when they were last refreshed; both null at first. */
  counts: ByReference<HeardCounts> | null;
  heard: Heard | null;
  /** When the chosen receiver heard its newest recent contact, ms since the epoch. */
  newest: { rxId: number; ts: number } | null;
};
