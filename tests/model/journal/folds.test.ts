import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReceiverState } from '#model/entities/receiver.ts';
import type { Fact, FactType } from '#model/journal/facts.ts';
import { type ReadModels, foldReadModels, foldWith, noReadModels } from '#model/journal/read-models/read-models.ts';
import { beaconsModel } from '#model/journal/screen-models/beacons.ts';
import { account, allFactSamples, asOf, factSamples, hostConfig, system } from '../../support/fact-samples.ts';
import { receiver, site } from '../../support/fleet-samples.ts';
import { fleetLoaded } from '../../support/journal-arbitraries.ts';

const fold = foldWith([beaconsModel]);
const after = (facts: readonly Fact[], from: ReadModels = noReadModels): ReadModels => facts.reduce(fold, from);
const everySample = Object.values(factSamples);

/** A session that has loaded everything, with Home open: the state the table below starts from. */
const loaded = after([
  factSamples['account.loaded'],
  factSamples['systems.loaded'],
  factSamples['system.selected'],
  factSamples['host.configLoaded'],
  factSamples['fleet.loaded'],
  factSamples['model.joined'],
]);
const rx = loaded.fleet.receivers[1];
const fleetWith = (but: Parameters<typeof receiver>[0]) => ({ fleet: { ...loaded.fleet, receivers: { 1: receiver(but) } } });
const standing = (revision: number) => ({ ...asOf, revision, ahead: [] });

/** What each fact changes in `loaded`; everything else stays. */
const changes: Record<keyof typeof factSamples, Partial<ReadModels>> = {
  'account.loaded': {},
  'account.updated': {
    account: {
      ...loaded.account,
      account: { ...account, firstName: 'R', lastName: 'L', username: 'rl', email: 'rl@example.org' },
    },
  },
  'timezone.changed': {
    account: {
      ...loaded.account,
      account: { ...account, timezone: 'Europe/Oslo' },
      systems: [{ ...system, autoTimezone: false }],
    },
    host: { ...loaded.host, config: { ...hostConfig, autoTimezone: false } },
  },
  'systems.loaded': {},
  'system.selected': {},
  'host.configLoaded': {},
  'fleet.loaded': {},
  'states.loaded': fleetWith({ status: 0, statusTime: 3_000 }),
  'receiver.stateChanged': fleetWith({ status: 3, statusTime: 2_000 }),
  'receiver.modelChanged': fleetWith({ model: 1 }),
  'receivers.heard': fleetWith({ heardTime: 4_000, uploadsEveryMs: 86_400_000 }),
  'receivers.contacted': fleetWith({ contactTime: 4_500 }),
  'receiver.infoReported': fleetWith({
    voltage: 9.5,
    memoryUsedMb: 950,
    memoryTotalMb: 1_000,
    firmwareMajor: 2,
    firmwareMinor: 0,
    firmwarePatch: 1,
    infoTime: 5_000,
  }),
  'epoch.began': {
    account: { ...loaded.account, systems: [{ ...system, lastSeenVersion: -1 }] },
    fleet: { ...loaded.fleet, order: { epoch: 'restored', revision: null, ahead: [] } },
    host: { ...loaded.host, order: { epoch: 'restored', revision: null, ahead: [] } },
  },
  'change.made': {
    fleet: { ...loaded.fleet, receivers: { 1: receiver({ alias: 'Ridge', rev: 11 }) }, order: standing(11) },
    host: { config: { ...hostConfig, commonName: 'Salmon' }, order: standing(11) },
  },
  'change.asked': fleetWith({ alias: 'Creek' }),
  'alarms.loaded': { alarms: { alarms: factSamples['alarms.loaded'].alarms } },
  'alarms.seen': { account: { ...loaded.account, systems: [{ ...system, lastSeenAlarmId: 9, lastSeenVersion: 2 }] } },
  'model.joined': {},
  'beacons.summaryLoaded': {
    screens: {
      beacons: {
        summary: { all: factSamples['beacons.summaryLoaded'].all, recent: factSamples['beacons.summaryLoaded'].recent },
      },
    },
  },
};

/** Facts that load the same data again: equal, but new objects. */
const loads = new Set<FactType>(['account.loaded', 'systems.loaded', 'host.configLoaded']);

