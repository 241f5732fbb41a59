import { type ActorRefFrom, assign, sendParent, setup } from 'xstate';
import { type Failure, isSessionExpired, toFailure } from '../../model/contract/failure.ts';
import { untilRenewal } from '../../model/entities/access-token.ts';
import { sessionExpiredText } from '../../model/contract/failure.ts';
import { loginRefusedText } from '../../model/forms/login.ts';
import { notify, retract } from '../snackbar/notify.ts';
import { notProvided, notProvidedCallback } from '../support/not-provided.ts';
import type { AuthEvent, AuthReport } from './auth-events.ts';

type Session = { expiresAt: number };
type Credentials = { username: string; password: string };

/** `now` tells the time of the token's clock. `expiresAt` in ms since the epoch. `failure` is the last one that concerns the person. */
export type AuthContext = { now: () => number; expiresAt: number; failure: Failure | null; renewals: number };
export type AuthInput = { now: () => number };

/** How long a renewal that failed on the way waits before it is tried again: 5 s, twice as long each time, at most a minute. */
const firstRenewalRetryMs = 5_000;
const longestRenewalRetryMs = 60_000;

const expiredKey = 'sessionExpired';

/**
 * Who is logged in (ACC-9, ACC-10): finds the session at start-up, logs in and out, renews the token 15 s before it expires, and tells
 * its parent. Tokens and passwords never stand in its context.
 */
