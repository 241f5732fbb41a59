import type { IncomingOf } from '../../model/contract/socket-messages.ts';

/** The messages about changes that arrive on the live line. */
export type ChangeMessage = IncomingOf<'changed'> | IncomingOf<'heartbeat'> | IncomingOf<'invalidate'>;

/** A message from the live line. */
export type ChangeReceived = { type: 'message.received'; message: ChangeMessage };

/** An update of the shown changes that this page did not request. */
export type ChangeUpdate =
  | ChangeReceived
  /** The person's role has changed, so they may see more or less than before. */
  | { type: 'role.changed' };
