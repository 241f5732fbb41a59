import { assign, enqueueActions, raise, sendParent, sendTo, setup, stateIn } from 'xstate';
import { closeCodes, silenceMs } from '../../model/contract/socket-messages.ts';
import {
  askForContacts,
  type ContactStream,
  hasBegun,
  stopAsking,
  streamStatus,
  takeIn,
  untouchedStream,
} from '../../model/live/contact-stream.ts';
import * as timing from '../../model/live/line-timing.ts';
import { missing, type Reception, refilled, untouchedReception } from '../../model/live/reception.ts';
import { pageMachine } from '../page/page-machine.ts';
import { notProvidedCallback } from '../support/not-provided.ts';
import type { ConnectionInput } from './connection.ts';
import type { ConnectionCommand, SocketEvent, SocketFact, SocketInput } from './socket-events.ts';
import * as rules from './socket-rules.ts';
import { addSubscription, type CountedSubscription, removeSubscription, subscribersOf } from './subscriptions.ts';

export type SocketContext = SocketInput & {
  subscriptions: readonly CountedSubscription[];
  stream: ContactStream;
  reception: Reception;
  /** When the last frame came, by `now`, and for how many whole seconds none has come; 0 until that is worth telling. */
  heardAt: number;
  silentFor: number;
  /** Attempts since the line last held. */
  attempt: number;
  /** Frames that were no message, and types that are not in the contract. */
  rejectedFrames: number;
  unknownMessages: number;
};

/**
 * The live line to one system (SOCK-8, SOCK-9): region `line` opens it, watches that it lives and opens it again; region
 * `contacts` subscribes and knows what is missing (tag `gap`); region `host` tells when no word comes over an open line (tag `silent`);
 * region `page` hears what happens around it.
 */
