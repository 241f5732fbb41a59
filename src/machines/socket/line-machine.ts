import { assign, enqueueActions, sendParent, sendTo, setup, stateIn } from 'xstate';
import { type CommandMessage, type Outgoing, closeCodes, silenceMs } from '../../model/contract/socket-messages.ts';
import * as timing from '../../model/live/line-timing.ts';
import { pageMachine } from '../page/page-machine.ts';
import { notProvidedCallback } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import type { ConnectionInput } from './connection.ts';
import type { ContactsReceived } from './contact-feed-events.ts';
import { contactFeedMachine } from './contact-feed-machine.ts';
import * as rules from './line-rules.ts';
import type * as socket from './socket-events.ts';
import { counted, subscribersOf, wantsContacts } from './subscriptions.ts';

/**
 * The live line to one system (SOCK-8, SOCK-9). Region `line` opens it, checks that it is alive and opens it
 * again; region `host` is whether messages arrive (tag `silent`); region `page` follows the page's
 * surroundings. The contact feed runs as long as the line's actor, and knows what is missing.
 */
export const lineMachine = setup({
  types: {} as {
    input: socket.SocketInput;
    context: socket.LineContext;
    events: socket.SocketEvent;
    tags: 'busy' | 'ready' | 'failed' | 'silent';
    children: { connection: 'connection'; contactFeed: 'contactFeed'; page: 'page' };
  },
  actors: {
    connection: notProvidedCallback<socket.ConnectionCommand, ConnectionInput>(),
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
    isGreeting: ({ context: { mitasId } }, { message }: socket.MessageReceived) => rules.isHeartbeatOf(mitasId, message),
    isOfAnotherSystem: ({ context: { mitasId } }, { message }: socket.MessageReceived) => rules.isOfAnother(mitasId, message),
    isUnauthorized: (_, { code }: socket.Closed) => code === closeCodes.unauthorized,
    isRefused: (_, { code }: socket.Closed) => code === closeCodes.forbidden || code === closeCodes.noSuchSystem,
    isOriginRefused: (_, { code }: socket.Closed) => code === closeCodes.originRefused,
    isOffline: stateIn({ page: { watched: 'offline' } }),
    hasAttemptsLeft: ({ context }) => context.attempt < timing.maxAttempts,
  },
  actions: {
    /** Announces a change of the line to the other regions, the contact feed and the session. */
    announce: enqueueActions(({ enqueue }, change: socket.LineChange) => {
      enqueue.raise(change);
      enqueue.sendTo('contactFeed', change);
      enqueue.sendParent(change satisfies socket.SocketFact);
    }),
    announceSilence: sendTo('contactFeed', { type: 'line.silent' }),
    passWish: sendTo('contactFeed', { type: 'past.wanted' }),
    announceWord: sendTo('contactFeed', { type: 'line.heard' }),
    reportFailed: sendParent({ type: 'line.failed' } satisfies socket.SocketFact),
    reportUnauthorized: sendParent({ type: 'line.unauthorized' } satisfies socket.SocketFact),
    reportRefused: sendParent((_, { code }: socket.Closed): socket.SocketFact => ({ type: 'line.refused', code })),
    reportBroken: sendParent((_, { error }: { error: unknown }): socket.SocketFact => ({ type: 'line.broken', error })),
    reportUnsent: sendParent((_, message: CommandMessage): socket.SocketFact => ({ type: 'line.sendRefused', message })),
    countAttempt: assign({ attempt: ({ context }) => context.attempt + 1 }),
    resetAttempts: assign({ attempt: 0 }),
    countRejected: assign(({ context }, frame: socket.RejectedFrame) => rules.withRejected(context, frame)),
    /**
     * Provided by the composition root: logs unreadable messages (SOCK-3). It is written out because the
     * compiler infers no params from a ready-made action.
     */
    logRejected: (_args, _frame: socket.RejectedFrame) => {},
    countSubscription: enqueueActions(({ context, enqueue }, { by, ...subscription }: socket.Subscription & { by: 1 | -1 }) => {
      const subscriptions = counted(context.subscriptions, subscription, by);
      const isWanted = wantsContacts({ subscriptions });
      enqueue.assign({ subscriptions });
      if (isWanted !== wantsContacts(context))
        enqueue.sendTo('contactFeed', { type: isWanted ? 'contacts.wanted' : 'contacts.unwanted' });
    }),
    ping: sendTo('connection', { type: 'connection.send', message: { type: 'ping' } }),
    authenticate: sendTo('connection', { type: 'connection.authenticate' }),
    sendMessage: sendTo('connection', (_, { message }: { message: Outgoing }) => ({ type: 'connection.send', message })),
    noteWord: assign(({ context }) => ({ heardAt: context.now(), silentFor: 0 })),
    countSilence: assign(({ context }) => ({ silentFor: Math.round((context.now() - context.heardAt) / 1_000) })),
    deliverContacts: enqueueActions(({ context, enqueue }, received: ContactsReceived) => {
      for (const subscriber of subscribersOf(context.subscriptions, 'contact')) enqueue.sendTo(subscriber, received);
    }),
    /**
     * The contact feed gets a message first, so that after a reopening it requests contacts from the right
     * position.
     */
    deliver: enqueueActions(({ context, enqueue }, { message }: socket.MessageReceived) => {
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
    onError: { actions: { type: 'reportBroken', params: theEvent } },
  },
  on: {
    'past.wanted': { actions: 'passWish' },
    'contacts.received': { actions: { type: 'deliverContacts', params: theEvent } },
    'subscription.added': { actions: { type: 'countSubscription', params: ({ event }) => ({ ...event, by: 1 }) } },
    'subscription.removed': { actions: { type: 'countSubscription', params: ({ event }) => ({ ...event, by: -1 }) } },
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
              { guard: { type: 'isUnauthorized', params: theEvent }, target: 'waitingForToken' },
              {
                guard: { type: 'isRefused', params: theEvent },
                target: 'refused',
                actions: { type: 'reportRefused', params: theEvent },
              },
              { guard: { type: 'isOriginRefused', params: theEvent }, target: 'originRefused' },
              { target: 'lost' },
            ],
            'connection.frameRejected': {
              actions: [
                { type: 'countRejected', params: theEvent },
                { type: 'logRejected', params: theEvent },
              ],
            },
            'clock.jumped': 'lost',
            'page.forgotten': 'suspended',
          },
          states: {
            opening: {
              tags: 'busy',
              after: { connectTimeout: '#lost' },
              on: {
                'connection.messageReceived': [
                  {
                    guard: { type: 'isGreeting', params: theEvent },
                    target: 'open',
                    actions: { type: 'deliver', params: theEvent },
                  },
                  { guard: { type: 'isOfAnotherSystem', params: theEvent }, target: '#lost' },
                ],
              },
            },
            open: {
              tags: 'ready',
              initial: 'hearing',
              entry: { type: 'announce', params: { type: 'line.opened' } },
              exit: { type: 'announce', params: { type: 'line.lost' } },
              after: { settled: { actions: 'resetAttempts' } },
              on: {
                'subscription.unanswered': '#lost',
                'subscription.send': { actions: { type: 'sendMessage', params: theEvent } },
                'token.renewed': { actions: 'authenticate' },
                'line.send': { actions: { type: 'sendMessage', params: theEvent } },
              },
              states: {
                hearing: {
                  after: { silence: '#lost' },
                  on: {
                    'connection.messageReceived': [
                      { guard: { type: 'isOfAnotherSystem', params: theEvent }, target: '#lost' },
                      { target: 'hearing', reenter: true, actions: { type: 'deliver', params: theEvent } },
                    ],
                    'connection.frameRejected': {
                      target: 'hearing',
                      reenter: true,
                      actions: [
                        { type: 'countRejected', params: theEvent },
                        { type: 'logRejected', params: theEvent },
                      ],
                    },
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
                      { guard: { type: 'isOfAnotherSystem', params: theEvent }, target: '#lost' },
                      { target: 'hearing', actions: { type: 'deliver', params: theEvent } },
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
         * Without a network, failed attempts do not count. From time to time one is made, because the host
         * may be on this machine.
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
        /** Retrying is useless until the operator allows this page's origin. */
        originRefused: {
          tags: 'failed',
          entry: 'reportFailed',
          on: { 'line.retry': { target: 'attached', actions: 'resetAttempts' } },
        },
        refused: {
          tags: 'failed',
          on: { 'line.retry': { target: 'attached', actions: 'resetAttempts' } },
        },
      },
      on: { 'line.send': { actions: { type: 'reportUnsent', params: ({ event }) => event.message } } },
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