describe('the fold of each fact (JRN-2)', () => {
  test.each(everySample.map((fact) => [fact.type, fact] as const))('%s changes what it says and nothing else', (type, fact) => {
    const next = fold(loaded, fact);
    expect(next).toEqual({ ...loaded, ...changes[type] });
    const models = Object.keys(loaded) as (keyof ReadModels)[];
    const replaced = models.filter((model) => next[model] !== loaded[model]);
    expect(replaced.filter((model) => !(model in changes[type]) && !loads.has(type))).toEqual([]);
  });

  test.each(everySample.map((fact) => [fact.type, fact] as const))('%s never throws before anything is loaded', (_, fact) => {
    expect(Object.keys(foldReadModels(noReadModels, fact))).toEqual(Object.keys(noReadModels));
  });

  test('a fact about a receiver that is not there changes nothing at all (JRN-8)', () => {
    const strangers = allFactSamples.flatMap((fact): Fact[] =>
      'rxId' in fact && fact.type !== 'receiver.stateChanged' ? [{ ...fact, rxId: 99 }] : [],
    );
    expect(strangers).toHaveLength(2);
    for (const fact of strangers) expect(foldReadModels(loaded, fact)).toBe(loaded);
  });

  test('the first load fills everything', () => {
    expect(loaded).toEqual({
      ...noReadModels,
      account: { account, systems: [system], selected: 'demo' },
      host: { config: hostConfig, order: standing(10) },
      screens: { beacons: beaconsModel.initial },
      fleet: {
        loaded: true,
        receivers: { 1: receiver() },
        sites: { 1: site() },
        early: {},
        unknownStatuses: 0,
        order: standing(10),
      },
    });
  });
});

const stateOf = (rxId: number, state: number, ts: number): Fact => ({ type: 'receiver.stateChanged', rxId, state, ts });

test('how often a receiver uploads is told when it has gone, with the time at which it was heard already (RX-44)', () => {
  const heard = (ts: number, uploadsEveryMs: number | null): Fact => ({
    type: 'receivers.heard',
    heard: [{ rxId: 1, ts, uploadsEveryMs }],
  });
  const gone = after([heard(4_000, null), heard(4_000, 86_400_000)], loaded);
  expect(gone.fleet.receivers[1]).toMatchObject({ heardTime: 4_000, uploadsEveryMs: 86_400_000 });
  expect(foldReadModels(gone, heard(3_999, null))).toBe(gone);
});

describe("receivers' states", () => {
  test('an older state than the known one is ignored, and so is one told twice (RX-13)', () => {
    const known = foldReadModels(loaded, stateOf(1, 0, 5_000));
    expect(foldReadModels(known, stateOf(1, 4, 4_999))).toBe(known);
    expect(foldReadModels(known, stateOf(1, 0, 5_000))).toBe(known);
  });

  test('an unknown status is kept, shown as it came, and counted once however often it is told (RX-11)', () => {
    const next = after([stateOf(1, 17, 5_000), stateOf(1, 17, 5_000), stateOf(1, -9, 6_000)], loaded);
    expect(next.fleet.receivers[1]).toEqual({ ...rx, status: -9, statusTime: 6_000 });
    expect(next.fleet.unknownStatuses).toBe(2);
  });

  test('a list that is read before and arrives after a newer state does not take it back', () => {
    const offline = foldReadModels(loaded, stateOf(1, 0, 5_000));
    const reloaded = foldReadModels(offline, {
      type: 'fleet.loaded',
      asOf,
      receivers: [receiver({ alias: 'New' })],
      sites: [site()],
    });
    expect(reloaded.fleet.receivers[1]).toEqual(receiver({ alias: 'New', status: 0, statusTime: 5_000 }));
  });

  test('equal rows of a list that is loaded again keep their identity', () => {
    const receivers = [receiver(), receiver({ id: 2, alias: 'South' })];
    const first = foldReadModels(noReadModels, { type: 'fleet.loaded', asOf, receivers, sites: [site()] });
    const again = structuredClone(receivers);
    expect(foldReadModels(first, { type: 'fleet.loaded', asOf, receivers: again, sites: [site()] })).toBe(first);
    const changed = [again[0] ?? receiver(), receiver({ id: 2, alias: 'East' })];
    const second = foldReadModels(first, { type: 'fleet.loaded', asOf, receivers: changed, sites: [site()] });
    expect(second.fleet.receivers[1]).toBe(first.fleet.receivers[1]);
    expect(second.fleet.receivers[2]?.alias).toBe('East');
    expect(second.fleet.sites).toBe(first.fleet.sites);
  });

  test('a receiver that is gone from the list is gone', () => {
    const next = foldReadModels(loaded, { type: 'fleet.loaded', asOf, receivers: [], sites: [] });
    expect(next.fleet).toEqual({ loaded: true, receivers: {}, sites: {}, early: {}, unknownStatuses: 0, order: standing(10) });
  });

  test('in whatever order, and however often, states and the list arrive, the newest state is shown', () => {
    const states = fc.uniqueArray(
      fc.record({ rxId: fc.integer({ min: 1, max: 6 }), state: fc.integer({ min: -1, max: 4 }), ts: fc.nat(10_000) }),
      { selector: ({ rxId, ts }) => `${rxId} ${ts === 1_000 ? 'loaded' : ts}`, maxLength: 20, size: 'max' },
    );
    const arrivals = states
      .filter((list) => list.every(({ ts }) => ts !== 1_000))
      .chain((list) => {
        const told: Fact[] = list.map((state) => ({ type: 'receiver.stateChanged', ...state }));
        const all = [...told, ...told, fleetLoaded];
        return fc.shuffledSubarray(all, { minLength: all.length }).map((facts) => ({ list, facts }));
      });
    fc.assert(
      fc.property(arrivals, ({ list, facts }) => {
        const { fleet } = after(facts);
        for (const { id } of Object.values(fleet.receivers)) {
          const told: ReceiverState[] = [{ rxId: id, state: 4, ts: 1_000 }, ...list.filter(({ rxId }) => rxId === id)];
          const newest = told.reduce((best, state) => (state.ts > best.ts ? state : best));
          expect([id, fleet.receivers[id]?.status, fleet.receivers[id]?.statusTime]).toEqual([id, newest.state, newest.ts]);
        }
      }),
    );
  });

  test('states of strangers are kept for a thousand of them and no more (RX-14)', () => {
    const flood = Array.from({ length: 1_500 }, (_, index) => stateOf(index + 1, 4, 1));
    const flooded = after(flood);
    expect(Object.keys(flooded.fleet.early)).toHaveLength(1_000);
    expect(foldReadModels(flooded, stateOf(1, 0, 2)).fleet.early[1]).toEqual({ rxId: 1, state: 0, ts: 2 });
  });
});

