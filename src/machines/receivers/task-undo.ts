import { type AnyActorRef, fromCallback } from 'xstate';
import { snackbarId } from '../snackbar/notify.ts';
import type { CallbackLogic, NoInput } from '../support/not-provided.ts';
import type { ReceiversEvent } from './receivers-events.ts';

/** The systemId under which the open receivers' screen accepts the undo of a task. */
export const taskUndoId = 'receiversTaskUndo';
/** The key of the message that offers the undo of a task. */
export const taskUndoKey = 'receivers.task';

type Undo = Extract<ReceiversEvent, { type: 'task.undo' }>;

/**
 * Passes the undo of a task to the screen. When the screen closes, the offer is retracted, because no actor
 * could perform it.
 */
export const taskUndo: CallbackLogic<Undo, NoInput, Undo> = fromCallback<Undo>(({ system, sendBack, receive }) => {
  receive(sendBack);
  const snackbar = system.get(snackbarId) as AnyActorRef | undefined;
  return () => snackbar?.send({ type: 'snackbar.retract', key: taskUndoKey });
});
