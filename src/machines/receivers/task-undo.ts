import { type AnyActorRef, fromCallback } from 'xstate';
import { snackbarId } from '../snackbar/notify.ts';
import type { CallbackLogic, NoInput } from '../support/not-provided.ts';
import type { ReceiversEvent } from './receivers-events.ts';

/** The systemId under which the open screen of receivers hears that a task is to be taken back. */
export const taskUndoId = 'receiversTaskUndo';
/** What the message is called that offers it. */
export const taskUndoKey = 'receivers.task';

type Undo = Extract<ReceiversEvent, { type: 'task.undo' }>;

/**
 * Hands on to the screen that a task is to be taken back. With the screen goes the offer: nobody would do it
 * any more.
 */
export const taskUndo: CallbackLogic<Undo, NoInput, Undo> = fromCallback<Undo>(({ system, sendBack, receive }) => {
  receive(sendBack);
  const snackbar = system.get(snackbarId) as AnyActorRef | undefined;
  return () => snackbar?.send({ type: 'snackbar.retract', key: taskUndoKey });
});