describe('alarms that were seen', () => {
  const seen = (lastSeenAlarmId: number, version: number | null = null): Fact => ({
    type: 'alarms.seen',
    lastSeenAlarmId,
    before: null,
    takenBack: false,
    version,
  });
  const unseen = (lastSeenAlarmId: number, before: number, version: number | null = null): Fact => ({
    type: 'alarms.seen',
    lastSeenAlarmId,
    before,
    takenBack: true,
    version,
  });
  const listed = (lastSeenAlarmId: number | null, lastSeenVersion = 1, mitasId = 'demo'): Fact => ({
    type: 'systems.loaded',
    systems: [{ ...system, mitasId, lastSeenAlarmId, lastSeenVersion }],
  });
  const began = factSamples['epoch.began'];
  const marks = ({ account: { systems } }: ReadModels) => systems.map(({ lastSeenAlarmId }) => lastSeenAlarmId);

  test.each<[string, Fact[], number | null]>([
    ['more', [seen(5)], 5],
    ['fewer than before', [seen(5), seen(4)], 5],
    ['fewer than the list says', [seen(2)], 3],
    ['by another page', [listed(8)], 8],
    ['before a list that had been read earlier', [seen(5, 2), listed(3)], 5],
    ['by somebody of whom the host keeps no mark', [listed(null, 0, 'river'), listed(null, 0), seen(5), listed(null, 0)], 5],
    ['and unseen again', [seen(5, 2), unseen(3, 5)], 3],
    ['and unseen again, as the host says', [seen(5, 2), unseen(3, 5, 3)], 3],
    ['and unseen again before a list that had been read earlier', [seen(5, 2), unseen(3, 5, 3), listed(5, 2)], 3],
    ['and unseen again in another page', [seen(5, 2), listed(3, 3)], 3],
    ['again, after they were unseen', [seen(5, 2), unseen(3, 5, 3), seen(5, 4)], 5],
    ['further than what is to be unseen', [seen(5, 2), listed(8, 3), unseen(3, 5)], 8],
    ['further before an answer that comes late', [listed(8, 3), seen(5, 2)], 8],
    ['as a backup has it that was put back', [seen(9, 12), began, listed(5, 8)], 5],
    ['after a backup was put back', [seen(9, 12), began, seen(10, 9)], 10],
  ])('%s', (_, facts, expected) => {
    expect(marks(after(facts, loaded))).toEqual([expected]);
  });

  test('concern the system that is open, and none before it is known', () => {
    const both: Fact = { type: 'systems.loaded', systems: [{ ...system, mitasId: 'river' }, system] };
    expect(marks(after([both, seen(7)], loaded))).toEqual([3, 7]);
    expect(marks(after([both, seen(7)]))).toEqual([3, 3]);
  });
});
