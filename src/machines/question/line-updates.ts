import { type ActorRefFrom, type AnyActorRef, fromCallback, type SnapshotFrom } from 'xstate';
import type { IncomingOf, IncomingType } from '../../model/contract/socket-messages.ts';
import { registries, registryEntities } from '../../model/registry/registries.ts';
import type { Invalidation } from '../../model/session/resources.ts';
import type { lineMachine } from '../socket/line-machine.ts';
import type { SocketDelivery, SocketIntent } from '../socket/socket-events.ts';
import { socketId } from '../socket/socket-id.ts';
import { selectLine } from '../socket/socket-selectors.ts';
import { actorIn } from '../support/actor-in.ts';
import type { CallbackLogic } from '../support/not-provided.ts';
import type { Occasion } from './question-machine.ts';

const types: readonly IncomingType[] = ['invalidate', 'changed'];

type Scope = {
  self: AnyActorRef;
  system: AnyActorRef['system'];
  receive: (listener: (delivery: SocketDelivery) => void) => void;
};

/** Returns true if a message declares one of `what` outdated, or is a change of a row of these registries. */
function concerns(message: IncomingOf<'invalidate'> | IncomingOf<'changed'>, what: readonly Invalidation[]): boolean {
  if (message.type === 'invalidate') return message.payload.some((each) => what.includes(each));
  const changed = registryEntities.filter((entity) => what.includes(registries[entity].many));
  return (message.payload.items ?? []).some(({ kind }) => changed.some((entity) => kind.startsWith(`${entity}.`)));
}

/**
 * Calls `report` when a message concerns `what`, and when the line comes back, because messages may have been
 * missed. Returns a function that stops watching.
 */
export function watchLineUpdates(
  { self, system, receive }: Scope,
  what: readonly Invalidation[],
  report: () => void,
): () => void {
  const socket = actorIn<ActorRefFrom<typeof lineMachine>>(system, socketId);
  receive((delivery) => {
    if (delivery.type !== 'message.received') return;
    const { message } = delivery;
    if ((message.type === 'invalidate' || message.type === 'changed') && concerns(message, what)) report();
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
 * Returns the occasions of a question without a check of rights: `question.outdated` when the line says that
 * one of `what` is outdated.
 */
export const lineUpdatesOf = (...what: readonly Invalidation[]): CallbackLogic<SocketDelivery, object, Occasion> =>
  fromCallback<SocketDelivery, object>((scope) =>
    watchLineUpdates(scope, what, () => scope.sendBack({ type: 'question.outdated' } satisfies Occasion)),
  );
