import { type ActorRefFrom, assign, enqueueActions, sendParent, setup, type SnapshotFrom } from 'xstate';
import type { Incoming } from '../../model/contract/socket-messages.ts';
import { keptMs } from '../../model/live/contact-window.ts';
import * as streams from '../../model/live/contact-stream.ts';
import * as timing from '../../model/live/line-timing.ts';
import * as receptions from '../../model/live/reception.ts';
import { theEvent } from '../support/the-event.ts';
import type { ContactFeedEvent, ContactFeedReport } from './contact-feed-events.ts';

/** `now` returns the host's time as far as it is known, ms since the epoch. */
export type ContactFeedInput = { now: () => number };

export type ContactFeedContext = ContactFeedInput & {
  stream: streams.ContactStream;
  reception: receptions.Reception;
};

/**
 * Knows which contacts of a system are new and which are missing (SOCK-13, SOCK-14, SOCK-24). It subscribes
 * while the line is open and contacts are wanted, requests missing ones (tag `gap`) and, once a view needs
 * them, earlier ones (LIVE-25), and reports each contact once as far as possible.
 */
export const contactFeedMachine = setup({
  types: {} as {
    input: ContactFeedInput;
    context: ContactFeedContext;
    events: ContactFeedEvent;
    tags: 'busy' | 'ready' | 'gap';
  },
  delays: {
    replyTimeout: timing.replyTimeoutMs,
    gapWait: timing.gapWaitMs,
    storedWait: timing.storedWaitMs,
  },
  guards: {
    hasBegun: ({ context }) => streams.hasBegun(context.stream),
    isAnswered: ({ context }) => streams.streamStatus(context.stream) !== 'asked',
    isWhole: ({ context }) => streams.streamStatus(context.stream) === 'whole',
    isMissing: ({ context }) => streams.streamStatus(context.stream) === 'missing',
    hasPast: ({ context }) => !streams.lacksPast(context.stream, hasAll(context)),
    isRestoring: ({ context }) => streams.streamStatus(context.stream) === 'restoring',
  },
  actions: {
    receive: enqueueActions(({ context, enqueue }, { message }: { message: Incoming }) => {
      const { stream, fresh, refill, reached } = streams.receive(context.stream, message);
      enqueue.assign({
        stream,
        ...(refill && {
          reception: receptions.refilled(context.reception, refill.since, refill.complete, refill.hasNewest),
        }),
        ...(reached !== null && { reception: receptions.reached(context.reception, reached) }),
      });
      const report: ContactFeedReport = { type: 'contacts.received', contacts: fresh };
      if (fresh.length > 0) enqueue.sendParent(report);
      const isNearer = streams.progressOf(stream) !== streams.progressOf(context.stream);
      if (isNearer && streams.streamStatus(context.stream) !== 'whole') enqueue.raise({ type: 'gap.narrowed' });
    }),
    noteReception: assign(({ context: { reception, stream, now } }) => {
      if (!streams.isCurrent(stream)) return { reception: receptions.missing(reception) };
      // Before the first heartbeat, the page's clock may be minutes off, so use the last time that the host
      // sent.
      const at = reception.wholeAt === null ? stream.hostTime : now();
      return at === null ? {} : { reception: receptions.heardWhole(reception, at) };
    }),
    noteMissing: assign({ reception: ({ context }) => receptions.missing(context.reception) }),
    subscribe: enqueueActions(({ context, enqueue }) => {
      const { stream, message } = streams.askForContacts(context.stream);
      enqueue.assign({ stream });
      enqueue.sendParent({ type: 'subscription.send', message } satisfies ContactFeedReport);
    }),
    wantPast: assign(({ context }) => {
      const { stream, reception } = context;
      const isAwaited = !stream.wantsPast && !hasAll(context);
      return {
        stream: streams.wantPast(stream, hasAll(context)),
        reception: isAwaited ? receptions.awaitPast(reception) : reception,
      };
    }),
    unsubscribe: sendParent({
      type: 'subscription.send',
      message: { type: 'unsubscribe', payload: 'receivers' },
    } satisfies ContactFeedReport),
    reportUnanswered: sendParent({ type: 'subscription.unanswered' } satisfies ContactFeedReport),
    stopAsking: assign({ stream: ({ context }) => streams.stopAsking(context.stream) }),
    forget: assign(({ context }) => ({
      stream: streams.forgetContacts(context.stream),
      reception: receptions.untouchedReception,
    })),
  },
}).createMachine({
  id: 'contactFeed',
  context: ({ input }) => ({
    ...input,
    stream: streams.untouchedStream,
    reception: receptions.untouchedReception,
  }),
  initial: 'down',
  on: {
    'line.silent': { actions: 'noteMissing' },
    'line.heard': { actions: 'noteReception' },
    'past.wanted': { actions: 'wantPast' },
  },
  states: {
    down: {
      initial: 'unwanted',
      on: { 'message.received': { actions: { type: 'receive', params: theEvent } } },
      states: {
        unwanted: { on: { 'contacts.wanted': 'waiting', 'line.opened': '#unwanted' } },
        waiting: { on: { 'contacts.unwanted': 'unwanted', 'line.opened': '#asking' } },
        cut: {
          tags: 'gap',
          on: {
            'contacts.unwanted': { target: 'unwanted', actions: 'forget' },
            /**
             * Only notes this: once the line is back, earlier contacts are requested with the missing ones.
             * They count as missing until then.
             */
            'past.wanted': { actions: ['wantPast', 'stopAsking'] },
            'line.opened': '#askingAgain',
          },
        },
      },
    },
    up: {
      initial: 'unwanted',
      on: {
        'message.received': { actions: [{ type: 'receive', params: theEvent }, 'noteReception'] },
      },
      states: {
        unwanted: { id: 'unwanted', on: { 'contacts.wanted': 'wanted', 'line.lost': '#contactFeed.down' } },
        wanted: {
          initial: 'asking',
          on: {
            'contacts.unwanted': { target: 'unwanted', actions: ['unsubscribe', 'forget'] },
            'past.wanted': [
              { guard: 'hasPast', actions: 'wantPast' },
              { guard: 'hasBegun', target: '.askingAgain', actions: 'wantPast' },
              { target: '.asking', actions: 'wantPast' },
            ],
            'line.lost': [
              { guard: 'hasBegun', target: '#contactFeed.down.cut', actions: ['stopAsking', 'noteMissing'] },
              { target: '#contactFeed.down.waiting', actions: 'stopAsking' },
            ],
          },
          states: {
            asking: {
              id: 'asking',
              tags: 'busy',
              entry: 'subscribe',
              after: { replyTimeout: { actions: 'reportUnanswered' } },
              always: [
                { guard: 'isRestoring', target: 'restoring' },
                { guard: 'isAnswered', target: 'live' },
              ],
            },
            live: { tags: 'ready', always: { guard: 'isMissing', target: 'catchingUp' } },
            askingAgain: {
              id: 'askingAgain',
              tags: ['busy', 'gap'],
              entry: 'subscribe',
              after: { replyTimeout: { actions: 'reportUnanswered' } },
              always: [
                { guard: 'isWhole', target: 'live' },
                { guard: 'isRestoring', target: 'restoring' },
                { guard: 'isMissing', target: 'catchingUp' },
              ],
            },
            catchingUp: {
              tags: ['ready', 'gap'],
              after: { gapWait: 'askingAgain' },
              always: { guard: 'isWhole', target: 'live' },
              on: { 'gap.narrowed': { target: 'catchingUp', reenter: true } },
            },
            restoring: {
              tags: ['ready', 'gap'],
              after: { storedWait: 'askingAgain' },
              always: [
                { guard: 'isWhole', target: 'live' },
                { guard: 'isMissing', target: 'catchingUp' },
              ],
              on: { 'gap.narrowed': { target: 'restoring', reenter: true } },
            },
          },
        },
      },
    },
  },
});

