import { describe, expect, test } from 'vitest';
import { type ActorRefFrom, type AnyActorRef, fromCallback, fromPromise } from 'xstate';
import { hostSessionMachine } from '../../src/machines/host-session/host-session-machine.ts';
import { journalOf, selectAlarmsFailed, selectSessionScreen } from '../../src/machines/host-session/host-session-selectors.ts';
import { journalLogic } from '../../src/machines/journal/journal-actor.ts';
import { shown } from '../../src/machines/journal/journal-selectors.ts';
import { socketMachine } from '../../src/machines/socket/socket-machine.ts';
import type { Failure } from '../../src/model/contract/failure.ts';
import { closeCodes, type Incoming } from '../../src/model/contract/socket-messages.ts';
import type { LoadedParts, Part } from '../../src/model/session/system-parts.ts';
import { account, asOf, factSamples, hostConfig, system } from '../support/fact-samples.ts';
import { receiver, site } from '../support/fleet-samples.ts';
import { settled, stage } from '../support/frame-stage.ts';

type Answer = (parts: readonly Part[]) => LoadedParts | Promise<LoadedParts>;

const network: Failure = { kind: 'network' };
const offline: Failure = { kind: 'server', code: 503, type: 'SystemOffline' };
const whole: Answer = (parts) => ({
  facts: [
    { type: 'host.configLoaded' as const, asOf, config: hostConfig },
    { type: 'fleet.loaded' as const, asOf, receivers: [receiver({ id: 1 })], sites: [site({ id: 1 })] },
    factSamples['alarms.loaded'],
  ].filter(({ type }) => parts.some((part) => type.startsWith(part === 'config' ? 'host' : part))),
  failures: {},
});

/** A session on a real socket machine whose connection a test holds in its hands. */
function start(answers: readonly Answer[] = [], but: { timezone?: string; random?: () => number } = {}) {
  const asked: (readonly Part[])[] = [];
  const timezones: string[] = [];
  let speak: ((event: { type: string }) => void) | undefined;
  let connections = 0;
  const session = hostSessionMachine.provide({
    actors: {
      journal: journalLogic(() => 0),
      socket: socketMachine.provide({
        actors: {
          connection: fromCallback(({ sendBack }) => {
            speak = sendBack;
            connections++;
            return () => {
              speak = undefined;
              connections--;
            };
          }),
          surroundings: fromCallback(() => {}),
        },
      }),
      selectSystem: fromPromise(() => Promise.resolve({ account })),
      loadParts: fromPromise<LoadedParts, { mitasId: string; parts: readonly Part[] }>(({ input }) => {
        const answer = answers[asked.length] ?? whole;
        asked.push(input.parts);
        return Promise.resolve(answer(input.parts));
      }),
      setTimezone: fromPromise(({ input }) => {
        timezones.push(input.timezone);
        return Promise.resolve();
      }),
    },
  });
  const input = {
    mitasId: 'demo',
    account,
    systems: [system],
    timezone: but.timezone ?? account.timezone,
    pageOrigin: 'http://127.0.0.1:8080',
    now: () => 0,
    random: but.random ?? (() => 0),
  };
  const on = stage(session, input);
  const subject = on.subject as ActorRefFrom<typeof hostSessionMachine>;
  const hear = (message: Incoming): void => speak?.({ type: 'connection.messageReceived', message } as { type: string });
  return {
    ...on,
    asked,
    timezones,
    session: subject,
    hear,
    greet: () => hear({ type: 'heartbeat', payload: { mitasId: 'demo', ts: 0 } }),
    cut: (code = 1006) => speak?.({ type: 'connection.closed', code, reason: '' } as { type: string }),
    connections: () => connections,
    screen: () => selectSessionScreen(subject.getSnapshot()),
    models: () => shown(journalOf(subject).getSnapshot()),
  };
}

