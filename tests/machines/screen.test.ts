import { describe, expect, test } from 'vitest';
import { createActor, type EventObject, fromCallback, fromPromise, setup, SimulatedClock } from 'xstate';
import { journalIn } from '../../src/machines/journal/journal-actor.ts';
import type { ResourcesInput } from '../../src/machines/resources/resources-events.ts';
import type { RecordInput, ScreenEvent, ScreenUnit } from '../../src/machines/screen/screen-events.ts';
import { screenMachine } from '../../src/machines/screen/screen-machine.ts';
import { lineMachine } from '../../src/machines/socket/line-machine.ts';
import type { ConnectionEvent } from '../../src/machines/socket/socket-events.ts';
import { socketId } from '../../src/machines/socket/socket-id.ts';
import { selectLine } from '../../src/machines/socket/socket-selectors.ts';
import type { HostConfig } from '#model/entities/system.ts';
import type { Fact } from '#model/journal/facts.ts';
import { beaconsModel } from '#model/journal/screen-models/beacons.ts';
import { quietMs } from '#model/live/line-timing.ts';
import { asOf, factSamples, hostConfig, system } from '../support/fact-samples.ts';
import { settled } from '../support/frame-stage.ts';
import { journalStage } from '../support/journal-stage.ts';

const administrator = 2;
const researcher = 3;
const asRole = (RoleId: number): Fact => ({ type: 'systems.loaded', systems: [{ ...system, RoleId }] });
const selected: Fact = { type: 'system.selected', mitasId: 'demo' };
let revision = asOf.revision;
const configWith = (sidebar: Partial<HostConfig['sidebar']>): Fact => ({
  type: 'host.configLoaded',
  asOf: { ...asOf, revision: (revision += 1) },
  config: { ...hostConfig, sidebar: { ...hostConfig.sidebar, ...sidebar } },
});

/**
 * Starts the slot beside a real journal that knows `facts`. Each screen has an actor that calls the host as
 * it starts: `asked` lists the callers, `running` the running actors, `loaded` the loaded code.
 */
function start(
  facts: readonly Fact[],
  path = 'advanced/detection-settings',
  parts: Partial<ScreenUnit> = {},
  stage = journalStage(),
) {
  const { parent, journal } = stage;
  const loaded: string[] = [];
  const units: Record<string, Partial<ScreenUnit>> = {};
  const asked: string[] = [];
  const running = new Set<string>();
  const record = (...all: readonly Fact[]): void =>
    journal.send({ type: 'journal.append', entries: all.map((fact) => ({ type: 'happened', fact })) });
  const unitOf = (id: string): ScreenUnit => ({
    actor: setup({
      actors: {
        ask: fromCallback(() => {
          asked.push(id);
          running.add(id);
          return () => void running.delete(id);
        }),
      },
    }).createMachine({ id: 'screenActor', invoke: { id: 'ask', src: 'ask' } }),
    lasting: null,
    resources: null,
    models: [],
    address: null,
    view: null,
    ...(id === path ? parts : units[id]),
  });
  let goTo: (path: string, search?: string) => void = () => {};
  record(...facts);
  const slot = createActor(
    screenMachine.provide({
      actors: {
        address: fromCallback(({ sendBack }) => {
          goTo = (to, search = '') =>
            sendBack({ type: 'place.changed', place: { pathname: `/dashboard/demo/${to}`, search } } satisfies ScreenEvent);
          goTo(path);
        }),
        loadScreen: fromPromise(({ input: { id } }) => {
          loaded.push(id);
          return Promise.resolve(unitOf(id));
        }),
      },
    }),
    { parent, input: { mitasId: 'demo' } },
  ).start();
  return {
    slot,
    units,
    journal,
    record,
    loaded,
    asked,
    running,
    goTo: (to: string, search?: string) => goTo(to, search),
    state: () => slot.getSnapshot().value,
  };
}

