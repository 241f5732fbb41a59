import type { ActivityFileOrder } from '../../model/activity/activity-file.ts';
import type { IncomingOf } from '../../model/contract/socket-messages.ts';
import type { SearchChanged } from '../screen/screen-events.ts';

/** The messages of the line that concern changes. */
export type ChangeMessage = IncomingOf<'changed'> | IncomingOf<'heartbeat'> | IncomingOf<'invalidate'>;

/** A message that came over the line. */
export type ChangeReceived = { type: 'message.received'; message: ChangeMessage };

/** What concerns the changes that are shown and was not asked for here. */
export type ChangeUpdate =
  | ChangeReceived
  /** The person has another role: what was withheld, or may not be seen any more, is another. */
  | { type: 'role.changed' };

/** What a person does on Activity, and what comes over the line to the host. */
export type ActivityEvent =
  /** The address has another search part: the filters stand in it. */
  | SearchChanged
  /** Older changes are wanted. */
  | { type: 'activity.more' }
  | { type: 'activity.retry' }
  /** A file of all that the filters ask for is wanted. */
  | { type: 'activity.save'; file: Omit<ActivityFileOrder, 'mitasId' | 'filters'> }
  | ChangeUpdate;