describe('a session of a system', () => {
  test('looks every five minutes which beacons are heard: nobody tells when one falls silent (spec §9)', async () => {
    const { asked, greet, clock } = start();
    await settled();
    greet();
    await settled();
    const before = asked.length;
    clock.increment(299_999);
    await settled();
    expect(asked.slice(before)).toEqual([]);
    clock.increment(1);
    await settled();
    expect(asked.slice(before)).toEqual([['beacons']]);
  });

  test('begins its journal with who the person is, and keeps that nowhere else', () => {
    const { models, session } = start();
    expect(models()).toMatchObject({ account: { account, systems: [system], selected: 'demo' } });
    expect(session.getSnapshot().context.untold).toEqual([]);
  });

  test('whose journal was given no clock fails and says so', async () => {
    const input = {
      mitasId: 'demo',
      account,
      systems: [system],
      timezone: 'UTC',
      pageOrigin: 'http://127.0.0.1:8080',
      now: () => 0,
      random: () => 0,
    };
    const { subject } = stage(hostSessionMachine, input);
    await settled();
    expect(subject.getSnapshot()).toMatchObject({ value: 'broken', context: { failure: { message: /placeholder/ } } });
  });

  test('that is closed takes along what it told of the host’s disk: nobody is left to take it back', async () => {
    const { hear, greet, cut, banner, clock, screen } = start();
    await settled();
    greet();
    hear({ type: 'heartbeat', payload: { mitasId: 'demo', ts: 0, storage: 'full' } });
    expect(banner.getSnapshot().context.banner?.message).toMatch(/disk is full/);
    cut(closeCodes.forbidden);
    clock.increment(1_000);
    expect(screen()).toBe('unauthorized');
    expect(banner.getSnapshot().context).toEqual({ banner: null, queue: [] });
  });

  test.each([
    [0, 250],
    [1, 500],
  ])('waits for its line as chance has it: %d of the spread is %d ms', async (random, wait) => {
    const { clock, cut, greet, connections } = start([], { random: () => random });
    await settled();
    greet();
    cut();
    clock.increment(wait - 1);
    expect(connections()).toBe(0);
    clock.increment(1);
    expect(connections()).toBe(1);
  });

  test('loads, opens one socket at the address of the system, and looks again once the line stands', async () => {
    const { session, screen, asked, greet, models, connections } = start();
    expect(screen()).toBe('connecting');
    await settled();
    expect(screen()).toBe('ready');
    expect(session.getSnapshot().children.socket?.getSnapshot().context.url).toBe('ws://localhost:8081/socket/demo');
    expect(connections()).toBe(1);
    greet();
    await settled();
    expect(asked).toEqual([
      ['config', 'fleet', 'alarms', 'beacons'],
      ['config', 'fleet', 'alarms', 'beacons', 'systems'],
    ]);
    expect(models().fleet.receivers[1]?.alias).toBe('North');
  });

  test('records what the socket tells, and loads what it says is out of date', async () => {
    const { hear, greet, asked, models } = start();
    await settled();
    greet();
    await settled();
    hear({ type: 'newRxState', payload: { rxId: 1, state: 0, ts: 5_000 } });
    hear({ type: 'newRxModel', payload: { rxId: 1, model: 1 } });
    expect(models().fleet.receivers[1]).toMatchObject({ status: 0, statusTime: 5_000, model: 1 });
    hear({ type: 'invalidate', payload: ['alarms'] });
    await settled();
    expect(asked.at(-1)).toEqual(['alarms']);
  });

  test('what becomes out of date while it is being loaded is loaded once more', async () => {
    const slow = Promise.withResolvers<LoadedParts>();
    const { hear, greet, asked } = start([whole, whole, () => slow.promise]);
    await settled();
    greet();
    await settled();
    hear({ type: 'invalidate', payload: ['alarms'] });
    hear({ type: 'invalidate', payload: ['alarms', 'config'] });
    hear({ type: 'invalidate', payload: ['alarms'] });
    slow.resolve({ facts: [], failures: {} });
    await settled();
    expect(asked.slice(2)).toEqual([['alarms'], ['alarms', 'config']]);
  });

  test('a part that did not come is tried again after 10 s, and what was there stays', async () => {
    const { clock, greet, asked, models, screen } = start([
      whole,
      () => ({ facts: [], failures: { fleet: network, beacons: { kind: 'server', code: 501, type: 'NotImplemented' } } }),
    ]);
    await settled();
    greet();
    await settled();
    expect(screen()).toBe('ready');
    expect(models().fleet.receivers[1]?.alias).toBe('North');
    clock.increment(9_999);
    expect(asked).toHaveLength(2);
    clock.increment(1);
    expect(asked.at(-1), 'what the host has not is not asked for again').toEqual(['fleet']);
  });

  test('Retry loads parts that did not come at once, also those that are not tried again unasked', async () => {
    const forbidden: Failure = { kind: 'server', code: 403, type: 'Forbidden' };
    const partly: Answer = () => ({ facts: [], failures: { alarms: forbidden, beacons: network } });
    const { session, greet, asked } = start([whole, partly, partly]);
    await settled();
    greet();
    await settled();
    expect(selectAlarmsFailed(session.getSnapshot())).toBe(true);
    for (const calls of [3, 4]) {
      session.send({ type: 'session.retry' });
      await settled();
      expect(asked).toHaveLength(calls);
      expect(asked.at(-1)?.toSorted()).toEqual(['alarms', 'beacons']);
    }
    expect(selectAlarmsFailed(session.getSnapshot())).toBe(false);
    session.send({ type: 'session.retry' });
    expect(asked).toHaveLength(4);
  });

  test('after a cut everything that may have changed is loaded again', async () => {
    const { clock, greet, cut, asked, connections } = start();
    await settled();
    greet();
    await settled();
    cut();
    expect(connections()).toBe(0);
    clock.increment(60_000);
    expect(connections()).toBe(1);
    greet();
    await settled();
    expect(asked.at(-1)).toEqual(['config', 'fleet', 'alarms', 'beacons', 'systems']);
  });

  test('an offline system is looked at every 30 s without a word, and opened when it is back', async () => {
    const down: Answer = () => ({ facts: [], failures: { config: offline } });
    const { clock, session, screen, connections } = start([down, down]);
    const screens = new Set<string>();
    await settled();
    session.subscribe((snapshot) => screens.add(selectSessionScreen(snapshot)));
    expect([screen(), connections()]).toEqual(['offline', 0]);
    clock.increment(30_000);
    await settled();
    expect([...screens]).toEqual(['offline']);
    clock.increment(30_000);
    await settled();
    expect([screen(), connections()]).toEqual(['ready', 1]);
  });

  test('a system that shuts down while it is open is closed, socket and all', async () => {
    const { greet, screen, connections } = start([
      whole,
      () => ({ facts: [{ type: 'host.configLoaded', asOf, config: { ...hostConfig, status: 0 } }], failures: {} }),
    ]);
    await settled();
    expect(connections()).toBe(1);
    greet();
    await settled();
    expect([screen(), connections()]).toEqual(['offline', 0]);
  });

  test.each<[string, Failure, string]>([
    ['403', { kind: 'server', code: 403, type: 'Forbidden' }, 'unauthorized'],
    ['404', { kind: 'server', code: 404, type: 'NotFound' }, 'unknown'],
    ['500', { kind: 'server', code: 500, type: 'ServerError' }, 'failed'],
    ['a lost network', network, 'failed'],
  ])('%s shows its own screen', async (_, failure, expected) => {
    const { screen } = start([() => ({ facts: [], failures: { fleet: failure } })]);
    await settled();
    expect(screen()).toBe(expected);
  });

  test('Retry loads again', async () => {
    const { session, screen } = start([() => ({ facts: [], failures: { fleet: network } })]);
    await settled();
    session.send({ type: 'session.retry' });
    expect(screen()).toBe('connecting');
    await settled();
    expect(screen()).toBe('ready');
  });

  test('sets the timezone of the browser when it is automatic and another (spec §4)', async () => {
    const abroad = start([], { timezone: 'Europe/Berlin' });
    const home = start();
    await settled();
    expect([abroad.timezones, home.timezones]).toEqual([['Europe/Berlin'], []]);
    expect(abroad.models().account.account?.timezone).toBe('Europe/Berlin');
  });

  test('once stopped, nothing that was under way reaches it or what comes after', async () => {
    const slow = Promise.withResolvers<LoadedParts>();
    const { session, hear, greet, connections, stop } = start([whole, () => slow.promise]);
    await settled();
    greet();
    const journal: AnyActorRef = journalOf(session);
    const before: unknown = journal.getSnapshot();
    stop();
    slow.resolve({ facts: [factSamples['alarms.loaded']], failures: {} });
    hear({ type: 'newRxState', payload: { rxId: 1, state: 0, ts: 9_000 } });
    await settled();
    expect(connections()).toBe(0);
    expect((journal.getSnapshot() as { context: unknown }).context).toBe((before as { context: unknown }).context);
  });
});