describe('the slot judges whether a screen may be open', () => {
  test('a screen that takes another role is not loaded, and asks the host for nothing (NAV-18)', async () => {
    const { state, loaded, asked } = start([asRole(researcher), selected, configWith({})]);
    await settled();
    expect([state(), loaded, asked]).toEqual(['denied', [], []]);
  });

  test.each(['hidden', 'disabled'] as const)('a screen that the system has %s likewise (NAV-6)', async (how) => {
    const { state, loaded, asked } = start([asRole(1), selected, configWith({ [how]: ['receivers'] })], 'receivers/stream');
    await settled();
    expect([state(), loaded, asked]).toEqual(['closed', [], []]);
  });

  test('nothing is asked for, and no code is loaded, before the settings of the system are known (NAV-6)', async () => {
    const { slot, state, asked, loaded, record } = start([asRole(1), selected], 'receivers/stream');
    await settled();
    expect([slot.getSnapshot().hasTag('busy'), asked, loaded]).toEqual([true, [], []]);
    record(configWith({ hidden: ['receivers/stream'] }));
    await settled();
    expect([state(), asked, loaded]).toEqual(['closed', [], []]);
    record(configWith({}));
    await settled();
    expect([state(), asked, loaded]).toEqual(['open', ['receivers/stream'], ['receivers/stream']]);
  });

  test('a demotion stops its actor, and a promotion opens it again', async () => {
    const { state, asked, running, record } = start([asRole(administrator), selected, configWith({})]);
    await settled();
    expect([state(), asked.length, running.size]).toEqual(['open', 1, 1]);
    record(asRole(researcher));
    expect([state(), running.size], 'at once').toEqual(['denied', 0]);
    record(asRole(administrator));
    expect([state(), asked.length, running.size], 'its code is there').toEqual(['open', 2, 1]);
  });

  test('a system that hides it stops its actor, and one that shows it again opens it', async () => {
    const { state, running, record } = start([asRole(1), selected, configWith({})], 'modems');
    await settled();
    record(configWith({ hidden: ['modems'] }));
    expect([state(), running.size]).toEqual(['closed', 0]);
    record(configWith({}));
    expect([state(), running.size]).toEqual(['open', 1]);
  });

  test('another fact starts nothing again', async () => {
    const { asked, record } = start([asRole(1), selected, configWith({})], 'modems');
    await settled();
    record(asRole(administrator), configWith({ disabled: ['download'] }));
    expect(asked).toEqual(['modems']);
  });
});

test('a screen whose code is there opens at once: nothing is busy in between', async () => {
  const { slot, state, goTo, loaded } = start([asRole(1), selected, configWith({})], 'dashboard');
  await settled();
  goTo('modems');
  await settled();
  const busy: boolean[] = [];
  slot.subscribe((snapshot) => busy.push(snapshot.hasTag('busy')));
  for (const [path, id] of [
    ['dashboard', 'dashboard'],
    ['modems', 'modems'],
  ] as const) {
    goTo(path);
    expect([state(), slot.getSnapshot().context.id]).toEqual(['open', id]);
  }
  expect(busy.includes(true)).toBe(false);
  expect(loaded, 'loaded once each').toEqual(['dashboard', 'modems']);
});

test('the screen of one record starts again for another, and gets a new search (VISIT-5)', async () => {
  const got: unknown[] = [];
  const actor = fromCallback<EventObject, RecordInput>(({ input, receive }) => {
    got.push(input.record);
    receive((event) => got.push(event));
    return () => got.push('stopped');
  });
  const stage = start([asRole(1), selected, configWith({})], 'dashboard');
  await settled();
  stage.units['animals/tag'] = { actor };
  stage.goTo('animals/tags/12');
  await settled();
  stage.goTo('animals/tags/12', '?page=2');
  stage.goTo('animals/tags/13');
  expect(got).toEqual([12, { type: 'place.changed', search: '?page=2' }, 'stopped', 13]);
  stage.goTo('animals/tags');
  await settled();
  expect([got.at(-1), stage.slot.getSnapshot().context.id]).toEqual(['stopped', 'animals/tags']);
});

test('the address that logs out opens nothing, and leaves what is open until the session ends (NAV-7)', async () => {
  const { slot, state, goTo, loaded, running } = start([asRole(1), selected, configWith({})], 'modems');
  await settled();
  goTo('account/logout');
  await settled();
  expect([state(), slot.getSnapshot().context.id, loaded, [...running]]).toEqual(['open', 'modems', ['modems'], ['modems']]);
  goTo('nowhere');
  goTo('account/logout');
  await settled();
  expect([state(), loaded]).toEqual(['none', ['modems']]);
});

