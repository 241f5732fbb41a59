import type { AsOf } from '../../model/changes/change.ts';
import type { Asked, ChangeReply } from '../../model/journal/sequence.ts';
import type { Fact } from '../../model/journal/facts.ts';
import type { SocketDelivery } from '../socket/socket-events.ts';

/** `mitasId` names the system of the changes. */
export type ChangeLineInput = { mitasId: string };

export type ChangeLineEvent =
  | Extract<SocketDelivery, { type: 'message.received' }>
  /** The host answered one of the session's operations. */
  | { type: 'changes.replied'; reply: ChangeReply; asked: Asked }
  /** Data was loaded that includes all changes up to `asOf`. */
  | { type: 'changes.loaded'; asOf: AsOf; facts: readonly Fact[] }
  /** The live line is open again. */
  | { type: 'line.opened' };

/** What the change line reports to the session. */
export type ChangeLineReport =
  /** Missing changes are no longer available: load again everything that has a revision, or everything. */
  { type: 'changes.reload'; scope: 'revised' | 'all' };
