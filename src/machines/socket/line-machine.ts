import { assign, enqueueActions, sendParent, sendTo, setup, stateIn } from 'xstate';
import { closeCodes, silenceMs } from '../../model/contract/socket-messages.ts';
import * as timing from '../../model/live/line-timing.ts';
import { pageMachine } from '../page/page-machine.ts';
import { notProvidedCallback } from '../support/not-provided.ts';
import type { ConnectionInput } from './connection.ts';
import { contactFeedMachine } from './contact-feed-machine.ts';
import * as rules from './line-rules.ts';
import type { ConnectionCommand, LineContext, SocketEvent, SocketFact, SocketInput } from './socket-events.ts';
import { addSubscription, removeSubscription, subscribersOf, wantsContacts } from './subscriptions.ts';

/**
 * The live line to one system (SOCK-8, SOCK-9): region `line` opens it, watches that it lives and opens it
 * again; region `host` is whether words come over it (tag `silent`); region `page` hears what happens around
 * it. Its contact feed lasts as long as it does, and knows what is missing.
 */
export const lineMachine = setup({
  types: {
    input: {} as SocketInput,
    context: {} as LineContext,
    events: {} as SocketEvent,
    tags: {} as 'busy' | 'ready' | 'failed' | 'silent',
    children: {} as { connection: 'connection'; contactFeed: 'contactFeed'; page: 'page' },
  },
  actors: {
    connection: notProvidedCallback<ConnectionCommand, ConnectionInput>(),
    contactFeed: contactFeedMachine,
    page: pageMachine,
  },
  delays: {
    connectTimeout: timing.connectTimeoutMs,
    replyTimeout: timing.replyTimeoutMs,
    silence: silenceMs,
    quiet: timing.quietMs,
    quietTick: timing.quietTickMs,
    settled: timing.settledMs,
    backOff: ({ context }) => timing.backOffMs(context.attempt, context.random()),
    tokenTimeout: timing.tokenTimeoutMs,
    offlineWait: timing.offlineWaitMs,
  },
  guards: {
    isGreeting: ({ context, event }) => rules.beatingSystem(event) === context.mitasId,
    isOfAnotherSystem: ({ context, event }) => ![undefined, context.mitasId].includes(rules.beatingSystem(event)),
    isUnauthorized: ({ event }) => rules.closeCode(event) === closeCodes.unauthorized,
    isRefused: ({ event }) => rules.isRefusal(rules.closeCode(event)),
    isOriginRefused: ({ event }) => rules.closeCode(event) === closeCodes.originRefused,
    isOffline: stateIn({ page: { watched: 'offline' } }),
    hasAttemptsLeft: ({ context }) => context.attempt < timing.maxAttempts,
  },
  actions: {
    /** One word to all who wait for it: the other regions, the contact feed, the session. */
    announceOpen: enqueueActions(({ enqueue }) => {
      enqueue.raise({ type: 'line.opened' });
      enqueue.sendTo('contactFeed', { type: 'line.opened' });
      enqueue.sendParent({ type: 'line.opened' } satisfies SocketFact);
    }),
    announceLost: enqueueActions(({ enqueue }) => {
      enqueue.raise({ type: 'line.lost' });
      enqueue.sendTo('contactFeed', { type: 'line.lost' });
      enqueue.sendParent({ type: 'line.lost' } satisfies SocketFact);
    }),
    announceSilence: sendTo('contactFeed', { type: 'line.silent' }),
    announceWord: sendTo('contactFeed', { type: 'line.heard' }),
    reportFailed: sendParent({ type: 'line.failed' } satisfies SocketFact),
    reportUnauthorized: sendParent({ type: 'line.unauthorized' } satisfies SocketFact),
    reportRefused: sendParent(({ event }) => ({ type: 'line.refused', code: rules.closeCode(event) ?? 0 })),
    reportBroken: sendParent(({ event }) => ({ type: 'line.broken', error: rules.errorIn(event) }) satisfies SocketFact),
    reportUnsent: enqueueActions(({ event, enqueue }) => {
      if (event.type === 'line.send') enqueue.sendParent({ type: 'line.sendRefused', message: event.message });
    }),
    countAttempt: assign({ attempt: ({ context }) => context.attempt + 1 }),
    resetAttempts: assign({ attempt: 0 }),
    countRejected: assign(({ context, event }) => rules.withRejected(context, event)),
    /** Provided by the composition root: SOCK-3, unparseable messages are logged only. */
    logRejected: () => {},
    addSubscription: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'subscription.added') return;
      const subscriptions = addSubscription(context.subscriptions, event);
      enqueue.assign({ subscriptions });
      if (!wantsContacts(context) && wantsContacts({ subscriptions })) enqueue.sendTo('contactFeed', { type: 'contacts.wanted' });
    }),
    removeSubscription: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'subscription.removed') return;
      const subscriptions = removeSubscription(context.subscriptions, event);
      enqueue.assign({ subscriptions });
      if (wantsContacts(context) && !wantsContacts({ subscriptions }))
        enqueue.sendTo('contactFeed', { type: 'contacts.unwanted' });
    }),
    ping: sendTo('connection', { type: 'connection.send', message: { type: 'ping' } }),
    authenticate: sendTo('connection', { type: 'connection.authenticate' }),
    sendMessage: enqueueActions(({ event, enqueue }) => {
      if (event.type !== 'line.send' && event.type !== 'subscription.send') return;
      enqueue.sendTo('connection', { type: 'connection.send', message: event.message });
    }),
    noteWord: assign(({ context }) => ({ heardAt: context.now(), silentFor: 0 })),
    countSilence: assign(({ context }) => ({ silentFor: Math.round((context.now() - context.heardAt) / 1_000) })),
    deliverContacts: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'contacts.received') return;
      for (const subscriber of subscribersOf(context.subscriptions, 'contact')) enqueue.sendTo(subscriber, event);
    }),
    /** The contact feed hears first: an opening that follows asks from where it then stands. */
    deliver: enqueueActions(({ context, event, enqueue }) => {
      const message = rules.messageIn(event);
      if (message === undefined) return;
      enqueue.sendTo('contactFeed', { type: 'message.received', message });
      for (const subscriber of message.type === 'contact' ? [] : subscribersOf(context.subscriptions, message.type))
        enqueue.sendTo(subscriber, { type: 'message.received', message });
    }),
  },
}).createMachine({
  id: 'line',
  context: ({ input }) => ({ ...input, ...rules.untriedLine }),
  type: 'parallel',
  invoke: {
    id: 'contactFeed',
    src: 'contactFeed',
    input: ({ context }) => ({ now: context.now }),
    onError: { actions: 'reportBroken' },
  },
  on: {
    'contacts.received': { actions: 'deliverContacts' },
    'subscription.added': { actions: 'addSubscription' },
    'subscription.removed': { actions: 'removeSubscription' },
  },
  states: {
    line: {
      initial: 'disconnected',
      states: {
        disconnected: { on: { 'line.connect': 'attached' } },
        attached: {
          invoke: { id: 'connection', src: 'connection', input: ({ context }) => ({ url: context.url }), onError: 'lost' },
          initial: 'opening',
          on: {
            'connection.closed': [
              { guard: 'isUnauthorized', target: 'waitingForToken' },
              { guard: 'isRefused', target: 'refused' },
              { guard: 'isOriginRefused', target: 'originRefused' },
              { target: 'lost' },
            ],
            'connection.frameRejected': { actions: ['countRejected', 'logRejected'] },
            'clock.jumped': 'lost',
            'page.forgotten': 'suspended',
          },
          states: {
            opening: {
              tags: 'busy',
              after: { connectTimeout: '#lost' },
              on: {
                'connection.messageReceived': [
                  { guard: 'isGreeting', target: 'open', actions: 'deliver' },
                  { guard: 'isOfAnotherSystem', target: '#lost' },
                ],
              },
            },
            open: {
              tags: 'ready',
              initial: 'hearing',
              entry: 'announceOpen',
              exit: 'announceLost',
              after: { settled: { actions: 'resetAttempts' } },
              on: {
                'subscription.unanswered': '#lost',
                'subscription.send': { actions: 'sendMessage' },
                'token.renewed': { actions: 'authenticate' },
                'line.send': { actions: 'sendMessage' },
              },
              states: {
                hearing: {
                  after: { silence: '#lost' },
                  on: {
                    'connection.messageReceived': [
                      { guard: 'isOfAnotherSystem', target: '#lost' },
                      { target: 'hearing', reenter: true, actions: 'deliver' },
                    ],
                    'connection.frameRejected': { target: 'hearing', reenter: true, actions: ['countRejected', 'logRejected'] },
                    'page.shown': 'checking',
                    'network.lost': 'checking',
                    'network.returned': 'checking',
                  },
                },
                checking: {
                  entry: 'ping',
                  after: { replyTimeout: '#lost' },
                  on: {
                    'connection.messageReceived': [
                      { guard: 'isOfAnotherSystem', target: '#lost' },
                      { target: 'hearing', actions: 'deliver' },
                    ],
                  },
                },
              },
            },
          },
        },
        lost: {
          id: 'lost',
          always: [
            { guard: 'isOffline', target: 'offline' },
            { guard: 'hasAttemptsLeft', target: 'retrying' },
            { target: 'failed' },
          ],
        },
        /**
         * Without a network an attempt in vain says nothing; one now and then is made all the same, for a
         * host on this very machine.
         */
        offline: {
          tags: 'busy',
          after: { offlineWait: 'attached' },
          on: {
            'network.returned': { target: 'attached', actions: 'resetAttempts' },
            'page.forgotten': 'suspended',
          },
        },
        retrying: {
          tags: 'busy',
          entry: 'countAttempt',
          after: { backOff: 'attached' },
          on: {
            'page.shown': 'attached',
            'network.returned': 'attached',
            'network.lost': 'offline',
            'page.forgotten': 'suspended',
          },
        },
        waitingForToken: {
          tags: 'busy',
          entry: ['countAttempt', 'reportUnauthorized'],
          after: { tokenTimeout: 'failed' },
          on: { 'token.renewed': [{ guard: 'hasAttemptsLeft', target: 'attached' }, { target: 'failed' }] },
        },
        suspended: { tags: 'busy', on: { 'page.shown': 'attached' } },
        failed: {
          tags: 'failed',
          entry: 'reportFailed',
          on: {
            'line.retry': { target: 'attached', actions: 'resetAttempts' },
            'network.returned': { target: 'attached', actions: 'resetAttempts' },
            'token.renewed': { target: 'attached', actions: 'resetAttempts' },
          },
        },
        /** Asking again would get the same answer: its operator has to let this page's address in first. */
        originRefused: {
          tags: 'failed',
          entry: 'reportFailed',
          on: { 'line.retry': { target: 'attached', actions: 'resetAttempts' } },
        },
        refused: {
          tags: 'failed',
          entry: 'reportRefused',
          on: { 'line.retry': { target: 'attached', actions: 'resetAttempts' } },
        },
      },
      on: { 'line.send': { actions: 'reportUnsent' } },
    },
    host: {
      initial: 'unheard',
      states: {
        unheard: { on: { 'line.opened': 'heard' } },
        heard: {
          entry: 'noteWord',
          after: { quiet: { target: 'silent', actions: 'announceSilence' } },
          on: {
            'connection.messageReceived': { target: 'heard', reenter: true },
            'connection.frameRejected': { target: 'heard', reenter: true },
            'line.lost': 'lost',
          },
        },
        silent: {
          tags: 'silent',
          entry: 'countSilence',
          after: { quietTick: { target: 'silent', reenter: true } },
          on: {
            'connection.messageReceived': { target: 'heard', actions: 'announceWord' },
            'connection.frameRejected': { target: 'heard', actions: 'announceWord' },
            'line.lost': 'lost',
          },
        },
        lost: { on: { 'line.opened': 'heard' } },
      },
    },
    page: {
      initial: 'watched',
      states: {
        watched: {
          invoke: { id: 'page', src: 'page', onError: 'unwatched' },
          initial: 'online',
          states: { online: { on: { 'network.lost': 'offline' } }, offline: { on: { 'network.returned': 'online' } } },
        },
        unwatched: {},
      },
    },
  },
});
