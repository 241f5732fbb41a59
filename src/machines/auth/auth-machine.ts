import { type ActorRefFrom, type EventObject, assign, sendParent, sendTo, setup } from 'xstate';
import { endsSession, isTokenMissing, toFailure } from '../../model/contract/failure.ts';
import { isFresh, untilRenewal } from '../../model/entities/access-token.ts';
import type { Notice } from '../../model/entities/notice.ts';
import { untilRetry } from '../../model/session/retry-wait.ts';
import type { SurroundingsEvent } from '../page/page-events.ts';
import { notify, retract } from '../snackbar/notify.ts';
import { enteredBy } from '../support/entered-by.ts';
import { type NoInput, notProvided, notProvidedCallback } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import type { AuthEvent, AuthReport, SessionMemory, SessionMemoryCommand, SessionMemoryEvent } from './auth-events.ts';
import * as rules from './auth-rules.ts';

/**
 * Who is logged in (ACC-9, ACC-10, ACC-14): finds the session at start-up, logs in and out, renews the token
 * 15 s before it expires, and reports to its parent. What comes of it the browser remembers
 * (`sessionMemory`). Tokens and passwords never stand in its context.
 */
export const authMachine = setup({
  types: {} as {
    context: rules.AuthContext;
    events: AuthEvent;
    input: rules.AuthInput;
    tags: 'busy' | 'ready' | 'failed' | 'anonymous' | 'authenticated';
  },
  actors: {
    readMemory: notProvided<SessionMemory, undefined>(),
    /**
     * Asks for a token by the refresh cookie. Like `logIn` and `renewSession` it keeps the token, which is
     * heard of as `token.kept` first.
     */
    refreshSession: notProvided<rules.TokenExpiry, undefined>(),
    logIn: notProvided<rules.TokenExpiry, rules.Credentials>(),
    renewSession: notProvided<void, undefined>(),
    sendLogout: notProvided<void, undefined>(),
    /** What this browser keeps of the session. */
    sessionMemory: notProvidedCallback<SessionMemoryCommand, NoInput, SessionMemoryEvent>(),
    surroundings: notProvidedCallback<EventObject, NoInput, SurroundingsEvent>(),
  },
  actions: {
    setExpiry: assign((_, { expiresAt }: rules.TokenExpiry) => ({ expiresAt, failure: null, failures: 0 })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    countFailure: assign(({ context }) => ({ failures: context.failures + 1 })),
    clearFailure: assign({ failure: null }),
    keep: sendTo('sessionMemory', (_, command: SessionMemoryCommand) => command),
    report: sendParent((_, report: AuthReport) => report),
    reportNone: sendParent({ type: 'auth.anonymous', reason: 'none' } satisfies AuthReport),
    notify: notify((_context, _event, notice: Notice) => notice),
    retractExpired: retract(rules.sessionExpired.key),
  },
  guards: {
    owesLogout: (_, { owesLogout }: SessionMemory) => owesLogout,
    hasFreshToken: ({ context }, { expiresAt }: SessionMemory) => expiresAt !== null && isFresh(expiresAt, context.now()),
    mayHaveSession: (_, { expiresAt, hasAuthenticated }: SessionMemory) => expiresAt !== null || hasAuthenticated,
    /** ERR-5: there simply is no session, and no message is shown. */
    isNoSession: (_, { error }: { error: unknown }) => isTokenMissing(toFailure(error)),
    endsSession: (_, { error }: { error: unknown }) => endsSession(toFailure(error)),
  },
  delays: {
    renewal: ({ context }) => untilRenewal(context.expiresAt, context.now()),
    retry: ({ context }) => untilRetry(context.failures),
  },
}).createMachine({
  id: 'auth',
  context: ({ input }) => ({ now: input.now, expiresAt: 0, failure: null, failures: 0 }),
  invoke: [
    {
      id: 'sessionMemory',
      src: 'sessionMemory',
      onError: { actions: { type: 'setFailure', params: theEvent } },
    },
    {
      id: 'surroundings',
      src: 'surroundings',
      onError: { actions: { type: 'setFailure', params: theEvent } },
    },
  ],
  initial: 'restoring',
  on: {
    'session.lost': { actions: { type: 'keep', params: { type: 'session.forget' } } },
    'session.endedElsewhere': { actions: { type: 'keep', params: { type: 'token.clear' } } },
  },
  states: {
    /** Tried again unasked, it keeps what it was tried for (SYS-17): the page goes on saying so meanwhile. */
    restoring: {
      tags: 'busy',
      exit: 'clearFailure',
      initial: 'remembering',
      states: {
        remembering: {
          invoke: {
            id: 'readMemory',
            src: 'readMemory',
            onDone: [
              { guard: { type: 'owesLogout', params: ({ event }) => event.output }, target: 'settlingLogout' },
              {
                guard: { type: 'hasFreshToken', params: ({ event }) => event.output },
                target: '#auth.authenticated',
                actions: { type: 'setExpiry', params: ({ event }) => ({ expiresAt: event.output.expiresAt ?? 0 }) },
              },
              { guard: { type: 'mayHaveSession', params: ({ event }) => event.output }, target: 'refreshing' },
              { target: '#auth.anonymous', actions: 'reportNone' },
            ],
            onError: { target: '#auth.unreachable', actions: { type: 'setFailure', params: theEvent } },
          },
        },
        /** A logout comes first. Where it cannot be sent, it stays owed: the next start tries again. */
        settlingLogout: {
          invoke: {
            id: 'sendLogout',
            src: 'sendLogout',
            onDone: {
              target: '#auth.anonymous',
              actions: [{ type: 'keep', params: { type: 'logout.settle' } }, 'reportNone'],
            },
            onError: { target: '#auth.anonymous', actions: 'reportNone' },
          },
        },
        refreshing: {
          invoke: {
            id: 'refreshSession',
            src: 'refreshSession',
            onDone: {
              target: '#auth.authenticated',
              actions: { type: 'setExpiry', params: ({ event }) => event.output },
            },
            onError: [
              {
                guard: { type: 'isNoSession', params: theEvent },
                target: '#auth.anonymous',
                actions: [{ type: 'keep', params: { type: 'session.forget' } }, 'reportNone'],
              },
              {
                guard: { type: 'endsSession', params: theEvent },
                target: '#auth.expired',
                actions: { type: 'keep', params: { type: 'session.forget' } },
              },
              { target: '#auth.unreachable', actions: { type: 'setFailure', params: theEvent } },
            ],
          },
        },
      },
    },
    unreachable: {
      tags: 'failed',
      entry: 'countFailure',
      after: { retry: 'restoring' },
      on: {
        'session.retry': { target: 'restoring', actions: 'clearFailure' },
        'network.returned': 'restoring',
        'clock.jumped': 'restoring',
        'login.submit': 'loggingIn',
      },
    },
    anonymous: {
      tags: ['ready', 'anonymous'],
      on: {
        'login.submit': 'loggingIn',
        'login.edit': { actions: 'clearFailure' },
        'session.startedElsewhere': { target: 'restoring', actions: 'clearFailure' },
      },
    },
    /** Logged out here, but the host could not be notified: restoring begins with sending the logout. */
    owingLogout: {
      tags: ['ready', 'anonymous'],
      on: {
        'login.submit': 'loggingIn',
        'network.returned': 'restoring',
        'clock.jumped': 'restoring',
        'session.startedElsewhere': 'restoring',
      },
    },
    expired: {
      tags: ['ready', 'anonymous'],
      entry: [
        { type: 'notify', params: rules.sessionExpired },
        { type: 'report', params: { type: 'auth.anonymous', reason: 'expired' } },
      ],
      on: {
        'login.submit': 'loggingIn',
        'session.startedElsewhere': 'restoring',
      },
    },
    loggingIn: {
      tags: ['busy', 'anonymous'],
      entry: ['clearFailure', 'retractExpired'],
      invoke: {
        id: 'logIn',
        src: 'logIn',
        input: ({ event }) => rules.credentialsIn(enteredBy(event, 'login.submit')),
        onDone: {
          target: 'authenticated',
          actions: { type: 'setExpiry', params: ({ event }) => event.output },
        },
        onError: {
          target: 'anonymous',
          actions: { type: 'setFailure', params: theEvent },
        },
      },
    },
    authenticated: {
      tags: 'authenticated',
      initial: 'fresh',
      // Also of a session that is restored: other tabs hear of its end by what is remembered of it.
      entry: [
        { type: 'keep', params: { type: 'session.remember' } },
        'retractExpired',
        { type: 'report', params: { type: 'auth.authenticated' } },
      ],
      exit: 'clearFailure',
      on: {
        'logout.submit': 'loggingOut',
        'session.lost': { target: 'expired', actions: { type: 'keep', params: { type: 'session.forget' } } },
        'session.endedElsewhere': {
          target: 'anonymous',
          actions: [
            { type: 'keep', params: { type: 'token.clear' } },
            { type: 'notify', params: rules.loggedOutElsewhere },
            { type: 'report', params: { type: 'auth.anonymous', reason: 'loggedOut' } },
          ],
        },
        'token.kept': {
          target: '.fresh',
          actions: [
            { type: 'setExpiry', params: theEvent },
            { type: 'report', params: { type: 'auth.renewed' } },
          ],
        },
      },
      states: {
        fresh: {
          tags: 'ready',
          after: { renewal: 'renewing' },
          on: {
            'session.renew': 'renewing',
            // Timers stand still while a computer sleeps: what is left is computed again.
            'network.returned': { target: 'fresh', reenter: true },
            'clock.jumped': { target: 'fresh', reenter: true },
          },
        },
        /**
         * Ends by the token that is kept, or by the loss of the session: both are heard of before an answer.
         */
        renewing: {
          tags: 'ready',
          invoke: {
            id: 'renewSession',
            src: 'renewSession',
            onError: { target: 'waiting', actions: { type: 'setFailure', params: theEvent } },
          },
        },
        waiting: {
          tags: 'ready',
          entry: 'countFailure',
          after: { retry: 'renewing' },
          on: {
            'session.renew': 'renewing',
            'network.returned': 'renewing',
            'clock.jumped': 'renewing',
          },
        },
      },
    },
    loggingOut: {
      tags: 'busy',
      entry: [
        { type: 'keep', params: { type: 'logout.owe' } },
        { type: 'report', params: { type: 'auth.leaving' } },
      ],
      exit: { type: 'keep', params: { type: 'session.forget' } },
      invoke: {
        id: 'sendLogout',
        src: 'sendLogout',
        onDone: {
          target: 'anonymous',
          actions: [
            { type: 'keep', params: { type: 'logout.settle' } },
            { type: 'report', params: { type: 'auth.anonymous', reason: 'loggedOut' } },
          ],
        },
        onError: {
          target: 'owingLogout',
          actions: [
            { type: 'notify', params: rules.logoutOwed },
            { type: 'report', params: { type: 'auth.anonymous', reason: 'loggedOut' } },
          ],
        },
      },
    },
  },
});

export type AuthRef = ActorRefFrom<typeof authMachine>;
