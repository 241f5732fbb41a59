import { onTestFinished } from 'vitest';
import { type ActorRefFrom, type AnyStateMachine, createActor, createMachine, SimulatedClock } from 'xstate';
import { type JournalRef, journalLogic } from '../../src/machines/journal/journal-actor.ts';
import { quietWindow } from './quiet-window.ts';

/** Starts the machine of a page beside what a session has: a journal, a contact window and a snackbar. */
export function startPage<Page extends AnyStateMachine>(page: Page, search = '') {
  const clock = new SimulatedClock();
  const root = createActor(
    createMachine({
      invoke: [
        { systemId: 'journal', src: journalLogic(() => 0) },
        { systemId: 'contactWindow', src: quietWindow },
        { systemId: 'snackbar', src: createMachine({}) },
        { systemId: 'page', src: page, input: { mitasId: 'demo', search } },
      ],
    }),
    { clock },
  ).start();
  onTestFinished(() => void root.stop());
  return { clock, journal: root.system.get('journal') as JournalRef, page: root.system.get('page') as ActorRefFrom<Page> };
}
