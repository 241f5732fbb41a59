import { type EventObject, assign, setup } from 'xstate';
import type { ServiceWorkerPort } from '../../services/ports.ts';
import { notify } from '../snackbar/notify.ts';
import { notProvided, notProvidedAction, notProvidedCallback } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';

/** The reports of the actor that watches for new versions. */
export type UpdatesEvent =
  /** A new version is installed and waits to take over. */
  | { type: 'update.found' }
  /** The service worker is unavailable, perhaps only temporarily. */
  | { type: 'updates.unavailable'; reason: string };

export type AppUpdateEvent =
  | UpdatesEvent
  /** The person pressed Reload. */
  | { type: 'update.apply' };

/** `worker` is null until its code is loaded. */
export type AppUpdateContext = { worker: ServiceWorkerPort | null };

/** The text of the prompt (MSG-8). */
export const updateText = 'A new version of the product is now available!';

/** Watches for a new version of the console and reloads the page when the person agrees (MSG-8, NAV-15). */
export const appUpdateMachine = setup({
  types: {} as {
    context: AppUpdateContext;
    events: AppUpdateEvent;
    tags: 'busy' | 'ready' | 'failed' | 'open';
  },
  actors: {
    /** Loads the code on first use, so that the login does not wait for it. */
    loadWorker: notProvided<ServiceWorkerPort, undefined>(),
    watchUpdates: notProvidedCallback<EventObject, AppUpdateContext, UpdatesEvent>(),
    applyUpdate: notProvided<void, AppUpdateContext>(),
  },
  actions: {
    setWorker: assign((_, { worker }: { worker: ServiceWorkerPort }) => ({ worker })),
    /** Logs the reason for developers (ERR-12); people only miss the next version. */
    logUnavailable: notProvidedAction<{ reason: string }>(),
    notifyFailed: notify(() => ({ message: 'The new version could not be started, reload the page', variant: 'error' })),
  },
}).createMachine({
  id: 'appUpdate',
  context: { worker: null },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'loadWorker',
        src: 'loadWorker',
        onDone: { target: 'watched', actions: { type: 'setWorker', params: ({ event }) => ({ worker: event.output }) } },
        onError: 'unwatched',
      },
    },
    watched: {
      invoke: { id: 'watchUpdates', src: 'watchUpdates', input: ({ context }) => context, onError: 'unwatched' },
      on: { 'updates.unavailable': { actions: { type: 'logUnavailable', params: theEvent } } },
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
            input: ({ context }) => context,
            onDone: 'reloading',
            onError: { target: 'found', actions: 'notifyFailed' },
          },
        },
        /** The page is about to reload. */
        reloading: { tags: ['busy', 'open'] },
      },
    },
    /**
     * The actor that watches for new versions failed; the code that started the app logs the error (ERR-12).
     */
    unwatched: { tags: 'failed' },
  },
});
