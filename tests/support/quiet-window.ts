import { createMachine } from 'xstate';
import { ContactWindow } from '#model/live/contact-window.ts';
import { KeptAside } from '../../src/machines/contact-window/kept-aside.ts';

/**
 * Stands for the session's contact window which holds no contacts, where what it is sent makes no difference.
 */
export const quietWindow = createMachine({
  id: 'quietWindow',
  context: { now: () => 1_700_000_000_000, hostOffset: null, contents: new KeptAside(new ContactWindow()) },
});
