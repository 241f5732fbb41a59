import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Contact } from '#model/entities/contact.ts';
import { ContactWindow, keptMs } from '#model/live/contact-window.ts';
import { nearestContact, stepContact } from '#model/live/contact-search.ts';
import { groupKinds, groupValue, noFilters, passesFilters, type ContactFilters } from '#model/live/live-settings.ts';
import { LatestContacts, mostLatest } from '#model/live/latest-contacts.ts';
import { LiveView } from '#model/live/live-view.ts';
import { allContacts, contactNear, epoch, keyOf, NaiveWindow } from './naive-window.ts';
import { WorkBudget } from '#model/live/work-budget.ts';
import { runs, variants } from '../../support/thorough.ts';

type Step =
  | { kind: 'append'; ms: number; contacts: Contact[] }
  | { kind: 'evict'; ms: number }
  | { kind: 'hold'; ago: number; length: number }
  | { kind: 'release' };

/** Contact times are relative to the clock at their step, up to slightly more than the window late. */
const lateContact = contactNear(0, keptMs + 5_000);
const wait = fc.oneof(fc.nat(500), fc.nat(90_000));
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('append' as const), ms: wait, contacts: fc.array(lateContact, { maxLength: 30 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('evict' as const), ms: wait }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('hold' as const), ago: fc.nat(300_000), length: fc.nat(400_000) }) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'release' }) },
);
const steps = fc.array(step, { maxLength: 25 });

/** Plays the same steps on both windows, and calls `check` after each. */
function play(list: Step[], check: (window: ContactWindow, naive: NaiveWindow, now: number) => void): void {
  const window = new ContactWindow();
  const naive = new NaiveWindow();
  let now = epoch;
  for (const each of list) {
    if (each.kind === 'append' || each.kind === 'evict') now += each.ms;
    for (const target of [window, naive]) {
      if (each.kind === 'append')
        target.append(
          each.contacts.map((contact) => ({ ...contact, ts: contact.ts + now })),
          now,
        );
      else if (each.kind === 'evict') target.evict(now);
      else if (each.kind === 'hold') target.holdFrom(now - each.ago, now - each.ago + each.length);
      else target.release();
    }
    check(window, naive, now);
  }
}

const keys = (contacts: readonly Contact[]) => contacts.map(keyOf).sort();
const filterLists: ContactFilters[] = [
  noFilters,
  { ...noFilters, rxId: [1], type: [18] },
  { ...noFilters, freq: [150.05] },
  { ...noFilters, code: [5] },
];

