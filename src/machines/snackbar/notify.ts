import { type AnyActorRef, type EventObject, type MachineContext, type ParameterizedObject, sendTo } from 'xstate';
import type { Notice } from '../../model/entities/notice.ts';
import type { SnackbarRef } from './snackbar-machine.ts';
import { actorIn } from '../support/actor-in.ts';

/** The systemId of the snackbar. */
export const snackbarId = 'snackbar';

/** Returns the snackbar of an actor's system. Throws if there is none, so that no message is lost unseen. */
function snackbarIn(system: AnyActorRef['system']): SnackbarRef {
  return actorIn(system, snackbarId);
}

/**
 * Returns an action that shows a message, the only way for machines to show one. The given function makes the
 * message from a machine's context, its event and the action's params.
 *
 * @example notifyExpired: notify(() => ({ message: 'Your session has expired', variant: 'info', timeout: null
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

/** Returns an action that retracts the message with this key, because it no longer applies. */
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