export const socketMachine = setup({
  types: {
    input: {} as SocketInput,
    context: {} as SocketContext,
    events: {} as SocketEvent,
    tags: {} as 'busy' | 'ready' | 'failed' | 'gap' | 'silent',
  },
  actors: {
    connection: notProvidedCallback<ConnectionCommand, ConnectionInput>(),
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
    gapWait: timing.gapWaitMs,
    storedWait: timing.storedWaitMs,
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
    wantsContacts: ({ context }) => subscribersOf(context.subscriptions, 'contact').length > 0,
    wantsNoContacts: ({ context }) => subscribersOf(context.subscriptions, 'contact').length === 0,
    hasBegun: ({ context }) => hasBegun(context.stream),
    isAnswered: ({ context }) => streamStatus(context.stream) !== 'asked',
    isWhole: ({ context }) => streamStatus(context.stream) === 'whole',
    isMissing: ({ context }) => streamStatus(context.stream) === 'missing',
    isRestoring: ({ context }) => streamStatus(context.stream) === 'restoring',
    bringsNearer: ({ context, event }) => rules.bringsNearer(context.stream, event),
  },
  actions: {
    tellOpened: sendParent({ type: 'line.opened' } satisfies SocketFact),
    tellLost: sendParent({ type: 'line.lost' } satisfies SocketFact),
    tellFailed: sendParent({ type: 'line.failed' } satisfies SocketFact),
    tellUnauthorized: sendParent({ type: 'line.unauthorized' } satisfies SocketFact),
    tellRefused: sendParent(({ event }) => ({ type: 'line.refused', code: rules.closeCode(event) ?? 0 })),
    tellSendRefused: enqueueActions(({ event, enqueue }) => {
      if (event.type === 'line.send') enqueue.sendParent({ type: 'line.sendRefused', message: event.message });
    }),
    countAttempt: assign({ attempt: ({ context }) => context.attempt + 1 }),
    resetAttempts: assign({ attempt: 0 }),
    countRejected: assign(({ context, event }) => rules.withRejected(context, event)),
    /** Provided by the composition root: SOCK-3, unparseable messages are logged only. */
    logRejected: () => {},
    addSubscription: assign(({ context, event }) =>
      event.type === 'subscription.added' ? { subscriptions: addSubscription(context.subscriptions, event) } : {},
    ),
    removeSubscription: assign(({ context, event }) =>
      event.type === 'subscription.removed' ? { subscriptions: removeSubscription(context.subscriptions, event) } : {},
    ),
    announceOpen: raise({ type: 'line.opened' }),
    announceLost: raise({ type: 'line.lost' }),
    announceStall: raise({ type: 'line.stalled' }),
    ping: sendTo('connection', { type: 'connection.send', message: { type: 'ping' } }),
    authenticate: sendTo('connection', { type: 'connection.authenticate' }),
    sendCommand: enqueueActions(({ event, enqueue }) => {
      if (event.type === 'line.send') enqueue.sendTo('connection', { type: 'connection.send', message: event.message });
    }),
    subscribe: enqueueActions(({ context, enqueue }) => {
      const { stream, message } = askForContacts(context.stream);
      enqueue.assign({ stream });
      enqueue.sendTo('connection', { type: 'connection.send', message });
    }),
    unsubscribe: sendTo('connection', { type: 'connection.send', message: { type: 'unsubscribe', payload: 'receivers' } }),
    noteWord: assign(({ context }) => ({ heardAt: context.now(), silentFor: 0 })),
    countSilence: assign(({ context }) => ({ silentFor: Math.round((context.now() - context.heardAt) / 1_000) })),
    noteReception: assign(({ context }) => ({
      reception: rules.receptionAt(context.reception, context.stream, context.now()),
    })),
    noteMissing: assign(({ context }) => ({ reception: missing(context.reception) })),
    stopAsking: assign({ stream: ({ context }) => stopAsking(context.stream) }),
    forgetStream: assign(({ context }) => ({ stream: rules.forgotten(context.stream), reception: untouchedReception })),
    takeIn: enqueueActions(({ context, event, enqueue }) => {
      const message = rules.messageIn(event);
      if (message === undefined) return;
      const { stream, fresh, stored, refilled: fill } = takeIn(context.stream, message);
      enqueue.assign({ stream, ...(fill && { reception: refilled(context.reception, fill.since, fill.complete) }) });
      for (const subscriber of fresh.length === 0 ? [] : subscribersOf(context.subscriptions, 'contact'))
        enqueue.sendTo(subscriber, { type: 'contacts.received', contacts: fresh, stored });
    }),
    deliver: enqueueActions(({ context, event, enqueue }) => {
      const message = rules.messageIn(event);
      if (message === undefined || message.type === 'contact') return;
      for (const subscriber of subscribersOf(context.subscriptions, message.type))
        enqueue.sendTo(subscriber, { type: 'message.received', message });
    }),
  },
}).createMachine({
  id: 'socket',
  context: ({ input }) => ({
    ...input,
    subscriptions: [],
    stream: untouchedStream,
    reception: untouchedReception,
    heardAt: 0,
    silentFor: 0,
    attempt: 0,
    rejectedFrames: 0,
    unknownMessages: 0,
  }),
  type: 'parallel',
  on: {
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
              entry: ['announceOpen', 'tellOpened'],
              exit: ['announceLost', 'tellLost'],
              after: { settled: { actions: 'resetAttempts' } },
              on: {
                'line.stalled': '#lost',
                'token.renewed': { actions: 'authenticate' },
                'line.send': { actions: 'sendCommand' },
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
        /** Without a network an attempt in vain says nothing; one now and then is made all the same, for a host on this very machine. */
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
          entry: ['countAttempt', 'tellUnauthorized'],
          after: { tokenTimeout: 'failed' },
          on: { 'token.renewed': [{ guard: 'hasAttemptsLeft', target: 'attached' }, { target: 'failed' }] },
        },
        suspended: { tags: 'busy', on: { 'page.shown': 'attached' } },
        failed: {
          tags: 'failed',
          entry: 'tellFailed',
          on: {
            'line.retry': { target: 'attached', actions: 'resetAttempts' },
            'network.returned': { target: 'attached', actions: 'resetAttempts' },
            'token.renewed': { target: 'attached', actions: 'resetAttempts' },
          },
        },
        /** Asking again would get the same answer: its operator has to let this page's address in first. */
        originRefused: {
          tags: 'failed',
          entry: 'tellFailed',
          on: { 'line.retry': { target: 'attached', actions: 'resetAttempts' } },
        },
        refused: {
          tags: 'failed',
          entry: 'tellRefused',
          on: { 'line.retry': { target: 'attached', actions: 'resetAttempts' } },
        },
      },
      on: { 'line.send': { actions: 'tellSendRefused' } },
    },
    contacts: {
      initial: 'down',
      states: {
        down: {
          initial: 'unwanted',
          on: { 'connection.messageReceived': { actions: 'takeIn' } },
          states: {
            unwanted: {
              always: { guard: 'wantsContacts', target: 'waiting' },
              on: { 'line.opened': '#contactsUnwanted' },
            },
            waiting: {
              always: { guard: 'wantsNoContacts', target: 'unwanted' },
              on: { 'line.opened': '#asking' },
            },
            cut: {
              tags: 'gap',
              always: { guard: 'wantsNoContacts', target: 'unwanted', actions: 'forgetStream' },
              on: { 'line.opened': '#askingAgain' },
            },
          },
        },
        up: {
          initial: 'unwanted',
          on: {
            'connection.messageReceived': { actions: ['takeIn', 'noteReception'] },
            'line.lost': [
              { guard: 'hasBegun', target: 'down.cut', actions: ['stopAsking', 'noteMissing'] },
              { target: 'down', actions: 'stopAsking' },
            ],
          },
          states: {
            unwanted: { id: 'contactsUnwanted', always: { guard: 'wantsContacts', target: '#asking' } },
            wanted: {
              initial: 'asking',
              always: { guard: 'wantsNoContacts', target: 'unwanted', actions: ['unsubscribe', 'forgetStream'] },
              states: {
                asking: {
                  id: 'asking',
                  tags: 'busy',
                  entry: 'subscribe',
                  after: { replyTimeout: { actions: 'announceStall' } },
                  always: { guard: 'isAnswered', target: 'live' },
                },
                live: { tags: 'ready', always: { guard: 'isMissing', target: 'catchingUp' } },
                askingAgain: {
                  id: 'askingAgain',
                  tags: ['busy', 'gap'],
                  entry: 'subscribe',
                  after: { replyTimeout: { actions: 'announceStall' } },
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
                  on: {
                    'connection.messageReceived': {
                      guard: 'bringsNearer',
                      target: 'catchingUp',
                      reenter: true,
                      actions: ['takeIn', 'noteReception'],
                    },
                  },
                },
                restoring: {
                  tags: ['ready', 'gap'],
                  after: { storedWait: 'askingAgain' },
                  always: [
                    { guard: 'isWhole', target: 'live' },
                    { guard: 'isMissing', target: 'catchingUp' },
                  ],
                  on: {
                    'connection.messageReceived': {
                      guard: 'bringsNearer',
                      target: 'restoring',
                      reenter: true,
                      actions: ['takeIn', 'noteReception'],
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
    host: {
      initial: 'unheard',
      states: {
        unheard: { on: { 'line.opened': 'heard' } },
        heard: {
          entry: 'noteWord',
          after: { quiet: 'silent' },
          on: {
            'connection.messageReceived': { target: 'heard', reenter: true },
            'connection.frameRejected': { target: 'heard', reenter: true },
            'line.lost': 'lost',
          },
        },
        silent: {
          tags: 'silent',
          entry: ['countSilence', 'noteMissing'],
          after: { quietTick: { target: 'silent', reenter: true } },
          on: {
            'connection.messageReceived': 'heard',
            'connection.frameRejected': { target: 'heard', actions: 'noteReception' },
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