describe('against a naive window (LIVE-3, LIVE-9)', () => {
  test('holds the same contacts and the same tally, whatever the order of arrival, the age and the pauses', () => {
    fc.assert(
      fc.property(steps, (list) => {
        play(list, (window, naive, now) => {
          expect(window.size).toBe(naive.contacts.length);
          expect(window.tally).toEqual(naive.tally);
          expect(keys(allContacts(window, epoch - 1_000_000, now + 100_000))).toEqual(keys(naive.contacts));
        });
      }),
    );
  });

  test('counts the groups of a moving range, and what the filters hide (LIVE-6, LIVE-19)', () => {
    fc.assert(
      fc.property(
        steps,
        fc.constantFrom(...groupKinds),
        fc.constantFrom(...filterLists),
        fc.constantFrom(700, 30_000, 300_000),
        fc.boolean(),
        (list, kind, filters, span, isFollowing) => {
          let view: LiveView | undefined;
          play(list, (window, naive, now) => {
            if (view === undefined) {
              view = new LiveView(window, kind, filters);
              if (isFollowing) view.follow();
            }
            const range = { from: now - 2_000 - span, to: now - 2_000 };
            view.sync();
            if (isFollowing) while (!view.moveTo(range, new WorkBudget(2)));
            else expect(view.moveTo(range)).toBe(true);
            const inRange = naive.contacts.filter(({ ts }) => ts > range.from && ts <= range.to);
            const shown = inRange.filter((contact) => passesFilters(contact, filters));
            const counts = new Map<number, number>();
            for (const contact of shown) counts.set(groupValue(contact, kind), (counts.get(groupValue(contact, kind)) ?? 0) + 1);
            const legend = view.legend();
            expect(legend.groups.map(({ value, count }) => [value, count])).toEqual(
              [...counts].sort(([one], [other]) => one - other),
            );
            expect([legend.shown, legend.hidden]).toEqual([shown.length, inRange.length - shown.length]);
            for (const each of groupKinds) {
              expect(view.heardValues()[each]).toEqual(
                [...new Set(naive.contacts.map((contact) => groupValue(contact, each)))].sort((a, b) => a - b),
              );
            }
          });
        },
      ),
    );
  });

  test('steps through all contacts of a range once, in time order, both ways', () => {
    fc.assert(
      fc.property(steps, (list) => {
        let latest: LatestContacts | undefined;
        play(list.slice(0, 6), (window, naive, now) => {
          const range = { from: now - 302_000, to: now - 2_000 };
          const isCoded = (id: number) => window.series.read(id).type === 18;
          latest ??= new LatestContacts(window, isCoded);
          const expected = naive.contacts.filter(({ ts, type }) => type === 18 && ts > range.from && ts <= range.to);
          const walked = (direction: 1 | -1) => {
            const found: Contact[] = [];
            for (
              let ref = stepContact(window, null, direction, range, isCoded);
              ref;
              ref = stepContact(window, ref, direction, range, isCoded)
            ) {
              found.push(window.read(ref));
              if (found.length > expected.length) break;
            }
            return found;
          };
          const forth = walked(1);
          expect(keys(forth)).toEqual(keys(expected));
          expect(forth.map(({ ts }) => ts)).toEqual(expected.map(({ ts }) => ts).sort((a, b) => a - b));
          expect(walked(-1).map(keyOf)).toEqual(forth.map(keyOf).reverse());
          for (const limit of [3, mostLatest]) {
            let found = latest.of(range, limit, 0, new WorkBudget(1));
            while (found === null) found = latest.of(range, limit, 0, new WorkBudget(1));
            expect(found.map(keyOf)).toEqual(forth.map(keyOf).reverse().slice(0, limit));
          }
        });
      }),
      { numRuns: runs(40) },
    );
  });

  test('finds the contact nearest to the pointer', () => {
    fc.assert(
      fc.property(steps, fc.nat(60_000), fc.integer({ min: -130, max: -50 }), (list, ago, power) => {
        play(list, (window, naive, now) => {
          const range = { from: now - 302_000, to: now - 2_000 };
          const query = { ts: now - ago, power, msPerPixel: 250, dbmPerPixel: 0.2, radius: 20, range, test: () => true };
          const distance = (contact: Contact) => Math.hypot((contact.ts - query.ts) / 250, (contact.power - power) / 0.2);
          const distances = naive.contacts.filter(({ ts }) => ts > range.from && ts <= range.to).map(distance);
          const nearest = Math.min(Infinity, ...distances);
          const ref = nearestContact(window, query);
          const found = ref ? distance(window.read(ref)) : Infinity;
          expect(found).toBeCloseTo(nearest <= 20 ? nearest : Infinity, 6);
        });
      }),
    );
  });
});

