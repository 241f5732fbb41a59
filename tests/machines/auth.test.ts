import { describe, expect, test } from 'vitest';
import { type EventObject, type SimulatedClock, fromCallback, fromPromise } from 'xstate';
import type { SessionMemory, SessionMemoryEvent } from '../../src/machines/auth/auth-events.ts';
import { authMachine } from '../../src/machines/auth/auth-machine.ts';
import { selectLoginFailure, selectUnreachable } from '../../src/machines/auth/auth-selectors.ts';
import type { SurroundingsEvent } from '../../src/machines/page/page-events.ts';
import { type Failure, FailureError } from '#model/contract/failure.ts';
import { settled, stage } from '../support/frame-stage.ts';

describe('token renewal (ACC-9)', () => {
  const lifetime = 900_000;
  const expired: Failure = { kind: 'server', code: 440, type: 'SessionExpired' };

  function start(renewals: readonly ('renewed' | Failure)[]) {
    let clock: SimulatedClock | undefined;
    const now = (): number => clock?.now() ?? 0;
    const renewedAt: number[] = [];
    let report: (event: SessionMemoryEvent) => void = () => {};
    const auth = authMachine.provide({
      actors: {
        readMemory: fromPromise<SessionMemory, undefined>(() =>
          Promise.resolve({ expiresAt: lifetime, hasAuthenticated: true, owesLogout: false }),
        ),
        renewSession: fromPromise<void, undefined>(() => {
          const answer = renewals[renewedAt.length] ?? 'renewed';
          renewedAt.push(now());
          if (answer === 'renewed') report({ type: 'token.kept', expiresAt: now() + lifetime });
          else if (answer === expired) report({ type: 'session.lost' });
          return answer === 'renewed' ? Promise.resolve() : Promise.reject(answer);
        }),
        sendLogout: fromPromise(() => Promise.resolve()),
        sessionMemory: fromCallback(({ sendBack }) => void (report = sendBack)),
        surroundings: fromCallback<EventObject>(() => {}),
      },
    });
    const on = stage(auth, { now });
    clock = on.clock;
    return { ...on, renewedAt };
  }

  test('a token is renewed 15 s before it expires, again and again', async () => {
    const { clock, renewedAt, heard } = start([]);
    await settled();
    clock.increment(lifetime - 15_001);
    expect(renewedAt).toEqual([]);
    clock.increment(1);
    await settled();
    expect(renewedAt).toEqual([885_000]);
    clock.increment(lifetime - 15_000);
    await settled();
    expect(renewedAt).toEqual([885_000, 1_770_000]);
    expect(heard.map(({ type }) => type)).toEqual(['auth.authenticated', 'auth.renewed', 'auth.renewed']);
  });

  test('a renewal lost on the way is tried again after 5 s, 10 s, …; nobody is logged out by a bad line', async () => {
    const { clock, subject, renewedAt } = start([{ kind: 'network' }, { kind: 'network' }, 'renewed']);
    await settled();
    clock.increment(885_000);
    await settled();
    clock.increment(5_000);
    await settled();
    clock.increment(10_000);
    await settled();
    expect(renewedAt).toEqual([885_000, 890_000, 900_000]);
    expect(subject.getSnapshot().matches({ authenticated: 'fresh' })).toBe(true);
    expect(subject.getSnapshot().context).toMatchObject({ failures: 0, failure: null });
  });

  test('an expired session is told without timeout, and the message goes with the next login', async () => {
    const { clock, subject, snackbar, heard } = start([expired]);
    await settled();
    clock.increment(885_000);
    await settled();
    expect(subject.getSnapshot().matches('expired')).toBe(true);
    expect(heard.at(-1)).toEqual({ type: 'auth.anonymous', reason: 'expired' });
    clock.increment(3_600_000);
    expect(snackbar.getSnapshot().hasTag('open')).toBe(true);
    expect(snackbar.getSnapshot().context.notice).toMatchObject({ message: 'Your session has expired', variant: 'info' });
    subject.send({ type: 'login.submit', username: 'demo', password: 'x' });
    expect(snackbar.getSnapshot().hasTag('open')).toBe(false);
  });

  test('a session that ended in another tab says so until somebody logs in (SYS-19)', async () => {
    const { subject, snackbar, clock, heard } = start([]);
    await settled();
    subject.send({ type: 'session.endedElsewhere' });
    expect(heard.at(-1)).toEqual({ type: 'auth.anonymous', reason: 'loggedOut' });
    clock.increment(3_600_000);
    expect(snackbar.getSnapshot().context.notice).toMatchObject({ message: 'Your session ended in another tab' });
    subject.send({ type: 'login.submit', username: 'demo', password: 'x' });
    expect(snackbar.getSnapshot().hasTag('open')).toBe(false);
  });

  test('a fresh token that came another way starts the wait again', async () => {
    const { clock, subject, renewedAt } = start([]);
    await settled();
    clock.increment(800_000);
    subject.send({ type: 'token.kept', expiresAt: 800_000 + lifetime });
    clock.increment(lifetime - 15_001);
    expect(renewedAt).toEqual([]);
    clock.increment(1);
    expect(renewedAt).toEqual([1_685_000]);
  });
});

