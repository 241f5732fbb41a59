import { type ActorRefFrom, setup } from 'xstate';
import { notify } from '../snackbar/notify.ts';
import { notProvided, notProvidedCallback } from '../support/not-provided.ts';

export type AppUpdateEvent =
  /** A new version is there and waits to take over. */
  | { type: 'update.found' }
  /** The person pressed Reload. */
  | { type: 'update.apply' };

/** MSG-8: the prompt's text and button. */
export const updateText = 'A new version of the product is now available!';

/** Watches for a new version of the console, and reloads into it when the person says so (MSG-8, NAV-15). */
export const appUpdateMachine = setup({
  types: {
    events: {} as AppUpdateEvent,
    tags: {} as 'busy' | 'ready' | 'failed' | 'open',
  },
  actors: {
    /** Sends update.found. An unreachable service worker is told on the console only (ERR-12). */
    watchUpdates: notProvidedCallback(),
    applyUpdate: notProvided<void, undefined>(),
  },
  actions: {
    tellFailed: notify(() => ({ message: 'The new version could not be started, reload the page', variant: 'error' })),
  },
}).createMachine({
  id: 'appUpdate',
  invoke: { id: 'watchUpdates', src: 'watchUpdates', onError: '.unwatched' },
  initial: 'watching',
  states: {
    watching: {
      on: { 'update.found': 'found' },
    },
    found: {
      tags: ['ready', 'open'],
      on: { 'update.apply': 'applying' },
    },
    applying: {
      tags: ['busy', 'open'],
      invoke: {
        id: 'applyUpdate',
        src: 'applyUpdate',
        onDone: 'reloading',
        onError: { target: 'found', actions: 'tellFailed' },
      },
    },
    /** The page is on its way out. */
    reloading: { tags: ['busy', 'open'] },
    unwatched: { tags: 'failed' },
  },
});

export type AppUpdateRef = ActorRefFrom<typeof appUpdateMachine>;