describe('bounds', () => {
  const contact = (ts: number, n = 0): Contact => ({ rxId: 1, ant: 1, freq: 150, code: 1, type: 18, power: -80, ts, n });
  const many = (from: number, count: number) => Array.from({ length: count }, (_, at) => contact(from + at));
  /** Adds `rate` contacts a second for this many seconds. */
  const fill = (window: ContactWindow, rate: number, seconds: number) => {
    const batch: Contact[] = Array.from({ length: rate }, (_, at) => ({
      rxId: 1 + (at % 8),
      ant: 1 + (at % 4),
      freq: 150 + (at % 5) * 0.1,
      code: at % 50,
      type: 18,
      power: -90,
      ts: 0,
      n: at % 32_768,
    }));
    for (let second = 0; second < seconds; second++) {
      batch.forEach((each, at) => (each.ts = epoch + second * 1_000 + (at % 1_000)));
      window.append(batch, epoch + second * 1_000 + 1_000);
    }
  };

  test('a full window drops its oldest second and tells how many contacts (LIVE-8)', () => {
    const window = new ContactWindow({ capacity: 2_500 });
    for (let second = 0; second < 3; second++) window.append(many(epoch + second * 1_000, 1_000), epoch + 3_000);
    expect(window.tally).toMatchObject({ accepted: 3_000, overflow: 1_000 });
    expect(window.size).toBe(2_000);
    expect(window.bucket(epoch / 1_000)).toBeUndefined();
  });

  test('a full window says of which times it lacks contacts, for as long as it would hold them (LIVE-8)', () => {
    const window = new ContactWindow({ capacity: 2_500 });
    const second = (number: number) => ({ from: epoch + number * 1_000, to: epoch + number * 1_000 + 999 });
    window.append([...many(epoch, 1_000), ...many(epoch + 1_000, 1_000)], epoch + 3_000);
    expect(window.lacks({ from: epoch - 300_000, to: epoch + 3_000 })).toBe(false);
    window.append(many(epoch + 2_000, 1_000), epoch + 3_000);
    expect([0, 1, 2].map((number) => window.lacks(second(number)))).toEqual([true, false, false]);
    expect(window.lacks({ from: epoch - 300_000, to: epoch + 3_000 })).toBe(true);
    window.holdFrom(epoch - 1_000, epoch + 2_000);
    window.evict(epoch + 900_000);
    expect(window.lacks(second(0)), 'a paused view still lacks them').toBe(true);
    window.release();
    expect(window.lacks(second(0))).toBe(false);
  });

  test('a full window keeps the paused view as long as anything else can go', () => {
    const window = new ContactWindow({ capacity: 2_500 });
    window.append(many(epoch, 1_000), epoch + 3_000);
    window.holdFrom(epoch, epoch + 999);
    for (let second = 1; second < 5; second++) window.append(many(epoch + second * 1_000, 1_000), epoch + 6_000);
    expect(window.bucket(epoch / 1_000)?.count).toBe(1_000);
    expect(window.size).toBe(2_000);
  });

  test('a long pause keeps its view and the running window, nothing between (LIVE-7)', () => {
    const window = new ContactWindow();
    window.append(many(epoch, 1_000), epoch + 2_000);
    window.holdFrom(epoch - 30_000, epoch + 1_000);
    for (let minute = 1; minute <= 60; minute++)
      window.append(many(epoch + minute * 60_000, 1_000), epoch + minute * 60_000 + 2_000);
    expect(window.bucket(epoch / 1_000)?.count).toBe(1_000);
    expect(window.size).toBe(1_000 + 6 * 1_000);
    window.release();
    expect(window.size).toBe(6_000);
  });

  test('counts what waits while a view is held, whoever looks and whenever', () => {
    const window = new ContactWindow();
    window.append(many(epoch, 5), epoch);
    expect(window.waiting).toBe(0);
    window.holdFrom(epoch - 30_000, epoch);
    expect(window.waiting).toBe(0);
    window.append(many(epoch + 1_000, 7), epoch + 1_000);
    window.append(many(epoch + 1_000, 7), epoch + 1_000);
    expect(window.waiting).toBe(7);
    window.evict(epoch + 900_000);
    expect(window.waiting).toBe(7);
    window.release();
    expect(window.waiting).toBe(0);
  });

  test('what comes late into a held view is shown in it, and does not wait (LIVE-7)', () => {
    const window = new ContactWindow();
    window.holdFrom(epoch - 30_000, epoch + 500);
    window.append(many(epoch - 10_000, 5), epoch + 3_000);
    expect(window.waiting).toBe(0);
    window.append([...many(epoch + 500, 1), ...many(epoch + 501, 1)], epoch + 3_000);
    expect(window.waiting).toBe(1);
  });

  test('50,000 contacts a second for five minutes are held in at most 200 MB, and none is dropped (LIVE-8)', () => {
    const window = new ContactWindow();
    const { seconds, most } = variants({ seconds: 303, most: 200e6 }, { seconds: 31, most: 35e6 });
    fill(window, 50_000, seconds);
    expect(window.tally).toMatchObject({ accepted: 50_000 * seconds, overflow: 0 });
    expect(window.size).toBe(50_000 * seconds);
    expect(window.bytes).toBeLessThan(most);
  }, 60_000);

  test('memory grows with what is held, and is given back when traffic falls (LIVE-30)', () => {
    const window = new ContactWindow();
    const empty = window.bytes;
    fill(window, 10_000, 100);
    expect(window.bytes - empty).toBeGreaterThan(10e6);
    for (let second = 100; second < 410; second++)
      window.append(many(epoch + second * 1_000, 10), epoch + second * 1_000 + 1_000);
    expect(window.size).toBe(3_030);
    expect(window.bytes).toBeLessThan(5e6);
    window.evict(epoch + 800_000);
    expect(window.bytes - empty).toBeLessThan(1e6);
  });

  test('a system that is hardly heard costs little (LIVE-30)', () => {
    const window = new ContactWindow();
    for (let second = 0; second < 304; second++) window.append(many(epoch + second * 1_000, 1), epoch + second * 1_000 + 1_000);
    expect(window.size).toBe(303);
    expect(window.bytes).toBeLessThan(1e6);
  });

  test('ten thousand series come and go without the dictionary growing', () => {
    const window = new ContactWindow();
    let now = epoch;
    let settled = 0;
    for (let round = 0; round < 30; round++) {
      now += 320_000;
      window.append(
        Array.from({ length: 10_000 }, (_, at) => ({ ...contact(now), code: round * 10_000 + at })),
        now,
      );
      if (round === 0) settled = window.series.bytes;
    }
    expect(window.series.limit).toBe(10_000);
    expect(window.series.bytes).toBe(settled);
  });
});

