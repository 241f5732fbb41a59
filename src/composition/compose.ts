import { type EventObject, type InspectionEvent, createActor, fromCallback, fromPromise } from 'xstate';
import type { Services } from '../services/ports.ts';
import type { AddressCommand } from '../machines/app/app-events.ts';
import { type AppRef, appMachine } from '../machines/app/app-machine.ts';
import { codeMissing } from '../machines/app/app-rules.ts';
import { type AppUpdateContext, type UpdatesEvent, appUpdateMachine } from '../machines/app-update/app-update-machine.ts';
import { authMachine } from '../machines/auth/auth-machine.ts';
import { readSessionMemory, sessionMemoryLogic } from '../machines/auth/session-memory-logic.ts';
import { operationMachine } from '../machines/operation/operation-machine.ts';
import { surroundingsLogic } from '../machines/page/surroundings-logic.ts';
import { form } from '../machines/submission/form.ts';
import type { SchemeCommand, ThemeEvent } from '../machines/theme/theme-events.ts';
import { themeMachine } from '../machines/theme/theme-machine.ts';
import { FailureError } from '../model/contract/failure.ts';
import type { ResetPassword } from '../model/forms/reset-password.ts';
import type { SignUp } from '../model/forms/sign-up.ts';

/**
 * Returns the frame of the console with its services: only what the login needs. The session is a chunk of
 * its own (compose-session.ts), which loads together with the account.
 */
export function composeApp(services: Services) {
  const loadComposition = () =>
    import('./compose-session.ts').catch((error: unknown) => {
      throw new FailureError(codeMissing, { cause: error });
    });
  return appMachine.provide({
    actors: {
      auth: composeAuth(services),
      theme: composeTheme(services),
      appUpdate: composeAppUpdate(services),
      signUp: form<SignUp>(async (values, signal) => (await import('./compose-forms.ts')).signUp(services, values, signal)),
      resetPassword: form<ResetPassword>(async (values, signal) =>
        (await import('./compose-forms.ts')).resetPassword(services, values, signal),
      ),
      addressBar: fromCallback<AddressCommand>(({ sendBack, receive }) => {
        receive(({ to, how }) => services.addressBar.go(to, how));
        return services.addressBar.subscribe((place) => sendBack({ type: 'route.changed', place }));
      }),
      loadPerson: fromPromise(async ({ signal }) => (await loadComposition()).loadPerson(services, signal)),
      surroundings: surroundingsLogic(services.surroundings),
      loadSession: fromPromise(async () => {
        const { composeSession } = await loadComposition();
        return composeSession(services);
      }),
    },
  });
}

/** Starts the console outside of React, because StrictMode would start it twice; `main.tsx` draws it. */
export function startApp(services: Services): AppRef {
  const app = createActor(composeApp(services), {
    input: {
      place: services.addressBar.current(),
      darkMode: services.preferences.darkMode(),
      now: services.clock.now,
      random: services.random,
      newId: services.newId,
      timezone: services.timezone,
      pageOrigin: services.pageOrigin,
    },
    inspect: logDefects(services),
  });
  app.start();
  logRefusedFacts(app, services);
  return app;
}

/**
 * Logs each error that ends an actor, whether or not a machine handles it (ERR-12): once, at the actor where
 * it began, even if it ends the parents too. A failed call is not logged while its machine goes on; code that
 * failed to load always is.
 */
export function logDefects({ log }: Pick<Services, 'log'>) {
  const logged = new WeakSet();
  return (seen: InspectionEvent): void => {
    if (seen.type !== '@xstate.event' || !seen.event.type.startsWith('xstate.error')) return;
    const { type, error }: EventObject & { error?: unknown } = seen.event;
    const isOfCall = error instanceof FailureError && error.failure !== codeMissing;
    const known: object = Object(error);
    if (logged.has(known) || (isOfCall && !isMachine(seen.sourceRef))) return;
    logged.add(known);
    log.warn(type, error);
  };
}

function isMachine(actor: { getSnapshot: () => unknown } | undefined): boolean {
  return 'machine' in Object(actor?.getSnapshot());
}

/** Logs refused facts: an invalid fact, or one with a secret, is a defect of the console. */
function logRefusedFacts(app: AppRef, { log }: Services): void {
  let heard: unknown;
  app.subscribe(({ context: { session } }) => {
    const journal = session?.getSnapshot().children.journal;
    if (journal === undefined || journal === heard) return;
    heard = journal;
    journal.on('journal.refused', ({ reason }) => log.warn(`The journal refused an entry: ${reason}`));
  });
}

/** Returns the auth machine with its services. */
export function composeAuth(services: Services): typeof authMachine {
  const { session, surroundings } = services;
  return authMachine.provide({
    actors: {
      readMemory: fromPromise(async () => readSessionMemory(services)),
      refreshSession: fromPromise(() => session.refresh()),
      logIn: fromPromise(({ input, signal }) => session.logIn(input, signal)),
      renewSession: fromPromise(({ signal }) => session.renew(signal)),
      sendLogout: fromPromise(() => session.logOut()),
      sessionMemory: sessionMemoryLogic(services),
      surroundings: surroundingsLogic(surroundings),
    },
  });
}

function composeTheme({ http, preferences }: Services): typeof themeMachine {
  return themeMachine.provide({
    actors: {
      operation: operationMachine.provide({
        actors: {
          ask: fromPromise(async ({ input, signal }) => {
            const { clientCalls } = await import('../model/contract/client-calls.ts');
            return http.call(clientCalls.setDarkMode, { body: input.request as { darkMode: boolean } }, { signal });
          }),
        },
      }),
      schemeStore: fromCallback<SchemeCommand>(({ sendBack, receive }) => {
        receive(({ darkMode }) => preferences.setDarkMode(darkMode));
        return preferences.onChangedElsewhere('darkMode', (darkMode) =>
          sendBack({ type: 'theme.changedElsewhere', darkMode } satisfies ThemeEvent),
        );
      }),
    },
  });
}

function composeAppUpdate({ serviceWorker, log }: Services): typeof appUpdateMachine {
  return appUpdateMachine.provide({
    actors: {
      loadWorker: fromPromise(() => serviceWorker()),
      watchUpdates: fromCallback<EventObject, AppUpdateContext>(({ input: { worker }, sendBack }) => {
        const report = (event: UpdatesEvent): void => sendBack(event);
        return worker?.watch({
          updateReady: () => report({ type: 'update.found' }),
          unavailable: (reason) => report({ type: 'updates.unavailable', reason }),
        });
      }),
      applyUpdate: fromPromise(({ input: { worker } }) => Promise.resolve(worker?.applyUpdate())),
    },
    actions: { logUnavailable: (_, { reason }) => log.warn(`No service worker: ${reason}`) },
  });
}
