import type { ReceptionGap } from '../../model/live/reception.ts';
import type { SurroundingsEvent } from '../page/page-events.ts';
import type { SearchChanged } from '../screen/screen-events.ts';

/** The times with missing contacts have changed. */
export type ReceptionChanged = { type: 'reception.changed'; gaps: readonly ReceptionGap[] };

/**
 * Events of the live stream from the person, and whether the tab is visible. Grouping, time, filters and
 * display are in the address.
 */
export type LiveStreamEvent =
  | SearchChanged
  | { type: 'stream.pause' }
  | { type: 'stream.resume' }
  | { type: 'filters.open' }
  | { type: 'filters.close' }
  | ReceptionChanged
  | SurroundingsEvent;
