import type { Heard, HeardCounts } from '../../model/map/heard-counts.ts';
import type { MapLook } from '../../model/map/map-look.ts';
import type { KeptAside } from '../contact-window/kept-aside.ts';

export type MapContext = MapLook & {
  mitasId: string;
  /** The host's time as of the last look at the clock, ms since the epoch. */
  now: number;
  /** What counts the contacts of the last minutes, and what it counted at the last beat; null: not yet. */
  counts: KeptAside<HeardCounts> | null;
  heard: Heard | null;
  /** When the chosen receiver heard its newest contact of those, ms since the epoch. */
  newest: { rxId: number; ts: number } | null;
};