test('the host could not be reached, and then there is no session: the login says nothing of it', async () => {
  const answers: Failure[] = [{ kind: 'network' }, { kind: 'server', code: 401, type: 'TokenMissing' }];
  const { subject } = stage(
    authMachine.provide({
      actors: {
        readMemory: fromPromise<SessionMemory, undefined>(() =>
          Promise.resolve({ expiresAt: null, hasAuthenticated: true, owesLogout: false }),
        ),
        refreshSession: fromPromise<{ expiresAt: number }, undefined>(() =>
          Promise.reject(new FailureError(answers.shift() ?? { kind: 'network' })),
        ),
        sessionMemory: fromCallback(() => {}),
        surroundings: fromCallback<EventObject>(() => {}),
      },
    }),
    { now: () => 0 },
  );
  await settled();
  expect(subject.getSnapshot().value).toBe('unreachable');
  subject.send({ type: 'session.retry' });
  await settled();
  expect(subject.getSnapshot().value).toBe('anonymous');
  expect(selectLoginFailure(subject.getSnapshot())).toBeNull();
});

test('a host that did not answer is asked again unasked, and the page goes on saying so (SYS-17)', async () => {
  let asked = 0;
  let answer: () => Promise<{ expiresAt: number }> = () => Promise.reject(new FailureError({ kind: 'network' }));
  let surround: (event: SurroundingsEvent) => void = () => {};
  const { subject, clock } = stage(
    authMachine.provide({
      actors: {
        readMemory: fromPromise<SessionMemory, undefined>(() =>
          Promise.resolve({ expiresAt: null, hasAuthenticated: true, owesLogout: false }),
        ),
        refreshSession: fromPromise<{ expiresAt: number }, undefined>(() => {
          asked += 1;
          return answer();
        }),
        sessionMemory: fromCallback(() => {}),
        surroundings: fromCallback(({ sendBack }) => void (surround = sendBack)),
      },
    }),
    { now: () => 0 },
  );
  await settled();
  const said = new Set<boolean>();
  subject.subscribe((snapshot) => said.add(selectUnreachable(snapshot)));
  for (const [index, wait] of [5_000, 10_000, 20_000, 40_000, 60_000, 60_000].entries()) {
    clock.increment(wait - 1);
    await settled();
    expect(asked).toBe(index + 1);
    clock.increment(1);
    await settled();
    expect(asked).toBe(index + 2);
  }
  expect([...said]).toEqual([true]);
  answer = () => Promise.resolve({ expiresAt: 900_000 });
  surround({ type: 'network.returned' });
  await settled();
  expect(subject.getSnapshot().hasTag('authenticated')).toBe(true);
  expect(selectUnreachable(subject.getSnapshot())).toBe(false);
});
