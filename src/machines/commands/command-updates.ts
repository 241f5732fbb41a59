import { type ActorRefFrom, fromCallback, type SnapshotFrom } from 'xstate';
import type { IncomingType } from '../../model/contract/socket-messages.ts';
import type { lineMachine } from '../socket/line-machine.ts';
import type { SocketDelivery, SocketIntent } from '../socket/socket-events.ts';
import { socketId } from '../socket/socket-id.ts';
import { selectLine } from '../socket/socket-selectors.ts';
import { actorIn } from '../support/actor-in.ts';
import type { CallbackLogic, NoInput } from '../support/not-provided.ts';
import type { CommandUpdate } from './commands-events.ts';

const types: readonly IncomingType[] = ['commandAck', 'commandStatus', 'invalidate', 'refused'];

/**
 * Reports messages about commands, messages that were dropped, and the loss and return of the line, until it
 * is stopped. Without a line at the start, it reports the loss first.
 */
export const commandUpdates: CallbackLogic<SocketDelivery, NoInput, CommandUpdate> = fromCallback<SocketDelivery>(
  ({ system, self, sendBack, receive }) => {
    const report = (update: CommandUpdate): void => sendBack(update);
    const socket = actorIn<ActorRefFrom<typeof lineMachine>>(system, socketId);
    receive((delivery) => {
      if (delivery.type !== 'message.received') return;
      const { message } = delivery;
      if (message.type === 'invalidate' && message.payload.includes('commands')) report({ type: 'commands.missed' });
      if (message.type === 'refused') {
        const { commandIds = [], message: why } = message.payload;
        if (commandIds.length > 0) report({ type: 'commands.refused', commandIds, message: why });
      }
      if (message.type === 'commandAck' || message.type === 'commandStatus') report({ type: 'message.received', message });
    });
    socket.send({ type: 'subscription.added', subscriber: self, types } satisfies SocketIntent);
    // A silent line still counts as open, because no message was lost.
    const isOpen = (snapshot: SnapshotFrom<typeof lineMachine>): boolean => ['open', 'silent'].includes(selectLine(snapshot));
    let wasOpen = true;
    const follow = (snapshot: SnapshotFrom<typeof lineMachine>): void => {
      const now = isOpen(snapshot);
      if (now !== wasOpen) report({ type: now ? 'line.opened' : 'line.lost' });
      wasOpen = now;
    };
    follow(socket.getSnapshot());
    const watch = socket.subscribe({ next: follow, error: () => {} });
    return () => {
      watch.unsubscribe();
      socket.send({ type: 'subscription.removed', subscriber: self, types } satisfies SocketIntent);
    };
  },
);
