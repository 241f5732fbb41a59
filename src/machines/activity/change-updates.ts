import { type AnyActorRef, fromCallback } from 'xstate';
import type { IncomingType } from '../../model/contract/socket-messages.ts';
import { journalIn } from '../journal/journal-actor.ts';
import { presentRole } from '../journal/journal-selectors.ts';
import type { SocketIntent } from '../socket/socket-events.ts';
import { socketId } from '../socket/socket-id.ts';
import type { CallbackLogic, NoInput } from '../support/not-provided.ts';
import type { ChangeReceived, ChangeUpdate } from './activity-events.ts';
import { actorIn } from '../support/actor-in.ts';

const types: readonly IncomingType[] = ['changed', 'heartbeat', 'invalidate'];

/**
 * Passes on the live line's messages about changes, and sends `role.changed` when the person's role changes,
 * until it is stopped.
 */
export const changeUpdates: CallbackLogic<ChangeReceived, NoInput, ChangeUpdate> = fromCallback<ChangeReceived>(
  ({ system, self, sendBack, receive }) => {
    const report = (update: ChangeUpdate): void => sendBack(update);
    const socket = actorIn<AnyActorRef>(system, socketId);
    receive(report);
    socket.send({ type: 'subscription.added', subscriber: self, types } satisfies SocketIntent);
    const journal = journalIn(system);
    let role = presentRole(journal.getSnapshot());
    const watch = journal.subscribe((snapshot) => {
      const next = presentRole(snapshot);
      if (role !== undefined && next !== undefined && next !== role) report({ type: 'role.changed' });
      role = next ?? role;
    });
    return () => {
      watch.unsubscribe();
      socket.send({ type: 'subscription.removed', subscriber: self, types } satisfies SocketIntent);
    };
  },
);
