import { describe, expect, test } from 'vitest';
import { type ActorRefFrom, type AnyActorRef, fromCallback, fromPromise } from 'xstate';
import { changeLineMachine } from '../../src/machines/change-line/change-line-machine.ts';
import { comebackMachine } from '../../src/machines/comeback/comeback-machine.ts';
import { hostSessionMachine } from '../../src/machines/host-session/host-session-machine.ts';
import { selectResource, selectSessionScreen } from '../../src/machines/host-session/host-session-selectors.ts';
import { journalIn, journalLogic } from '../../src/machines/journal/journal-actor.ts';
import { selectModel, shown } from '../../src/machines/journal/journal-selectors.ts';
import { notificationsMachine } from '../../src/machines/notifications/notifications-machine.ts';
import { unseenChanges } from '../../src/machines/notifications/unseen-changes.ts';
import { operationMachine } from '../../src/machines/operation/operation-machine.ts';
import { operationsMachine } from '../../src/machines/operations/operations-machine.ts';
import { resourceMachine, selectFailed } from '../../src/machines/resource/resource-machine.ts';
import { resourcesMachine } from '../../src/machines/resources/resources-machine.ts';
import type { ScreenEvent } from '../../src/machines/screen/screen-events.ts';
import { screenMachine } from '../../src/machines/screen/screen-machine.ts';
import { selectScreenResource } from '../../src/machines/screen/screen-selectors.ts';
import home from '../../src/screens/home.ts';
import { beaconsModel } from '#model/journal/screen-models/beacons.ts';
import type { SurroundingsEvent } from '../../src/machines/page/page-events.ts';
import { pageMachine } from '../../src/machines/page/page-machine.ts';
import { lineMachine } from '../../src/machines/socket/line-machine.ts';
import type { AsOf, Change } from '#model/changes/change.ts';
import type { Failure } from '#model/contract/failure.ts';
import { closeCodes, type Incoming } from '#model/contract/socket-messages.ts';
import { logOf } from '#model/journal/journal.ts';
import type { LoadedResource, ResourceName } from '#model/session/resources.ts';
import { account, asOf, factSamples, hostConfig, system } from '../support/fact-samples.ts';
import { receiver, site } from '../support/fleet-samples.ts';
import { settled, stage } from '../support/frame-stage.ts';

/** What the session loads, and what Home loads besides. */
type Name = ResourceName | 'beacons' | 'layers';
type Answer = (name: Name) => LoadedResource | Promise<LoadedResource>;

const network: Failure = { kind: 'network' };
const forbidden: Failure = { kind: 'server', code: 403, type: 'Forbidden' };
const offline: Failure = { kind: 'server', code: 503, type: 'SystemOffline' };
const whole: Answer = (name) => ({
  asOf: name === 'config' || name === 'fleet' ? asOf : null,
  facts: [
    { type: 'host.configLoaded' as const, asOf, config: hostConfig },
    { type: 'fleet.loaded' as const, asOf, receivers: [receiver({ id: 1 })], sites: [site({ id: 1 })] },
    factSamples['alarms.loaded'],
    factSamples['beacons.summaryLoaded'],
  ].filter(({ type }) => type.startsWith(name === 'config' ? 'host' : name)),
});
const never = (): Promise<never> => new Promise(() => {});
/** Answers with failures for some names and with data for the others. */
const failing =
  (failures: Partial<Record<Name, Failure>>): Answer =>
  (name) =>
    failures[name] === undefined ? whole(name) : Promise.reject(failures[name]);

/**
 * Starts a session with Home open, on a real socket machine whose connection the test controls. `answer` is
 * called for each load, `change` for each change, and `missing` for changes that did not arrive.
 */
