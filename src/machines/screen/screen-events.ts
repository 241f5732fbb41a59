import type { Place } from '../../model/navigation/redirect.ts';

/** What a screen's actor begins with; `search` is the search part of the address. */
export type ScreenInput = { mitasId: string; search: string };

export type ScreenEvent =
  /** The address changed, or is told for the first time. */
  | { type: 'place.changed'; place: Place }
  /** The person pressed Retry where a screen's code did not come. */
  | { type: 'screen.retry' };
