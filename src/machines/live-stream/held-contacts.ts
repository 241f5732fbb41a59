import { type EventObject, fromCallback } from 'xstate';
import type { TimeRange } from '../../model/live/contact-counts.ts';
import { contactWindowIn } from '../contact-window/contact-window-machine.ts';

/**
 * Keeps the contacts of a range in the session's window whatever their age, as long as it runs (LIVE-7). An
 * actor of its own, because a machine that is stopped runs no exit actions, and leaving a paused view must
 * release what it held.
 */
export const heldContacts = fromCallback<EventObject, TimeRange>(({ input, system }) => {
  const contactWindow = contactWindowIn(system);
  contactWindow.send({ type: 'window.hold', from: input.from, to: input.to });
  return () => {
    if (contactWindow.getSnapshot().status === 'active') contactWindow.send({ type: 'window.release' });
  };
});