test('a late replay of the same contacts changes nothing (LIVE-9)', () => {
  fc.assert(
    fc.property(fc.array(contactNear(epoch, 290_000), { minLength: 1, maxLength: 200 }), fc.integer(), (contacts, seed) => {
      const window = new ContactWindow();
      window.append(contacts, epoch);
      const before = allContacts(window, epoch - 400_000, epoch + 100_000);
      const { version } = window;
      let calls = 0;
      window.subscribe(() => void calls++);
      window.append(
        [...contacts].sort((one, other) => ((one.ts ^ seed) >>> 3) - ((other.ts ^ seed) >>> 3)),
        epoch,
      );
      expect(window.version).toBe(version);
      expect(calls).toBe(0);
      expect(allContacts(window, epoch - 400_000, epoch + 100_000)).toEqual(before);
    }),
  );
});

test('listeners hear of each batch once, until they stop', () => {
  const window = new ContactWindow();
  const heard: number[] = [];
  const stop = window.subscribe(() => heard.push(window.version));
  const contacts = fc.sample(contactNear(epoch, 1_000), { numRuns: 5, seed: 1 });
  window.append(contacts, epoch);
  window.append([], epoch);
  window.evict(epoch + 400_000);
  stop();
  window.append(contacts, epoch + 500_000);
  expect(heard).toHaveLength(2);
  expect(window.size).toBe(0);
});

test('a contact that is gone is not read, and says so', () => {
  const window = new ContactWindow();
  const ref = { bucket: epoch / 1_000, position: 0 };
  expect(window.has(ref)).toBe(false);
  expect(() => window.read(ref)).toThrow(RangeError);
  expect(() => window.series.read(0)).toThrow('No series has the id 0');
});

test('a group keeps its id while the grouping is kept, and ids start over with another grouping', () => {
  const window = new ContactWindow();
  const view = new LiveView(window, 'code');
  const coded = (code: number, ts: number): Contact => ({ rxId: 4, ant: 2, freq: 150, code, type: 18, power: -80, ts });
  const idOf = (code: number) => view.legend().groups.find(({ value }) => value === code)?.id;
  window.append([coded(30, epoch), coded(20, epoch)], epoch + 2_000);
  view.sync();
  view.moveTo({ from: epoch - 1, to: epoch });
  const ids = [idOf(30), idOf(20)];
  window.append([coded(10, epoch + 400_000), coded(20, epoch + 400_000)], epoch + 402_000);
  view.moveTo({ from: epoch + 1, to: epoch + 400_000 });
  expect(idOf(20)).toBe(ids[1]);
  expect(new Set([...ids, idOf(10)]).size).toBe(3);
  const { revision } = view;
  view.configure('rxId', noFilters);
  expect(view.revision).toBe(revision + 1);
  expect(view.legend().groups).toEqual([{ id: 0, value: 4, count: 2 }]);
});

test('a jump to a long range is counted within a budget per call', () => {
  const window = new ContactWindow();
  for (let second = 0; second < 100; second++) {
    window.append(
      Array.from({ length: 100 }, (_, at) => ({
        rxId: 1,
        ant: 1,
        freq: 150,
        code: 1,
        type: 18,
        power: -80,
        ts: epoch + second * 1_000 + at,
      })),
      epoch + 100_000,
    );
  }
  const view = new LiveView(window);
  const range = { from: epoch - 1, to: epoch + 100_000 };
  let calls = 1;
  while (!view.moveTo(range, new WorkBudget(1_000))) calls++;
  expect(calls).toBeGreaterThanOrEqual(10);
  expect(view.legend().shown).toBe(10_000);
});

test('a range ends with its last millisecond and begins after its first', () => {
  const window = new ContactWindow();
  const at = (ts: number): Contact => ({ rxId: 1, ant: 1, freq: 150, code: 1, type: 18, power: -80, ts });
  window.append([at(epoch), at(epoch + 1), at(epoch + 30_000), at(epoch + 30_001)], epoch + 31_000);
  const range = { from: epoch, to: epoch + 30_000 };
  const view = new LiveView(window);
  view.moveTo(range);
  expect(view.legend().shown).toBe(2);
  expect(view.latest(range, 9, new WorkBudget())?.map(({ ts }) => ts - epoch)).toEqual([30_000, 1]);
});
