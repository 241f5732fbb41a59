import type { ReceptionGap } from '../../model/live/reception.ts';
import type { SurroundingsEvent } from '../page/page-events.ts';
import type { SearchChanged } from '../screen/screen-events.ts';

/** Of other times than before contacts were not received. */
export type ReceptionChanged = { type: 'reception.changed'; gaps: readonly ReceptionGap[] };

/**
 * What a person does on the live stream, and whether the tab is in sight. Grouping, time, filters and display
 * stand in the address.
 */
export type LiveStreamEvent =
  | SearchChanged
  | { type: 'stream.pause' }
  | { type: 'stream.resume' }
  | { type: 'filters.open' }
  | { type: 'filters.close' }
  | ReceptionChanged
  | SurroundingsEvent;
