import type { AsOf } from '../../model/changes/change.ts';
import type { Asked, ChangeReply } from '../../model/journal/sequence.ts';
import type { Fact } from '../../model/journal/facts.ts';
import type { SocketDelivery } from '../socket/socket-events.ts';

/** `mitasId` names the system whose changes these are. */
export type ChangeLineInput = { mitasId: string };

export type ChangeLineEvent =
  | Extract<SocketDelivery, { type: 'message.received' }>
  /** The host answered an own operation. */
  | { type: 'changes.replied'; reply: ChangeReply; asked: Asked }
  /** Something was loaded, and up to which change it knows. */
  | { type: 'changes.loaded'; asOf: AsOf; facts: readonly Fact[] }
  /** A live line is back. */
  | { type: 'line.opened' };

/** What the session hears. */
export type ChangeLineReport =
  /** What has a revision, or everything, is to be loaded again: it cannot be caught up with. */
  { type: 'changes.reload'; scope: 'revised' | 'all' };
