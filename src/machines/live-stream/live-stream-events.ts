import type { ContactFilters, GroupKind, TimeLimit } from '../../model/live/live-settings.ts';

/** What a person does on the live stream, and what the line to the host tells. */
export type LiveStreamEvent =
  | { type: 'stream.pause' }
  | { type: 'stream.resume' }
  | { type: 'stream.retry' }
  | { type: 'grouping.choose'; groupBy: GroupKind }
  | { type: 'timeLimit.choose'; timeLimit: TimeLimit }
  | { type: 'table.open' }
  | { type: 'table.close' }
  | { type: 'filters.open' }
  | { type: 'filters.close' }
  | { type: 'filters.apply'; filters: ContactFilters }
  | { type: 'line.opened' }
  | { type: 'line.silent' }
  | { type: 'line.lost' }
  | { type: 'line.failed' };
