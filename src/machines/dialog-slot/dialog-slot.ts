import { type EventObject, fromPromise, sendParent } from 'xstate';
import type { Notice } from '../../model/entities/notice.ts';
import { notify } from '../snackbar/notify.ts';
import { type DialogSlotMachine, dialogSlotMachine } from './dialog-slot-machine.ts';

type SlotParts<Subject, Filled, Answer> = {
  act: (asked: { mitasId: string; subject: Subject; filled: Filled }) => Promise<Answer>;
  notice: (subject: Subject) => Notice;
  /** The events that the parent gets after success and after a refusal. */
  done?: (answer: Answer) => EventObject;
  refused?: EventObject;
};

/** Returns the machine of a dialog, given its action and its messages. */
export function dialogSlot<Subject extends object, Filled = undefined, Answer = unknown>({
  act,
  notice,
  done,
  refused,
}: SlotParts<Subject, Filled, Answer>): DialogSlotMachine {
  const nothing = (): void => {};
  return dialogSlotMachine.provide({
    actors: {
      act: fromPromise(({ input: { mitasId, subject, filled } }) =>
        act({ mitasId, subject: subject as Subject, filled: filled as Filled }),
      ),
    },
    actions: {
      notifyDone: notify(({ subject }) => notice(subject as Subject)),
      reportDone: done === undefined ? nothing : sendParent((_, { output }) => done(output as Answer)),
      reportRefused: refused === undefined ? nothing : sendParent(refused),
    },
  });
}
