import type { EventObject } from 'xstate';
import { type Incoming, closeCodes } from '../../model/contract/socket-messages.ts';
import type { LineContext, SocketEvent, SocketInput } from './socket-events.ts';

/** What a line knows before it was tried for. */
export const untriedLine: Omit<LineContext, keyof SocketInput> = {
  subscriptions: [],
  heardAt: 0,
  silentFor: 0,
  attempt: 0,
  rejectedFrames: 0,
  unknownMessages: 0,
};

/** The message that an event brings; undefined for none. */
export function messageIn(event: SocketEvent): Incoming | undefined {
  return event.type === 'connection.messageReceived' ? event.message : undefined;
}

/** The system whose heartbeat an event brings; undefined for none. */
export function beatingSystem(event: SocketEvent): string | undefined {
  const message = messageIn(event);
  return message?.type === 'heartbeat' ? message.payload.mitasId : undefined;
}

/** The code that the connection was closed with; undefined while it was not. */
export function closeCode(event: SocketEvent): number | undefined {
  return event.type === 'connection.closed' ? event.code : undefined;
}

/** True when the person does not belong to the system, or there is none. */
export function isRefusal(code: number | undefined): boolean {
  return code === closeCodes.forbidden || code === closeCodes.noSuchSystem;
}

/** The counts of frames that could not be used, with one more. */
export function withRejected<Counts extends { rejectedFrames: number; unknownMessages: number }>(
  { rejectedFrames, unknownMessages }: Counts,
  event: SocketEvent,
): Partial<Counts> {
  if (event.type !== 'connection.frameRejected') return {};
  const counts =
    event.unknownType === undefined ? { rejectedFrames: rejectedFrames + 1 } : { unknownMessages: unknownMessages + 1 };
  return counts as Partial<Counts>;
}

/** Why an actor of the line ended, by the event that says so. */
export function errorIn(event: EventObject): unknown {
  return 'error' in event ? event.error : event.type;
}
