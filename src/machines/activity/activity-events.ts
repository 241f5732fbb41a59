import type { IncomingOf } from '../../model/contract/socket-messages.ts';

/** The messages of the line that concern changes. */
export type ChangeMessage = IncomingOf<'changed'> | IncomingOf<'heartbeat'> | IncomingOf<'invalidate'>;

/** A message that came over the line. */
export type ChangeReceived = { type: 'message.received'; message: ChangeMessage };

/** What concerns the changes that are shown and was not asked for here. */
export type ChangeUpdate =
  | ChangeReceived
  /** The person has another role: what was withheld, or may not be seen any more, is another. */
  | { type: 'role.changed' };