function start(
  answer: Answer = whole,
  but: {
    timezone?: string;
    random?: () => number;
    change?: (opId: string) => Promise<unknown>;
    isUp?: () => boolean;
    missing?: (after: number) => Promise<Change[]>;
  } = {},
) {
  const asked: Name[] = [];
  const timezones: string[] = [];
  const changesAfter: number[] = [];
  let answers = answer;
  let ids = 0;
  let speak: ((event: { type: string }) => void) | undefined;
  let connections = 0;
  let goTo: (path: string) => void = () => {};
  let surround: (event: SurroundingsEvent) => void = () => {};
  const load = async (name: Name): Promise<LoadedResource> => answers(name);
  const resources = resourcesMachine.provide({
    actors: {
      resource: resourceMachine.provide({
        actors: {
          load: fromPromise(({ input }) => {
            asked.push(input.name as Name);
            return load(input.name as Name);
          }),
        },
      }),
    },
  });
  const checkSystem = fromPromise<void, { mitasId: string }>(async () => void (await load('config')));
  const session = hostSessionMachine.provide({
    actors: {
      journal: journalLogic(() => 0),
      pageGuard: fromCallback(() => {}),
      socket: lineMachine.provide({
        actors: {
          connection: fromCallback(({ sendBack }) => {
            speak = sendBack;
            connections++;
            return () => {
              speak = undefined;
              connections--;
            };
          }),
          page: pageMachine.provide({ actors: { surroundings: fromCallback(() => {}) } }),
        },
      }),
      notifications: notificationsMachine.provide({ actors: { unseenChanges } }),
      changeLine: changeLineMachine.provide({
        actors: {
          getChanges: fromPromise(async ({ input: { after } }) => {
            changesAfter.push(after);
            const changes = (await but.missing?.(after)) ?? [];
            return { epoch: asOf.epoch, revision: after + changes.length, changes };
          }),
        },
      }),
      operations: operationsMachine.provide({
        actors: {
          operation: operationMachine.provide({
            actors: { ask: fromPromise(({ input }) => (but.change ?? never)(input.opId)) },
          }),
        },
      }),
      resources,
      screen: screenMachine.provide({
        actors: {
          address: fromCallback(({ sendBack }) => {
            goTo = (path) =>
              sendBack({
                type: 'place.changed',
                place: { pathname: `/dashboard/demo/${path}`, search: '' },
              } satisfies ScreenEvent);
            goTo('dashboard');
          }),
          loadScreen: fromPromise(({ input: { id } }) =>
            Promise.resolve({
              ...home,
              actor: null,
              lasting: null,
              resources: id === 'dashboard' ? { logic: resources, plans: home.resources } : null,
            }),
          ),
        },
      }),
      selectSystem: fromPromise(() => Promise.resolve({ account })),
      checkSystem,
      comeback: comebackMachine.provide({
        actors: { checkSystem, surroundings: fromCallback(({ sendBack }) => void (surround = sendBack)) },
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
    newId: () => `operation-${String((ids += 1)).padStart(7, '0')}`,
  };
  const on = stage(session, input);
  const subject = on.subject as ActorRefFrom<typeof hostSessionMachine>;
  const hear = (message: Incoming): void => speak?.({ type: 'connection.messageReceived', message } as { type: string });
  return {
    ...on,
    asked,
    timezones,
    changesAfter,
    session: subject,
    hear,
    /** Sets how the host answers from now on. */
    answerBy: (next: Answer) => void (answers = next),
    greet: (changes?: AsOf) => hear({ type: 'heartbeat', payload: { mitasId: 'demo', ts: 0, changes } }),
    cut: (code = 1006) => speak?.({ type: 'connection.closed', code, reason: '' } as { type: string }),
    connections: () => connections,
    screen: () => selectSessionScreen(subject.getSnapshot()),
    models: () => shown(journalIn(subject.system).getSnapshot()),
    pending: () => journalIn(subject.system).getSnapshot().context.journal.head.pending,
    failed: (name: Name) => {
      const snapshot = subject.getSnapshot();
      const slot = snapshot.children.screen?.getSnapshot();
      const resource =
        name === 'beacons' || name === 'layers' ? slot && selectScreenResource(slot, name) : selectResource(snapshot, name);
      return selectFailed(resource?.getSnapshot());
    },
    surround: (event: SurroundingsEvent) => surround(event),
    goTo: (path: string) => goTo(path),
    beacons: () => selectModel(journalIn(subject.system).getSnapshot(), beaconsModel),
  };
}

describe('a session of a system', () => {
  test('looks every five minutes which beacons are heard: nobody tells when one falls silent (REG-15)', async () => {
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
    expect(asked.slice(before)).toEqual(['beacons']);
  });

  test('what a screen loads comes with it: it joins the journal, and goes with it but for what it has recorded (JRN-11)', async () => {
    const { asked, greet, goTo, hear, beacons, session } = start();
    await settled();
    expect(beacons(), 'joined, and nothing loaded yet').toEqual(beaconsModel.initial);
    greet();
    await settled();
    const { all, recent } = factSamples['beacons.summaryLoaded'];
    expect(beacons()).toEqual({ summary: { all, recent } });
    goTo('modems');
    const before = asked.length;
    hear({ type: 'invalidate', payload: ['beacons'] });
    session.send({ type: 'session.retry' });
    await settled();
    expect(asked.slice(before), 'nobody shows it').toEqual([]);
    expect(beacons(), 'shown at once on return').toEqual({ summary: { all, recent } });
    goTo('dashboard');
    await settled();
    expect(asked.slice(before), 'and loaded again, once').toEqual(['layers', 'beacons']);
    hear({ type: 'invalidate', payload: ['beacons'] });
    await settled();
    expect(asked.slice(before)).toEqual(['layers', 'beacons', 'beacons']);
    const log = logOf(journalIn(session.system).getSnapshot().context.journal);
    const joined = log.filter((entry) => entry.type === 'happened' && entry.fact.type === 'model.joined');
    expect(joined, 'each of its models once').toHaveLength(home.models.length);
  });

  test('begins its journal with who the person is, and keeps that nowhere else', () => {
    const { models, session } = start();
    expect(models()).toMatchObject({ account: { account, systems: [system], selected: 'demo' } });
    expect(session.getSnapshot().context.unsent).toEqual([]);
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
      newId: () => '',
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
    const { clock, cut, greet, connections } = start(whole, { random: () => random });
    await settled();
    greet();
    cut();
    clock.increment(wait - 1);
    expect(connections()).toBe(0);
    clock.increment(1);
    expect(connections()).toBe(1);
  });

  test('loads, and opens one socket at the address of the system beside that', async () => {
    const { session, screen, greet, models, connections } = start();
    expect(screen()).toBe('connecting');
    expect(session.getSnapshot().children.socket?.getSnapshot().context.url).toBe('ws://localhost:8081/socket/demo');
    expect(connections()).toBe(1);
    await settled();
    expect(screen()).toBe('ready');
    greet();
    await settled();
    expect(models().fleet.receivers[1]?.alias).toBe('North');
  });

  test('loads nothing twice from being opened until its line stands', async () => {
    const { asked, greet, clock } = start();
    await settled();
    expect(asked.toSorted(), 'what is measured waits for the line').toEqual(['config', 'fleet', 'layers']);
    greet();
    await settled();
    clock.increment(60_000);
    await settled();
    expect(asked.toSorted()).toEqual(['alarms', 'beacons', 'config', 'fleet', 'layers', 'states']);
  });

  test('loads what is measured after 2 s without a line, and again when the line has opened', async () => {
    const { asked, greet, clock } = start();
    await settled();
    clock.increment(1_999);
    expect(asked).toHaveLength(3);
    clock.increment(1);
    await settled();
    expect(asked.slice(3)).toEqual(['states', 'alarms', 'beacons']);
    greet();
    await settled();
    expect(asked.slice(6)).toEqual(['states', 'alarms', 'beacons']);
  });

  test.each(['alarms', 'beacons', 'states'] as const)('%s that never come delay nothing else', async (slow) => {
    const { asked, greet, hear, screen } = start((name) => (name === slow ? never() : whole(name)));
    await settled();
    greet();
    await settled();
    expect(screen()).toBe('ready');
    hear({ type: 'invalidate', payload: ['fleet'] });
    await settled();
    expect(asked.filter((name) => name === 'fleet')).toHaveLength(2);
  });

  test('records what the socket tells, and loads what it says is out of date (SOCK-28)', async () => {
    const { hear, greet, asked, models } = start();
    await settled();
    greet();
    await settled();
    hear({ type: 'newRxState', payload: { rxId: 1, state: 0, ts: 5_000 } });
    hear({ type: 'newRxModel', payload: { rxId: 1, model: 1 } });
    expect(models().fleet.receivers[1]).toMatchObject({ status: 0, statusTime: 5_000, model: 1 });
    const before = asked.length;
    hear({ type: 'invalidate', payload: ['alarms', 'account'] });
    await settled();
    expect(asked.slice(before)).toEqual(['alarms', 'account']);
  });

  test('a change too large to be told: what has a revision is loaded again, once, and nothing else', async () => {
    const large: Change = { revision: 11, at: 0, by: null, through: 'import', undoes: null, items: null };
    const { hear, greet, asked, changesAfter, clock } = start(whole, { missing: () => Promise.resolve([large]) });
    await settled();
    greet(asOf);
    await settled();
    const before = asked.length;
    // The host itself reports the revision.
    hear({ type: 'invalidate', payload: [], asOf: { epoch: asOf.epoch, revision: 11 } });
    clock.increment(250);
    await settled();
    expect(changesAfter).toEqual([10]);
    expect(asked.slice(before)).toEqual(['config', 'fleet', 'layers']);
  });

  test.each(['another order', 'one too far back'])('%s is not caught up with: everything is loaded again', async (which) => {
    const gone: Failure = { kind: 'server', code: 410, type: 'Gone' };
    const { hear, greet, asked, clock, answerBy } = start(whole, { missing: () => Promise.reject(gone) });
    await settled();
    greet(asOf);
    await settled();
    const before = asked.length;
    const changes = which === 'another order' ? { epoch: 'another', revision: 3 } : { epoch: asOf.epoch, revision: 11 };
    answerBy(async (name) => {
      const { facts, asOf: revised } = await whole(name);
      const again = facts.map((fact) => ('asOf' in fact ? { ...fact, asOf: changes } : fact));
      return { asOf: revised && changes, facts: again };
    });
    hear({ type: 'heartbeat', payload: { mitasId: 'demo', ts: 0, changes } });
    clock.increment(250);
    await settled();
    expect(asked.slice(before)).toEqual(['config', 'fleet', 'states', 'alarms', 'systems', 'account', 'beacons', 'layers']);
  });

  test('tells what another tab made of the account', async () => {
    const facts = [{ type: 'account.loaded' as const, account: { ...account, darkMode: false } }];
    const { hear, greet, heard } = start((name) => (name === 'account' ? { asOf: null, facts } : whole(name)));
    await settled();
    greet();
    hear({ type: 'invalidate', payload: ['account'] });
    await settled();
    expect(heard).toContainEqual({ type: 'account.reloaded', darkMode: false });
  });

  test('what becomes out of date while it is being loaded is loaded once more', async () => {
    const slow = Promise.withResolvers<LoadedResource>();
    const { hear, greet, asked, answerBy } = start();
    await settled();
    greet();
    await settled();
    const before = asked.length;
    answerBy((name) => (name === 'alarms' && asked.length <= before + 2 ? slow.promise : whole(name)));
    for (const payload of [['alarms'], ['alarms', 'config'], ['alarms']] as const)
      hear({ type: 'invalidate', payload: [...payload] });
    slow.resolve({ asOf: null, facts: [] });
    await settled();
    expect(asked.slice(before)).toEqual(['alarms', 'config', 'alarms']);
  });

  test('what did not come is tried again after 10 s, and what was there stays (SYS-10)', async () => {
    const { clock, greet, asked, models, screen, hear, answerBy } = start();
    await settled();
    greet();
    await settled();
    answerBy(failing({ fleet: network, beacons: { kind: 'server', code: 404, type: 'NotFound' } }));
    hear({ type: 'invalidate', payload: ['fleet', 'beacons'] });
    await settled();
    const before = asked.length;
    expect(screen()).toBe('ready');
    expect(models().fleet.receivers[1]?.alias).toBe('North');
    clock.increment(9_999);
    expect(asked.slice(before)).toEqual([]);
    clock.increment(1);
    expect(asked.slice(before), 'what the host has not is not asked for again').toEqual(['fleet']);
  });

  test('Retry loads what did not come at once, also what is not tried again unasked', async () => {
    const { session, greet, asked, failed, answerBy } = start(failing({ alarms: forbidden, beacons: network }));
    await settled();
    greet();
    await settled();
    expect([failed('alarms'), failed('beacons'), failed('states')]).toEqual([true, true, false]);
    for (const _ of [1, 2]) {
      const before = asked.length;
      session.send({ type: 'session.retry' });
      await settled();
      expect(asked.slice(before)).toEqual(['alarms', 'beacons']);
    }
    answerBy(whole);
    session.send({ type: 'session.retry' });
    await settled();
    expect([failed('alarms'), failed('beacons')]).toEqual([false, false]);
    const before = asked.length;
    session.send({ type: 'session.retry' });
    expect(asked.slice(before)).toEqual([]);
  });

  test('after a cut what is measured is loaded again, and of what has a revision only the changes since (SYS-13)', async () => {
    const { clock, greet, cut, asked, connections, changesAfter } = start();
    await settled();
    greet(asOf);
    await settled();
    cut();
    expect(connections()).toBe(0);
    clock.increment(60_000);
    expect(connections()).toBe(1);
    const before = asked.length;
    greet({ ...asOf, revision: asOf.revision + 2 });
    clock.increment(250);
    await settled();
    expect(asked.slice(before).toSorted()).toEqual(['alarms', 'beacons', 'states', 'systems']);
    expect(changesAfter).toEqual([asOf.revision]);
  });

  test('a new epoch, as a restore begins one, loads everything again', async () => {
    const { greet, asked } = start();
    await settled();
    greet(asOf);
    await settled();
    const before = asked.length;
    greet({ epoch: 'restored', revision: 1 });
    await settled();
    expect(new Set(asked.slice(before))).toEqual(
      new Set(['config', 'fleet', 'states', 'alarms', 'layers', 'beacons', 'systems', 'account']),
    );
  });

  test('an offline system is looked at every 30 s without a word, and opened when it is back (SYS-11)', async () => {
    let looks = 0;
    const { clock, session, screen, connections } = start((name) =>
      name === 'config' && (looks += 1) <= 2 ? Promise.reject(offline) : whole(name),
    );
    await settled();
    const screens = new Set([screen()]);
    session.subscribe((snapshot) => screens.add(selectSessionScreen(snapshot)));
    expect([screen(), connections()]).toEqual(['offline', 0]);
    clock.increment(30_000);
    await settled();
    expect([...screens]).toEqual(['offline']);
    clock.increment(30_000);
    await settled();
    expect([screen(), connections()]).toEqual(['ready', 1]);
  });

  test('one that was not answered is looked at after 5 s, then twice as long each time, without a word (SYS-17)', async () => {
    const { clock, session, screen, asked, answerBy } = start(failing({ config: network }));
    await settled();
    const screens = new Set([screen()]);
    session.subscribe((snapshot) => screens.add(selectSessionScreen(snapshot)));
    for (const wait of [5_000, 10_000, 20_000]) {
      const before = asked.length;
      clock.increment(wait - 1);
      await settled();
      expect(asked.length).toBe(before);
      clock.increment(1);
      await settled();
    }
    expect([...screens]).toEqual(['failed']);
    answerBy(whole);
    clock.increment(40_000);
    await settled();
    expect(screen()).toBe('ready');
  });

  test('it is looked at at once when the network is back (SYS-17)', async () => {
    const { surround, screen, answerBy } = start(failing({ config: network }));
    await settled();
    answerBy(whole);
    surround({ type: 'network.returned' });
    await settled();
    expect(screen()).toBe('ready');
  });

  test('what is no matter of the network waits for a Retry (SYS-17)', async () => {
    const { clock, surround, screen, answerBy } = start(failing({ config: { kind: 'server', code: 500, type: 'ServerError' } }));
    await settled();
    answerBy(whole);
    surround({ type: 'network.returned' });
    clock.increment(120_000);
    await settled();
    expect(screen()).toBe('failed');
  });

  test('a system that shuts down while it is open is closed, socket and all', async () => {
    const { hear, greet, screen, connections, answerBy } = start();
    await settled();
    greet();
    await settled();
    expect([screen(), connections()]).toEqual(['ready', 1]);
    answerBy(failing({ config: offline }));
    hear({ type: 'invalidate', payload: ['config'] });
    await settled();
    expect([screen(), connections()]).toEqual(['offline', 0]);
  });

  test.each<[string, Failure, string]>([
    ['403', forbidden, 'unauthorized'],
    ['404', { kind: 'server', code: 404, type: 'NotFound' }, 'unknown'],
    ['500', { kind: 'server', code: 500, type: 'ServerError' }, 'failed'],
    ['a lost network', network, 'failed'],
  ])('%s shows its own screen', async (_, failure, expected) => {
    const { screen } = start(failing({ fleet: failure }));
    await settled();
    expect(screen()).toBe(expected);
  });

  test('Retry loads again', async () => {
    const { session, screen, answerBy } = start(failing({ fleet: network }));
    await settled();
    answerBy(whole);
    session.send({ type: 'session.retry' });
    expect(screen()).toBe('connecting');
    await settled();
    expect(screen()).toBe('ready');
  });

  test('sets the timezone of the browser when it is automatic and another (ACC-17)', async () => {
    const abroad = start(whole, { timezone: 'Europe/Berlin' });
    const home = start();
    await settled();
    expect([abroad.timezones, home.timezones]).toEqual([['Europe/Berlin'], []]);
    expect(abroad.models().account.account?.timezone).toBe('Europe/Berlin');
  });

  test('once stopped, nothing that was under way reaches it or what comes after (JRN-10)', async () => {
    const slow = Promise.withResolvers<LoadedResource>();
    const { session, hear, greet, connections, stop } = start((name) => (name === 'alarms' ? slow.promise : whole(name)));
    await settled();
    greet();
    const journal: AnyActorRef = journalIn(session.system);
    const before: unknown = journal.getSnapshot();
    stop();
    slow.resolve({ asOf: null, facts: [factSamples['alarms.loaded']] });
    hear({ type: 'newRxState', payload: { rxId: 1, state: 0, ts: 9_000 } });
    await settled();
    expect(connections()).toBe(0);
    expect((journal.getSnapshot() as { context: unknown }).context).toBe((before as { context: unknown }).context);
  });

  test('no proposal outlives what asks for it: a mark that is under way when the system is closed is settled by its answer', async () => {
    const answer = Promise.withResolvers<unknown>();
    const { session, clock, greet, cut, screen, pending } = start(whole, { change: () => answer.promise });
    await settled();
    greet();
    await settled();
    session.getSnapshot().children.notifications?.send({ type: 'notifications.open' });
    session.getSnapshot().children.notifications?.send({ type: 'notifications.shown' });
    clock.increment(2_000);
    expect(pending()).toHaveLength(1);
    cut(closeCodes.forbidden);
    expect(screen()).toBe('unauthorized');
    answer.reject(forbidden);
    await settled();
    expect(pending()).toEqual([]);
  });
});
