import { afterEach, describe, expect, test, vi } from 'vitest';
import { type AnyActorLogic, createActor, createMachine, fromPromise, waitFor } from 'xstate';
import type { Services } from '../../src/services/ports.ts';
import { composeSession } from '../../src/composition/compose-session.ts';
import { logDefects, startApp } from '../../src/composition/compose.ts';
import type { AppRef } from '../../src/machines/app/app-machine.ts';
import { selectScreen } from '../../src/machines/app/app-selectors.ts';
import { selectLoginFailure, unreachableText } from '../../src/machines/auth/auth-selectors.ts';
import { FailureError } from '#model/contract/failure.ts';
import { openPage } from '../support/browser-page.ts';
import { account, system } from '../support/fact-samples.ts';
import { settled } from '../support/frame-stage.ts';

/** No host answers here. */
const nowhere = 'http://127.0.0.1:1';
let running: AppRef | undefined;
afterEach(() => running?.stop());

/** Returns a log and what was written to it. */
function listening() {
  const logged: [string, unknown][] = [];
  return { logged, log: { warn: (message: string, detail?: unknown) => void logged.push([message, detail]) } };
}

/** Opens a page with the product's services, except those in `broken`, and returns what was logged. */
function open(broken: Partial<Services> = {}): { app: AppRef; logged: [string, unknown][] } {
  const { logged, log } = listening();
  const services = { ...openPage({ url: nowhere, at: '/login' }).services, log, ...broken };
  running = startApp(services);
  return { app: running, logged };
}

describe('what ends a part of the page is logged, also where the person sees nothing of it (ERR-12)', () => {
  const lost = new Error('It is gone');
  const fail = (): never => {
    throw lost;
  };

  test.each<[string, Partial<Services>]>([
    ['watchUpdates', { serviceWorker: () => Promise.resolve({ watch: fail, applyUpdate: () => Promise.resolve() }) }],
    ['loadWorker', { serviceWorker: () => Promise.reject(lost) }],
    ['surroundings', { surroundings: { subscribe: fail } }],
  ])('%s', async (part, broken) => {
    const { logged } = open(broken);
    await vi.waitFor(() => expect(logged).not.toEqual([]));
    await settled();
    expect(logged, 'once').toEqual([[expect.stringContaining(part), lost]]);
  });

  /** Nests an actor as deep as the parts of a session; only the outermost actor is watched for failures. */
  const nested = (inner: AnyActorLogic, depth = 3): AnyActorLogic =>
    depth === 0 ? inner : createMachine({ id: `level${depth}`, invoke: { id: `in${depth}`, src: nested(inner, depth - 1) } });
  const failed = new FailureError({ kind: 'network' });

  test.each<[string, AnyActorLogic, unknown]>([
    ['a defect of an action', createMachine({ id: 'part', entry: fail }), lost],
    ['a defect of what it waits for', fromPromise(() => Promise.reject(lost)), lost],
    ['a failed call that nobody hears', fromPromise(() => Promise.reject(failed)), failed],
  ])('%s is logged once, however many parts it ends', async (_, inner, error) => {
    const { logged, log } = listening();
    const outermost = createMachine({
      id: 'page',
      initial: 'whole',
      states: { whole: { invoke: { id: 'whole', src: nested(inner), onError: 'broken' } }, broken: {} },
    });
    const actor = createActor(outermost, { inspect: logDefects({ log }) }).start();
    await waitFor(actor, (snapshot) => snapshot.matches('broken'));
    expect(logged).toEqual([[expect.stringMatching(/^xstate\.error\.actor/), error]]);
    actor.stop();
  });

  test('what ends a session, once', async () => {
    const { logged, log } = listening();
    const { services } = openPage({ url: nowhere, at: '/dashboard/demo/dashboard' });
    const thrown: Error[] = [];
    const call = (): Promise<never> => {
      const defect = new Error(`A defect of call ${thrown.length}`);
      thrown.push(defect);
      return Promise.reject(defect);
    };
    const logic = composeSession({ ...services, log, http: { ...services.http, call } });
    const input = {
      mitasId: 'demo',
      account: { ...account, mitas: system },
      systems: [system],
      timezone: account.timezone,
      pageOrigin: 'http://127.0.0.1',
      now: () => 0,
      random: () => 0,
      newId: () => 'id',
    };
    const page = createActor(createMachine({ id: 'page', invoke: { id: 'session', src: logic, input } }), {
      inspect: logDefects({ log }),
    }).start();
    await vi.waitFor(() => expect(logged).not.toEqual([]));
    await settled();
    expect(logged, 'what comes after its end, nobody waits for').toEqual([[expect.stringContaining('load'), thrown[0]]]);
    page.stop();
  });

  test('but not what a person is shown: that the host does not answer', async () => {
    const { app, logged } = open();
    await waitFor(app, (snapshot) => selectScreen(snapshot) === 'public');
    const { auth } = app.getSnapshot().children;
    auth?.send({ type: 'login.submit', username: 'demo', password: 'demo-password' });
    await vi.waitFor(() => expect(auth && selectLoginFailure(auth.getSnapshot())).toBe(unreachableText));
    expect(logged).toEqual([]);
  });
});
