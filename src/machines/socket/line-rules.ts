import type { Incoming } from '../../model/contract/socket-messages.ts';
import type { LineContext, RejectedFrame, SocketInput } from './socket-events.ts';

/** What a line knows before it was tried for. */
export const untriedLine: Omit<LineContext, keyof SocketInput> = {
  subscriptions: [],
  heardAt: 0,
  silentFor: 0,
  attempt: 0,
  rejectedFrames: 0,
  unknownMessages: 0,
};

/** True for a heartbeat of that system. */
export function isBeatOf(mitasId: string, message: Incoming): boolean {
  return message.type === 'heartbeat' && message.payload.mitasId === mitasId;
}

/** True for a heartbeat of any other system. */
export function isOfAnother(mitasId: string, message: Incoming): boolean {
  return message.type === 'heartbeat' && message.payload.mitasId !== mitasId;
}

/** The counts of frames that could not be used, with one more. */
export function withRejected(
  { rejectedFrames, unknownMessages }: LineContext,
  { unknownType }: RejectedFrame,
): Partial<LineContext> {
  return unknownType === undefined ? { rejectedFrames: rejectedFrames + 1 } : { unknownMessages: unknownMessages + 1 };
}
