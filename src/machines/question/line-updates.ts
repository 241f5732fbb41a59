import { type ActorRefFrom, type AnyActorRef, fromCallback, type SnapshotFrom } from 'xstate';
import type { IncomingType } from '../../model/contract/socket-messages.ts';
import type { Invalidation } from '../../model/session/resources.ts';
import type { lineMachine } from '../socket/line-machine.ts';
import type { SocketDelivery, SocketIntent } from '../socket/socket-events.ts';
import { socketId } from '../socket/socket-id.ts';
import { selectLine } from '../socket/socket-selectors.ts';
import { actorIn } from '../support/actor-in.ts';
import type { CallbackLogic } from '../support/not-provided.ts';
import type { Occasion } from './question-machine.ts';

const types: readonly IncomingType[] = ['invalidate'];

type Scope = {
  self: AnyActorRef;
  system: AnyActorRef['system'];
  receive: (listener: (delivery: SocketDelivery) => void) => void;
};

/**
 * Calls `report` when a message declares `what` outdated, and when the line comes back, because messages may
 * have been missed. Returns a function that stops watching.
 */
export function watchLineUpdates({ self, system, receive }: Scope, what: Invalidation, report: () => void): () => void {
  const socket = actorIn<ActorRefFrom<typeof lineMachine>>(system, socketId);
  receive((delivery) => {
    if (delivery.type !== 'message.received' || delivery.message.type !== 'invalidate') return;
    if (delivery.message.payload.includes(what)) report();
  });
  socket.send({ type: 'subscription.added', subscriber: self, types } satisfies SocketIntent);
  let line = selectLine(socket.getSnapshot());
  const followLine = (snapshot: SnapshotFrom<typeof lineMachine>): void => {
    const next = selectLine(snapshot);
    // A line that was only silent has missed no message.
    if (next === 'open' && line !== 'open' && line !== 'silent') report();
    line = next;
  };
  const watch = socket.subscribe({ next: followLine, error: () => {} });
  return () => {
    watch.unsubscribe();
    socket.send({ type: 'subscription.removed', subscriber: self, types } satisfies SocketIntent);
  };
}

/**
 * Returns the occasions of a question without a check of rights: `question.outdated` when the line declares
 * `what` outdated.
 */
export const lineUpdatesOf = (what: Invalidation): CallbackLogic<SocketDelivery, object, Occasion> =>
  fromCallback<SocketDelivery, object>((scope) =>
    watchLineUpdates(scope, what, () => scope.sendBack({ type: 'question.outdated' } satisfies Occasion)),
  );
