import { type ActorRefFrom, fromCallback, type SnapshotFrom } from 'xstate';
import { jobCalls } from '../../model/contract/job-calls.ts';
import type { IncomingType } from '../../model/contract/socket-messages.ts';
import { hasRole } from '../../model/entities/role.ts';
import { journalIn } from '../journal/journal-actor.ts';
import { presentRole } from '../journal/journal-selectors.ts';
import type { lineMachine } from '../socket/line-machine.ts';
import type { SocketDelivery, SocketIntent } from '../socket/socket-events.ts';
import { socketId } from '../socket/socket-id.ts';
import { selectLine } from '../socket/socket-selectors.ts';
import type { Occasion } from '../question/question-machine.ts';
import { actorIn } from '../support/actor-in.ts';
import type { CallbackLogic } from '../support/not-provided.ts';

const types: readonly IncomingType[] = ['invalidate'];

/**
 * Sends whether the person may see jobs, at once and when it becomes otherwise; and `question.outdated` when
 * the line reports it, or comes back, as nothing tells what it missed. Until it is stopped.
 */
export const jobUpdates: CallbackLogic<SocketDelivery, object, Occasion> = fromCallback<SocketDelivery, object>(
  ({ system, self, sendBack, receive }) => {
    const report = (update: Occasion): void => sendBack(update);
    const socket = actorIn<ActorRefFrom<typeof lineMachine>>(system, socketId);
    receive((delivery) => {
      if (delivery.type !== 'message.received' || delivery.message.type !== 'invalidate') return;
      if (delivery.message.payload.includes('jobs')) report({ type: 'question.outdated' });
    });
    socket.send({ type: 'subscription.added', subscriber: self, types } satisfies SocketIntent);
    let line = selectLine(socket.getSnapshot());
    const followLine = (snapshot: SnapshotFrom<typeof lineMachine>): void => {
      const next = selectLine(snapshot);
      // Of a line that was only silent nothing is lost.
      if (next === 'open' && line !== 'open' && line !== 'silent') report({ type: 'question.outdated' });
      line = next;
    };
    const lineWatch = socket.subscribe({ next: followLine, error: () => {} });
    const journal = journalIn(system);
    let may: boolean | undefined;
    const judge = (): void => {
      const role = presentRole(journal.getSnapshot());
      const next = role === undefined ? may : hasRole(role, jobCalls.listJobs.access.role);
      if (next !== undefined && next !== may) report({ type: 'right.known', may: next });
      may = next;
    };
    judge();
    // What fails there ends the session, which says so.
    const rightWatch = journal.subscribe({ next: judge, error: () => {} });
    return () => {
      rightWatch.unsubscribe();
      lineWatch.unsubscribe();
      socket.send({ type: 'subscription.removed', subscriber: self, types } satisfies SocketIntent);
    };
  },
);
