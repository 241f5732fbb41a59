import type { Incoming } from '../../model/contract/socket-messages.ts';
import type { LineContext, RejectedFrame, SocketInput } from './socket-events.ts';

/** The context before the first attempt. */
export const untriedLine: Omit<LineContext, keyof SocketInput> = {
  subscriptions: [],
  heardAt: 0,
  silentFor: 0,
  attempt: 0,
  rejectedFrames: 0,
  unknownMessages: 0,
};

/** Returns true for a heartbeat of this system. */
export function isHeartbeatOf(mitasId: string, message: Incoming): boolean {
  return message.type === 'heartbeat' && message.payload.mitasId === mitasId;
}

/** Returns true for a heartbeat of another system. */
export function isOfAnother(mitasId: string, message: Incoming): boolean {
  return message.type === 'heartbeat' && message.payload.mitasId !== mitasId;
}

/** Counts an unusable frame: as an unknown message if it has an unknown type, otherwise as rejected. */
export function withRejected(
  { rejectedFrames, unknownMessages }: LineContext,
  { unknownType }: RejectedFrame,
): Partial<LineContext> {
  return unknownType === undefined ? { rejectedFrames: rejectedFrames + 1 } : { unknownMessages: unknownMessages + 1 };
}
