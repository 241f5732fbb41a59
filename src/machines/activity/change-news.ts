import { type AnyActorRef, fromCallback } from 'xstate';
import type { IncomingType } from '../../model/contract/socket-messages.ts';
import type { SocketIntent } from '../socket/socket-events.ts';
import { socketId } from '../socket/socket-id.ts';
import type { ActivityEvent } from './activity-events.ts';

const types: readonly IncomingType[] = ['changed', 'heartbeat', 'invalidate'];

/** Hears what the session's line tells of changes and passes it on, until it is stopped. */
export const changeNews = fromCallback(({ system, self, sendBack, receive }) => {
  const socket = system.get(socketId) as AnyActorRef | undefined;
  if (socket === undefined)
    throw new Error(`No actor has the systemId '${socketId}': start the socket before what listens to it`);
  receive((event) => sendBack(event as ActivityEvent));
  socket.send({ type: 'subscription.added', subscriber: self, types } satisfies SocketIntent);
  return () => socket.send({ type: 'subscription.removed', subscriber: self, types } satisfies SocketIntent);
});