export const authMachine = setup({
  types: {
    context: {} as AuthContext,
    events: {} as AuthEvent,
    input: {} as AuthInput,
    tags: {} as 'busy' | 'ready' | 'failed' | 'anonymous' | 'authenticated',
  },
  actors: {
    restoreSession: notProvided<Session | null, undefined>(),
    logIn: notProvided<Session, Credentials>(),
    renewSession: notProvided<Session, undefined>(),
    logOut: notProvided<void, undefined>(),
    /** Sends what other tabs, the http client and the network tell: all of AuthEvent that no person does. */
    sessionNews: notProvidedCallback(),
  },
  actions: {
    setExpiry: assign((_, { expiresAt }: Session) => ({ expiresAt, failure: null, renewals: 0 })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    countRenewal: assign(({ context }) => ({ renewals: context.renewals + 1 })),
    clearFailure: assign({ failure: null }),
    report: sendParent((_, report: AuthReport) => report),
    tellLoginRefused: notify(() => ({ message: loginRefusedText, variant: 'error' })),
    tellLogoutFailed: notify(() => ({
      message: 'The host could not be told that you logged out; it will be when it can be reached',
      variant: 'error',
    })),
    tellExpired: notify(() => ({ message: sessionExpiredText, variant: 'info', timeout: null, key: expiredKey })),
    retractExpired: retract(expiredKey),
  },
  guards: {
    hasSession: (_, { session }: { session: Session | null }) => session !== null,
    isExpired: (_, { error }: { error: unknown }) => isSessionExpired(toFailure(error)),
  },
  delays: {
    RENEWAL: ({ context }) => untilRenewal(context.expiresAt, context.now()),
    RENEWAL_RETRY: ({ context }) => Math.min(longestRenewalRetryMs, firstRenewalRetryMs * 2 ** (context.renewals - 1)),
  },
}).createMachine({
  id: 'auth',
  context: ({ input }) => ({ now: input.now, expiresAt: 0, failure: null, renewals: 0 }),
  invoke: { id: 'sessionNews', src: 'sessionNews', onError: { actions: { type: 'setFailure', params: ({ event }) => event } } },
  initial: 'restoring',
  states: {
    restoring: {
      tags: 'busy',
      invoke: {
        id: 'restoreSession',
        src: 'restoreSession',
        onDone: [
          {
            guard: { type: 'hasSession', params: ({ event }) => ({ session: event.output }) },
            target: 'authenticated',
            actions: { type: 'setExpiry', params: ({ event }) => event.output ?? { expiresAt: 0 } },
          },
          { target: 'anonymous', actions: { type: 'report', params: { type: 'auth.anonymous', reason: 'none' } } },
        ],
        onError: [
          { guard: { type: 'isExpired', params: ({ event }) => event }, target: 'expired' },
          { target: 'unreachable', actions: { type: 'setFailure', params: ({ event }) => event } },
        ],
      },
    },
    unreachable: {
      tags: 'failed',
      on: {
        'session.retry': 'restoring',
        'connection.returned': 'restoring',
        'login.submit': 'loggingIn',
      },
    },
    anonymous: {
      tags: ['ready', 'anonymous'],
      on: {
        'login.submit': 'loggingIn',
        'session.startedElsewhere': 'restoring',
      },
    },
    /** Logged out here, while the host could not be told: restoring begins with telling it. */
    owingLogout: {
      tags: ['ready', 'anonymous'],
      on: {
        'login.submit': 'loggingIn',
        'connection.returned': 'restoring',
        'session.startedElsewhere': 'restoring',
      },
    },
    expired: {
      tags: ['ready', 'anonymous'],
      entry: ['tellExpired', { type: 'report', params: { type: 'auth.anonymous', reason: 'expired' } }],
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
        input: ({ event }) => credentialsIn(event),
        onDone: { target: 'authenticated', actions: { type: 'setExpiry', params: ({ event }) => event.output } },
        onError: {
          target: 'anonymous',
          actions: [{ type: 'setFailure', params: ({ event }) => event }, 'tellLoginRefused'],
        },
      },
    },
    authenticated: {
      tags: 'authenticated',
      initial: 'fresh',
      entry: ['retractExpired', { type: 'report', params: { type: 'auth.authenticated' } }],
      exit: 'clearFailure',
      on: {
        'logout.submit': 'loggingOut',
        'session.lost': 'expired',
        'session.endedElsewhere': {
          target: 'anonymous',
          actions: { type: 'report', params: { type: 'auth.anonymous', reason: 'loggedOut' } },
        },
        'token.kept': {
          target: '.fresh',
          actions: [
            { type: 'setExpiry', params: ({ event }) => event },
            { type: 'report', params: { type: 'auth.renewed' } },
          ],
        },
      },
      states: {
        fresh: {
          tags: 'ready',
          after: { RENEWAL: 'renewing' },
          on: {
            'session.renew': 'renewing',
            // Timers stand still while a computer sleeps: what is left is reckoned anew.
            'connection.returned': { target: 'fresh', reenter: true },
          },
        },
        renewing: {
          tags: 'ready',
          invoke: {
            id: 'renewSession',
            src: 'renewSession',
            onDone: {
              target: 'fresh',
              actions: [
                { type: 'setExpiry', params: ({ event }) => event.output },
                { type: 'report', params: { type: 'auth.renewed' } },
              ],
            },
            onError: [
              { guard: { type: 'isExpired', params: ({ event }) => event }, target: '#auth.expired' },
              { target: 'waiting', actions: { type: 'setFailure', params: ({ event }) => event } },
            ],
          },
        },
        waiting: {
          tags: 'ready',
          entry: 'countRenewal',
          after: { RENEWAL_RETRY: 'renewing' },
          on: {
            'session.renew': 'renewing',
            'connection.returned': 'renewing',
          },
        },
      },
    },
    loggingOut: {
      tags: 'busy',
      entry: { type: 'report', params: { type: 'auth.leaving' } },
      invoke: {
        id: 'logOut',
        src: 'logOut',
        onDone: {
          target: 'anonymous',
          actions: { type: 'report', params: { type: 'auth.anonymous', reason: 'loggedOut' } },
        },
        onError: {
          target: 'owingLogout',
          actions: ['tellLogoutFailed', { type: 'report', params: { type: 'auth.anonymous', reason: 'loggedOut' } }],
        },
      },
    },
  },
});

export type AuthRef = ActorRefFrom<typeof authMachine>;

function credentialsIn(event: { type: string }): Credentials {
  const { username, password } = event as Extract<AuthEvent, { type: 'login.submit' }>;
  return { username, password };
}
