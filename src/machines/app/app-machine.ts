import { type ActorRefFrom, type EventObject, assign, sendTo, setup, stopChild } from 'xstate';
import { toFailure } from '../../model/contract/failure.ts';
import { resetRules } from '../../model/forms/reset-password.ts';
import { signUpRules } from '../../model/forms/sign-up.ts';
import * as routing from '../../model/navigation/redirect.ts';
import { untilRetry } from '../../model/session/retry-wait.ts';
import { appUpdateMachine } from '../app-update/app-update-machine.ts';
import type { AnonymousReason } from '../auth/auth-events.ts';
import { authMachine } from '../auth/auth-machine.ts';
import { bannerMachine, storageBanner } from '../banner/banner-machine.ts';
import type { HostSessionMachine, HostSessionRef } from '../host-session/host-session-machine.ts';
import type { SurroundingsEvent } from '../page/page-events.ts';
import { snackbarMachine } from '../snackbar/snackbar-machine.ts';
import { submissionMachine } from '../submission/submission-machine.ts';
import { type NoInput, notProvided, notProvidedCallback } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import { themeMachine } from '../theme/theme-machine.ts';
import { type AppChildren, type AppContext, type AppInput, type Person, contextOf } from './app-context.ts';
import type { AddressCommand, AppEvent } from './app-events.ts';
import * as rules from './app-rules.ts';

/**
 * The complete client (SYS-9, CODE-9). The login decides which pages exist, and the address decides which
 * system is open. The machine spawns a host session for that system, and stops it on logout, expiry or a
 * switch, which also clears all data of the session.
 */
