import { type AnyActorRef, type EventObject, type MachineContext, type ParameterizedObject, sendTo } from 'xstate';
import type { Notice } from '../../model/entities/notice.ts';
import type { SnackbarRef } from './snackbar-machine.ts';
import { actorIn } from '../support/actor-in.ts';

/** The systemId of the one snackbar. */
export const snackbarId = 'snackbar';

/** The snackbar of an actor's system. Throws where there is none, so that no message is lost unseen. */
function snackbarIn(system: AnyActorRef['system']): SnackbarRef {
  return actorIn(system, snackbarId);
}

/**
 * The one action by which machines speak to the person: names the message from a machine's context, the event
 * at hand and params.
 *
 * @example tellExpired: notify(() => ({ message: 'Your session has expired', variant: 'info', timeout: null
 * }))
 */
export function notify<
  TContext extends MachineContext,
  TExpressionEvent extends EventObject,
  TParams extends ParameterizedObject['params'] | undefined,
  TEvent extends EventObject,
>(noticeOf: (context: TContext, event: TExpressionEvent, params: TParams) => Notice) {
  return sendTo<TContext, TExpressionEvent, TParams, SnackbarRef, TEvent>(
    ({ system }) => snackbarIn(system),
    ({ context, event }, params) => ({ type: 'snackbar.show', notice: noticeOf(context, event, params) }),
  );
}

/** Takes a message back that has lost its point. */
export function retract<
  TContext extends MachineContext,
  TExpressionEvent extends EventObject,
  TParams extends ParameterizedObject['params'] | undefined,
  TEvent extends EventObject,
>(key: string) {
  return sendTo<TContext, TExpressionEvent, TParams, SnackbarRef, TEvent>(({ system }) => snackbarIn(system), {
    type: 'snackbar.retract',
    key,
  });
}