/** Returns true if all contacts of the window's time have arrived. */
function hasAll({ reception: { wholeAt, gaps }, now }: ContactFeedContext): boolean {
  return wholeAt !== null && receptions.isWholeSince(gaps, now() - keptMs);
}

export type ContactFeedRef = ActorRefFrom<typeof contactFeedMachine>;

/** Undefined until the session has a socket. */
type ContactFeedSnapshot = SnapshotFrom<typeof contactFeedMachine> | undefined;

/** Returns true while lost contacts are being recovered, but not while only earlier ones load (LIVE-34). */
export function selectGap(snapshot: ContactFeedSnapshot): boolean {
  return snapshot !== undefined && snapshot.hasTag('gap') && !streams.seeksPast(snapshot.context.stream);
}

/**
 * Returns from when on (ms since the epoch, the host's clock) contacts of the window are missing for good;
 * null if none are.
 */
export function selectIncompleteSince(snapshot: ContactFeedSnapshot): number | null {
  return snapshot?.context.stream.incompleteSince ?? null;
}

const noGaps: readonly receptions.ReceptionGap[] = [];

/** Returns the times with missing contacts. */
export function selectGaps(snapshot: ContactFeedSnapshot): readonly receptions.ReceptionGap[] {
  return snapshot?.context.reception.gaps ?? noGaps;
}