test('the read models of a screen join before anything of it starts: what it records at once is taken (JRN-11)', async () => {
  const recorder = fromCallback(({ system: actors }) =>
    journalIn(actors).send({
      type: 'journal.append',
      entries: [{ type: 'happened', fact: factSamples['beacons.summaryLoaded'] }],
    }),
  );
  for (const parts of [{ actor: recorder }, { actor: null, resources: { logic: recorder, plans: [] } }]) {
    const { state, journal } = start([asRole(1), selected, configWith({})], 'modems', { ...parts, models: [beaconsModel] });
    await settled();
    const { refused, journal: recorded } = journal.getSnapshot().context;
    expect([state(), refused]).toEqual(['open', { count: 0, last: null }]);
    expect(recorded.head.confirmed.screens['beacons']).not.toEqual(beaconsModel.initial);
  }
});

describe('what fails as its screen is left ends no other', () => {
  /** On any event it changes the address and fails, so that both are under way at once. */
  const leaving = (leave: () => void) =>
    setup({
      actions: {
        leave,
        fail: () => {
          throw new Error('a defect on leaving');
        },
      },
    }).createMachine({ id: 'leaving', on: { '*': { actions: ['leave', 'fail'] } } });
  const known = [asRole(1), selected, configWith({})];

  test.each([
    ['modems', 'open', 'modems'],
    ['nowhere', 'none', null],
  ])('its actor, on the way to %s', async (next, state, id) => {
    const stage = start(known, 'dashboard', { actor: leaving(() => stage.goTo(next)) });
    await settled();
    stage.goTo('modems');
    await settled();
    stage.goTo('dashboard');
    stage.goTo('dashboard', '?receiver=1');
    const { status, context } = stage.slot.getSnapshot();
    expect([stage.state(), status, context.id]).toEqual([state, 'active', id]);
  });

  test('what it loads likewise', async () => {
    const stage = start(known, 'dashboard', { resources: { logic: leaving(() => stage.goTo('modems')), plans: [] } });
    await settled();
    stage.goTo('modems');
    await settled();
    stage.goTo('dashboard');
    stage.slot.send({ type: 'resources.retry' });
    expect([stage.state(), stage.slot.getSnapshot().context.id]).toEqual(['open', 'modems']);
  });

  test('but what fails while it is open ends its own', async () => {
    const withActor = start(known, 'dashboard', { actor: leaving(() => {}) });
    const withResources = start(known, 'dashboard', { resources: { logic: leaving(() => {}), plans: [] } });
    await settled();
    withActor.goTo('dashboard', '?receiver=1');
    withResources.slot.send({ type: 'resources.retry' });
    expect([withActor.state(), withResources.state()]).toEqual(['defective', 'defective']);
  });
});

test('what a screen loads knows whether a line stands, also one over which no word comes just now', async () => {
  const clock = new SimulatedClock();
  const stage = journalStage({ clock });
  let speak: (event: ConnectionEvent) => void = () => {};
  const line = createActor(
    lineMachine.provide({
      actors: { connection: fromCallback(({ sendBack }) => void (speak = sendBack)), page: fromCallback(() => {}) as never },
    }),
    {
      parent: stage.parent,
      systemId: socketId,
      input: { url: 'ws://host', origin: 'https://host', mitasId: 'demo', random: () => 0, now: () => clock.now() },
    },
  ).start();
  const heard: [string, boolean][] = [];
  const logic = fromCallback<EventObject, ResourcesInput>(({ input }) => {
    heard.push([selectLine(line.getSnapshot()), input.isConnected]);
  });
  const { goTo } = start([asRole(1), selected, configWith({})], 'modems', { resources: { logic, plans: [] } }, stage);
  await settled();
  line.send({ type: 'line.connect' });
  goTo('nowhere');
  goTo('modems');
  speak({
    type: 'connection.messageReceived',
    message: { type: 'heartbeat', payload: { mitasId: 'demo', ts: 0, at: { epoch: 'one', next: 1 } } },
  });
  goTo('nowhere');
  goTo('modems');
  clock.increment(quietMs);
  goTo('nowhere');
  goTo('modems');
  expect(heard).toEqual([
    ['connecting', false],
    ['connecting', false],
    ['open', true],
    ['silent', true],
  ]);
});
