import { type ActorRefFrom, type EventObject, fromCallback } from 'xstate';
import type { TimeRange } from '../../model/live/contact-counts.ts';
import type { LiveView } from '../../model/live/live-view.ts';
import type { ReceptionGap } from '../../model/live/reception.ts';
import { contactWindowIn } from '../contact-window/contact-window-machine.ts';
import type { ByReference } from '../contact-window/by-reference.ts';
import { selectGaps } from '../socket/contact-feed-machine.ts';
import type { lineMachine } from '../socket/line-machine.ts';
import { socketId } from '../socket/socket-id.ts';
import { selectContactFeed } from '../socket/socket-selectors.ts';
import { actorIn } from '../support/actor-in.ts';
import type { NoInput } from '../support/not-provided.ts';
import type { ReceptionChanged } from './live-stream-events.ts';

/** These actors clean up when the live stream is stopped, because a stopped machine runs no exit actions. */

/** Keeps the contacts of a range in the session's window, whatever their age, while it runs (LIVE-7). */
export const heldContacts = fromCallback<EventObject, TimeRange>(({ input, system }) => {
  const contactWindow = contactWindowIn(system);
  contactWindow.send({ type: 'window.hold', from: input.from, to: input.to });
  return () => {
    if (contactWindow.getSnapshot().status === 'active') contactWindow.send({ type: 'window.release' });
  };
});

/** Makes a view follow the session's window while it runs (LIVE-21). */
export const followWindow = fromCallback<EventObject, ByReference<LiveView>>(({ input }) => input.value.follow());

/** Reports the times with missing contacts whenever they change (LIVE-34). */
export const followReception = fromCallback<EventObject, NoInput>(({ sendBack, system }) => {
  const line = actorIn<ActorRefFrom<typeof lineMachine>>(system, socketId);
  const feed = selectContactFeed(line.getSnapshot());
  let reported: readonly ReceptionGap[] | undefined;
  const report = () => {
    const gaps = selectGaps(feed?.getSnapshot());
    if (gaps === reported) return;
    reported = gaps;
    sendBack({ type: 'reception.changed', gaps } satisfies ReceptionChanged);
  };
  report();
  const subscription = feed?.subscribe(report);
  return () => subscription?.unsubscribe();
});
