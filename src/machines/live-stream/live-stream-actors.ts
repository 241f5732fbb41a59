import { type EventObject, fromCallback } from 'xstate';
import type { TimeRange } from '../../model/live/contact-counts.ts';
import type { LiveView } from '../../model/live/live-view.ts';
import { contactWindowIn } from '../contact-window/contact-window-machine.ts';
import type { KeptAside } from '../contact-window/kept-aside.ts';

/** What has to end with the live stream: a stopped machine runs no exit actions, but its actors clean up. */

/** Keeps the contacts of a range in the session's window whatever their age, as long as it runs (LIVE-7). */
export const heldContacts = fromCallback<EventObject, TimeRange>(({ input, system }) => {
  const contactWindow = contactWindowIn(system);
  contactWindow.send({ type: 'window.hold', from: input.from, to: input.to });
  return () => {
    if (contactWindow.getSnapshot().status === 'active') contactWindow.send({ type: 'window.release' });
  };
});

/** Has a view follow the session's window, as long as it runs (LIVE-21). */
export const followWindow = fromCallback<EventObject, KeptAside<LiveView>>(({ input }) => input.value.follow());