export const appMachine = setup({
  types: {} as {
    context: AppContext;
    events: AppEvent;
    input: AppInput;
    tags: 'busy' | 'ready' | 'failed' | 'anonymous' | 'authenticated' | 'choosing' | 'open' | 'asking';
    children: AppChildren;
  },
  actors: {
    auth: authMachine,
    snackbar: snackbarMachine,
    banner: bannerMachine,
    theme: themeMachine,
    appUpdate: appUpdateMachine,
    signUp: submissionMachine,
    resetPassword: submissionMachine,
    addressBar: notProvidedCallback<AddressCommand>(),
    loadPerson: notProvided<Person, undefined>(),
    surroundings: notProvidedCallback<EventObject, NoInput, SurroundingsEvent>(),
    /** Loads the code of the host session on first use, so that the login does not wait for it. */
    loadSession: notProvided<HostSessionMachine, undefined>(),
  },
  actions: {
    setPlace: assign((_, { place }: { place: routing.Place }) => ({ place })),
    setReason: assign((_, { reason }: { reason: AnonymousReason }) => ({ reason })),
    forgetReason: assign({ reason: 'none' }),
    setPerson: assign((_, person: Person) => ({ person, failure: null, failures: 0 })),
    setFailure: assign(({ context }, { error }: { error: unknown }) => ({
      failure: toFailure(error),
      failures: context.failures + 1,
    })),
    clearFailure: assign({ failure: null }),
    openSession: assign(({ context, spawn }, { code }: { code: HostSessionMachine }) =>
      rules.opened(context, (input) => spawn(code, { input })),
    ),
    stopSession: stopChild(({ context }) => context.session ?? 'none'),
    forgetSession: assign({ session: null, mitasId: null, unsaved: 0, downloads: 0, departure: null }),
    noteUnsaved: assign((_, { count, downloads }: { count: number; downloads: number }) => ({ unsaved: count, downloads })),
    setDeparture: assign((_, { place }: { place: routing.Place }) => ({ departure: place })),
    /** Puts the address back to the place that it has already left. */
    goBack: sendTo('addressBar', ({ context }) => rules.push(context.place)),
    depart: sendTo('addressBar', ({ context }) => rules.push(context.departure ?? context.place)),
    /**
     * Retracts the banner about the host's disk: the next system may be on another host, and a logged-out
     * person must not see it.
     */
    retractStorage: sendTo('banner', { type: 'banner.retract', key: storageBanner }),
    forgetPerson: assign({ person: null, failure: null, failures: 0 }),
    goToLogin: sendTo('addressBar', ({ context }) => rules.replace(rules.anonymousRedirect(context))),
    goOn: sendTo('addressBar', ({ context }) => rules.replace(routing.redirectAuthenticated(context.place))),
    goHome: sendTo('addressBar', ({ context }) => rules.replace(rules.homeIn(context))),
    goTo: sendTo('addressBar', (_, { place }: { place: routing.Place }) => rules.push(place)),
    logOut: sendTo('auth', { type: 'logout.submit' }),
    renewToken: sendTo('auth', { type: 'session.renew' }),
    sendThemeAccount: sendTo('theme', (_, { darkMode }: { darkMode: boolean }) => ({ type: 'theme.accountLoaded', darkMode })),
    sendThemeSignedOut: sendTo('theme', { type: 'theme.signedOut' }),
    sendSessionToken: sendTo(({ context }) => context.session as HostSessionRef, { type: 'token.renewed' }),
  },
  guards: {
    mustLogIn: ({ context }) => rules.anonymousRedirect(context) !== undefined,
    mustGoOn: ({ context }) => routing.redirectAuthenticated(context.place) !== undefined,
    isCodeMissing: (_, { error }: { error: unknown }) => toFailure(error) === rules.codeMissing,
    isLogout: ({ context }) => routing.isLogout(context.place),
    isOutside: ({ context }) => !routing.isProtected(context.place),
    hasNoPerson: ({ context }) => context.person === null,
    namesSystem: ({ context }) => routing.systemAt(context.place) !== null,
    hasHome: ({ context }) => rules.homeIn(context) !== undefined,
    hasUnsaved: ({ context }) => rules.isUnfinished(context),
    isAllSaved: ({ context }) => !rules.isUnfinished(context),
    isLossy: ({ context }, { mitasId }: { mitasId: string }) => rules.isUnfinished(context) && mitasId !== context.mitasId,
    isSameSystem: ({ context }, { place }: { place: routing.Place }) =>
      routing.systemAt(place) === context.mitasId && !routing.isLogout(place),
  },
  delays: { retry: ({ context }) => untilRetry(context.failures) },
}).createMachine({
  id: 'app',
  context: ({ input }) => contextOf(input),
  invoke: [
    { id: 'snackbar', systemId: 'snackbar', src: 'snackbar', onError: '.broken' },
    { id: 'banner', systemId: 'banner', src: 'banner', onError: '.broken' },
    { id: 'theme', systemId: 'theme', src: 'theme', input: ({ context }) => context, onError: '.broken' },
    { id: 'appUpdate', systemId: 'appUpdate', src: 'appUpdate', onError: '.broken' },
    { id: 'addressBar', systemId: 'addressBar', src: 'addressBar', onError: '.broken' },
    { id: 'auth', systemId: 'auth', src: 'auth', input: ({ context }) => ({ now: context.now }), onError: '.broken' },
  ],
  initial: 'restoring',
  on: {
    'route.changed': { actions: { type: 'setPlace', params: theEvent } },
  },
  states: {
    restoring: {
      tags: 'busy',
      on: {
        'auth.authenticated': 'authenticated',
        'auth.anonymous': { target: 'anonymous', actions: { type: 'setReason', params: theEvent } },
      },
    },
    anonymous: {
      tags: 'anonymous',
      entry: 'sendThemeSignedOut',
      invoke: [
        { id: 'signUp', src: 'signUp', input: { rules: signUpRules }, onError: 'broken' },
        { id: 'resetPassword', src: 'resetPassword', input: { rules: resetRules }, onError: 'broken' },
      ],
      on: {
        'auth.authenticated': 'authenticated',
        'route.changed': {
          target: '.deciding',
          actions: { type: 'setPlace', params: theEvent },
        },
      },
      initial: 'deciding',
      states: {
        deciding: { always: [{ guard: 'mustLogIn', target: 'leaving', actions: 'goToLogin' }, { target: 'staying' }] },
        leaving: { tags: 'busy' },
        /**
         * Forgets the reason: only the page from which the person logged out is not restored after login;
         * pages opened later are.
         */
        staying: { tags: 'ready', entry: 'forgetReason' },
      },
    },
    authenticated: {
      tags: 'authenticated',
      exit: 'forgetPerson',
      on: {
        'auth.leaving': 'leaving',
        'auth.anonymous': { target: 'anonymous', actions: { type: 'setReason', params: theEvent } },
        'route.changed': {
          target: '.deciding',
          actions: { type: 'setPlace', params: theEvent },
        },
      },
      initial: 'deciding',
      states: {
        deciding: {
          always: [
            { guard: 'mustGoOn', target: 'redirecting', actions: 'goOn' },
            { guard: 'isLogout', target: '#app.leaving', actions: 'logOut' },
            { guard: 'isOutside', target: 'outside' },
            { guard: 'hasNoPerson', target: 'loadingPerson' },
            { guard: 'namesSystem', target: 'opening' },
            { guard: 'hasHome', target: 'redirecting', actions: 'goHome' },
            { target: 'choosing' },
          ],
        },
        /** Waits for the address bar, which answers with `route.changed`. */
        redirecting: { tags: 'busy' },
        /** A public page, open while logged in. */
        outside: { tags: 'ready' },
        loadingPerson: {
          tags: 'busy',
          invoke: {
            id: 'loadPerson',
            src: 'loadPerson',
            onDone: {
              target: 'deciding',
              actions: [
                { type: 'setPerson', params: ({ event }) => event.output },
                { type: 'sendThemeAccount', params: ({ event }) => event.output.account },
              ],
            },
            onError: [
              { guard: { type: 'isCodeMissing', params: theEvent }, target: 'codeFailed' },
              { target: 'personFailed', actions: { type: 'setFailure', params: theEvent } },
            ],
          },
        },
        personFailed: {
          tags: 'failed',
          invoke: { id: 'surroundings', src: 'surroundings', onError: '#app.broken' },
          after: { retry: 'loadingPerson' },
          on: {
            'network.returned': 'loadingPerson',
            'clock.jumped': 'loadingPerson',
            'app.retry': { target: 'loadingPerson', actions: 'clearFailure' },
          },
        },
        choosing: {
          tags: ['ready', 'choosing'],
          on: { 'system.select': { actions: { type: 'goTo', params: rules.toSystem } } },
        },
        opening: {
          tags: 'busy',
          invoke: {
            id: 'loadSession',
            src: 'loadSession',
            onDone: {
              target: 'open',
              actions: { type: 'openSession', params: ({ event }) => ({ code: event.output }) },
            },
            onError: 'codeFailed',
          },
        },
        /** Code that failed may not be fetched again until the page is reloaded (ERR-8). */
        codeFailed: { tags: 'failed' },
        open: {
          tags: ['ready', 'open'],
          exit: ['stopSession', 'forgetSession', 'retractStorage'],
          on: {
            'auth.renewed': { actions: 'sendSessionToken' },
            'account.reloaded': { actions: { type: 'sendThemeAccount', params: theEvent } },
            'token.refused': { actions: 'renewToken' },
            'session.unsaved': { actions: { type: 'noteUnsaved', params: theEvent } },
          },
          initial: 'staying',
          states: {
            staying: {
              on: {
                'route.changed': [
                  {
                    guard: { type: 'isSameSystem', params: theEvent },
                    actions: { type: 'setPlace', params: theEvent },
                  },
                  {
                    guard: 'hasUnsaved',
                    target: 'asking',
                    actions: [{ type: 'setDeparture', params: theEvent }, 'goBack'],
                  },
                  { target: '#app.authenticated.deciding', actions: { type: 'setPlace', params: theEvent } },
                ],
                'system.select': [
                  {
                    guard: { type: 'isLossy', params: theEvent },
                    target: 'asking',
                    actions: { type: 'setDeparture', params: rules.toSystem },
                  },
                  { actions: { type: 'goTo', params: rules.toSystem } },
                ],
                'app.logOut': [
                  { guard: 'hasUnsaved', target: 'asking', actions: { type: 'setDeparture', params: rules.toLogout } },
                  { target: '#app.leaving', actions: 'logOut' },
                ],
              },
            },
            /**
             * Leaving would lose unsaved changes or end a download. The address stays until the person
             * confirms or everything is done.
             */
            asking: {
              tags: 'asking',
              always: { guard: 'isAllSaved', target: 'departing', actions: 'depart' },
              on: {
                'route.changed': [
                  {
                    guard: { type: 'isSameSystem', params: theEvent },
                    actions: { type: 'setPlace', params: theEvent },
                  },
                  { actions: [{ type: 'setDeparture', params: theEvent }, 'goBack'] },
                ],
                'app.leave': { target: 'departing', actions: 'depart' },
                'app.stay': 'staying',
              },
            },
            /** Waits for the address bar, which answers with `route.changed`. */
            departing: {
              on: {
                'route.changed': {
                  target: '#app.authenticated.deciding',
                  actions: { type: 'setPlace', params: theEvent },
                },
              },
            },
          },
        },
      },
    },
    leaving: {
      tags: 'busy',
      on: {
        'auth.anonymous': { target: 'anonymous', actions: { type: 'setReason', params: theEvent } },
      },
    },
    /** A part of the app's frame failed. This is a defect; it is reported instead of leaving a blank page. */
    broken: { tags: 'failed' },
  },
});

export type AppRef = ActorRefFrom<typeof appMachine>;
