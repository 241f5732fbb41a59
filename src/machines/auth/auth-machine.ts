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
 * Manages the login (ACC-9, ACC-10, ACC-14): restores the session at start-up, logs in and out, renews the
 * token 15 s before it expires, and reports to its parent. The browser stores the outcome (`sessionMemory`).
 * Tokens and passwords are never in its context.
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
     * Gets a token with the refresh cookie. Like `logIn` and `renewSession`, it stores the token, so that
     * `token.kept` arrives before its result.
     */
    refreshSession: notProvided<rules.TokenExpiry, undefined>(),
    logIn: notProvided<rules.TokenExpiry, rules.Credentials>(),
    renewSession: notProvided<void, undefined>(),
    sendLogout: notProvided<void, undefined>(),
    /** Reads and stores the browser's session memory. */
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
    /** True if there is no session to restore, which is not reported to the person (ERR-5). */
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
    /** Clears the failure only on exit, so that the page still shows it during automatic retries (SYS-17). */
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
        /** Sends an owed logout first. If that fails, the logout stays owed until the next start. */
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
    /** Logged out, but the host could not be notified; the next restore begins with sending the logout. */
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
      // Stores this for a restored session too, because other tabs learn of its end through the session
      // memory.
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
            // Timers pause while a computer sleeps, so the remaining time is computed again.
            'network.returned': { target: 'fresh', reenter: true },
            'clock.jumped': { target: 'fresh', reenter: true },
          },
        },
        /**
         * Ends when a new token is stored or the session is lost; both events arrive before the call's
         * answer.
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
