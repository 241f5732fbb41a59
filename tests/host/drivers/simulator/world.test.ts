import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chronicle, judgedBefore, type Chronicle } from '../../../../host/drivers/simulator/chronicle.ts';
import { hearingsBetween, type Hearing } from '../../../../host/drivers/simulator/happenings.ts';
import { heardSignal } from '../../../../host/drivers/simulator/hearing.ts';
import { type Listener, plannedListeners } from '../../../../host/drivers/simulator/listener.ts';
import { toContacts, workingIn } from '../../../../host/drivers/simulator/history.ts';
import { outagesBetween, statusAt, statusChangesBetween } from '../../../../host/drivers/simulator/outages.ts';
import { vitalsAt } from '../../../../host/drivers/simulator/vitals.ts';
import { whereIs } from '../../../../host/drivers/simulator/whereabouts.ts';
import type { World, WorldReceiver, WorldTransmitter } from '../../../../host/drivers/simulator/world.ts';
import { makeWorld } from '../../../../host/drivers/simulator/worlds.ts';
import { contactSchema } from '#model/entities/contact.ts';
import * as v from 'valibot';

const liveFrom = Date.UTC(2026, 4, 1);
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
const world = makeWorld('demo', 7, liveFrom);
const always = () => true;
const rxIds = world.receivers.map((receiver) => receiver.key + 1);
const workingAll = (made: World, from: number, to: number) => workingIn(made, made.receivers, { from, to });
const asPlanned = (receiver: WorldReceiver) => plannedListeners(world, [receiver])[0] as Listener;
/** Returns what a study's receivers hear before people configure them. */
const heardAsPlanned = (made: World, from: number, to: number, works: (key: number, ts: number) => boolean): Hearing[] =>
  hearingsBetween(made, plannedListeners(made), { from, to }, works);

describe('the simulated world', () => {
  test('is the same for the same seed, and another for another (SIM-1)', () => {
    const hear = (seed: number) => heardAsPlanned(makeWorld('demo', seed, liveFrom), liveFrom, liveFrom + minute, always);
    expect(hear(7)).toEqual(hear(7));
    expect(hear(7)).not.toEqual(hear(8));
  });

  test('holds the same hearings however a stretch of time is cut (SIM-1)', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -10 * day, max: 2 * day }),
        fc.array(fc.integer({ min: 1, max: 3 * minute }), { maxLength: 6 }),
        (start, cuts) => {
          const from = liveFrom + start;
          const to = from + 3 * minute;
          const bounds = [from, ...cuts.map((cut) => Math.min(to, from + cut)).sort((a, b) => a - b), to];
          const pieces = bounds.slice(1).flatMap((bound, i) => heardAsPlanned(world, bounds[i] as number, bound, always));
          expect(pieces).toEqual(heardAsPlanned(world, from, to, always));
        },
      ),
      { numRuns: 60 },
    );
  });

  test('holds the same hearings when it is cut at the very moment of one, or where range tests begin', () => {
    const [from, to] = [liveFrom - minute, liveFrom + minute];
    const whole = heardAsPlanned(world, from, to, workingAll(world, from, to));
    expect(whole.filter((hearing) => hearing.ts < liveFrom).length).toBeGreaterThan(0);
    const cuts = new Set([liveFrom, ...whole.flatMap(({ ts }) => [ts, ts + 1])]);
    const bounds = [...[...cuts].filter((ts) => ts > from && ts < to).sort((a, b) => a - b), to];
    const pieces = bounds.flatMap((bound, i) => {
      const start = bounds[i - 1] ?? from;
      return heardAsPlanned(world, start, bound, workingAll(world, start, bound));
    });
    expect(pieces).toEqual(whole);
  });

  test.each(['demo', 'river'])('%s: the hour before the live part has the rate of what comes live (SIM-16)', (id) => {
    const made = makeWorld(id, 7, liveFrom);
    const heardFrom = (from: number) => heardAsPlanned(made, from, from + 20 * minute, always).length;
    const [past, live] = [heardFrom(liveFrom - 20 * minute), heardFrom(liveFrom)];
    expect(past / live).toBeGreaterThan(0.7);
    expect(past / live).toBeLessThan(1.4);
    expect(heardFrom(liveFrom - 26 * hour) / live, 'before the tests it was quieter').toBeLessThan(0.7);
  });

  test('is what was asked for: receivers of both kinds at sites with coordinates, animals, beacons', () => {
    expect(world.receivers.length).toBeGreaterThanOrEqual(8);
    expect(new Set(world.receivers.map((receiver) => receiver.model))).toEqual(new Set([0, 1]));
    expect(new Set(world.receivers.map((receiver) => receiver.site))).toEqual(new Set([0, 1, 2]));
    const kinds = world.transmitters.map((transmitter) => transmitter.carrier.kind);
    expect([kinds.filter((kind) => kind === 'animal').length, kinds.filter((kind) => kind === 'mast').length]).toEqual([12, 6]);
    expect(makeWorld('river', 7, liveFrom).receivers.length).toBeGreaterThanOrEqual(3);
  });

  test('is heard as contacts that the contract takes, a few to some tens per second', () => {
    const contacts = toContacts(
      heardAsPlanned(world, liveFrom, liveFrom + 5 * minute, workingAll(world, liveFrom, liveFrom + 5 * minute)),
      rxIds,
    );
    for (const contact of contacts) v.parse(contactSchema, contact);
    expect(contacts.length / 300).toBeGreaterThan(2);
    expect(contacts.length / 300).toBeLessThan(60);
    expect(new Set(contacts.map((contact) => contact.rxId)).size).toBeGreaterThanOrEqual(7);
    expect([...new Set(contacts.map((contact) => contact.type))].sort((a, b) => a - b)).toEqual([4, 7, 8, 18, 19]);
  });

  test('decodes a small part of noise as a coded tag that did not send, at any frequency (SIM-1)', () => {
    const silent = { ...world, transmitters: world.transmitters.map((each) => ({ ...each, strength: -300 })) };
    const heard = heardAsPlanned(silent, liveFrom, liveFrom + 6 * hour, always);
    const tags = heard.filter(({ type }) => type !== 4);
    expect(heard.filter(({ type, code }) => type === 4 && code !== 995)).toEqual([]);
    expect(heard.length / tags.length).toBeGreaterThan(35);
    expect(heard.length / tags.length).toBeLessThan(80);
    const coded = world.transmitters.filter(({ protocol }) => protocol !== 7);
    expect(new Set(tags.map(({ code }) => code)).size).toBeGreaterThan(5);
    for (const { receiver, code, type } of tags) {
      const sent = coded.find((each) => each.code === code) as WorldTransmitter;
      expect(type).toBe(asPlanned(world.receivers[receiver] as WorldReceiver).typeOf(sent));
    }
    const own = tags.filter(({ code, freq }) => coded.some((each) => each.code === code && each.frequency === freq));
    expect(own.length).toBeGreaterThan(0);
    expect(own.length).toBeLessThan(tags.length);
  });

  test('moves its animals between the sites', () => {
    const near = (transmitter: WorldTransmitter) =>
      new Set(
        Array.from({ length: 14 * 24 }, (_, i) => whereIs(world, transmitter, liveFrom - i * hour)).flatMap((at) =>
          world.receivers
            .filter((receiver) => Math.hypot(at.x - receiver.x, at.y - receiver.y) < 1.5)
            .map((receiver) => receiver.site),
        ),
      ).size;
    const animals = world.transmitters.filter((transmitter) => transmitter.carrier.kind === 'animal');
    expect(animals.filter((animal) => near(animal) >= 2).length).toBeGreaterThanOrEqual(9);
  });

  test('keeps an animal around one place for most of a day, and has it on its way for about a third', () => {
    const animals = world.transmitters.filter((transmitter) => transmitter.carrier.kind === 'animal');
    const moving = animals.flatMap((animal) =>
      Array.from({ length: 14 * 24 }, (_, i) => {
        const [before, after] = [whereIs(world, animal, liveFrom - (i + 1) * hour), whereIs(world, animal, liveFrom - i * hour)];
        // Roaming alone does not move it this far within an hour.
        return Math.hypot(after.x - before.x, after.y - before.y) > 1.7;
      }),
    );
    const part = moving.filter(Boolean).length / moving.length;
    expect(part).toBeGreaterThan(0.1);
    expect(part).toBeLessThan(0.2);
  });

  test('hears less power from further away', () => {
    const receiver = world.receivers[0] as WorldReceiver;
    const beacon = world.transmitters.find((transmitter) => transmitter.carrier.kind === 'mast') as WorldTransmitter;
    const mean = (km: number) => {
      const powers = Array.from({ length: 400 }, (_, i) => {
        const angle = (i / 400) * 2 * Math.PI;
        const from = { x: receiver.x + km * Math.cos(angle), y: receiver.y + km * Math.sin(angle) };
        return heardSignal(world.seed, asPlanned(receiver), beacon, i, liveFrom + i * 7_919, from);
      }).flatMap((signal) => signal?.power ?? []);
      return { heard: powers.length, power: powers.reduce((sum, power) => sum + power, 0) / powers.length };
    };
    const [close, far] = [mean(0.1), mean(1)];
    expect(close.power).toBeGreaterThan(far.power + 15);
    expect(close.heard).toBeGreaterThan(far.heard);
    expect(mean(8).heard).toBe(0);
  });
});

describe('how signals are heard', () => {
  const mast = world.transmitters.find((transmitter) => transmitter.carrier.kind === 'mast') as WorldTransmitter;
  const beacon = { ...mast, strength: -70 };
  const receiver = world.receivers[0] as WorldReceiver;
  /** Returns powers of many signals from all directions around a receiver, at a distance in km. */
  const around = (km: number, signals = 4_000) => {
    const powers = Array.from({ length: signals }, (_, i) => {
      const angle = (i / signals) * 2 * Math.PI;
      const from = { x: receiver.x + km * Math.cos(angle), y: receiver.y + km * Math.sin(angle) };
      return heardSignal(world.seed, asPlanned(receiver), beacon, i, liveFrom + i * 7_919, from);
    }).flatMap((signal) => signal?.power ?? []);
    return { part: powers.length / signals, mean: powers.reduce((sum, power) => sum + power, 0) / powers.length };
  };

  test('even a loud one is lost now and then, six in a hundred', () => {
    expect(around(0.1).part).toBeCloseTo(0.94, 2);
    expect(around(0.3).part).toBeCloseTo(0.94, 2);
  });

  test('power falls by 32 dB per tenfold distance, from its strength at 100 m, and not above what it is at 30 m', () => {
    // Over all directions, an antenna with 4 dB to its front and 8 dB less behind gains -2 dB on average.
    expect(around(0.1).mean).toBeCloseTo(beacon.strength - 2, 0);
    expect(around(0.1).mean - around(0.4).mean).toBeCloseTo(32 * Math.log10(4), 0);
    expect(around(0.02).mean).toBe(around(0.03).mean);
    expect(around(0.03).mean - around(0.06).mean).toBeGreaterThan(5);
    expect(around(6.01).part).toBe(0);
  });

  test('antennas are gone round, each for its dwell time', () => {
    const { dwellMs, azimuths } = receiver;
    const antennaAt = (ts: number) => asPlanned(receiver).earAt(ts)?.antenna;
    const seen = Array.from({ length: 3 * azimuths.length }, (_, i) => antennaAt(liveFrom + i * dwellMs));
    expect(new Set(seen.slice(0, azimuths.length))).toEqual(new Set(azimuths.map((_azimuth, i) => i + 1)));
    expect(seen.slice(azimuths.length)).toEqual(seen.slice(0, -azimuths.length));
    const from = liveFrom - ((liveFrom + receiver.key * 0.37 * dwellMs) % dwellMs);
    expect([0, dwellMs - 1].map((ms) => antennaAt(from + ms))).toEqual([seen[0], seen[0]]);
  });
});

test('a transmitter goes the way of the animal that it is on (SIM-14)', () => {
  const made = makeWorld('river', 7, liveFrom);
  const [one, other] = made.transmitters.filter(({ carrier }) => carrier.kind === 'animal') as [
    WorldTransmitter,
    WorldTransmitter,
  ];
  const animal = other.carrier.kind === 'animal' ? other.carrier.alias : '';
  const moved = (name: string) => ({
    ...made,
    tagTimes: new Map([[one.serialNumber, [{ from: liveFrom, to: Infinity, animal: name }]]]),
  });
  expect(whereIs(moved(animal), one, liveFrom)).toEqual(whereIs(made, other, liveFrom));
  expect(whereIs(moved(animal), one, liveFrom - 1)).toEqual(whereIs(made, one, liveFrom - 1));
  expect(whereIs(moved('Somebody new'), one, liveFrom)).toEqual(whereIs(made, one, liveFrom));
  expect(whereIs(made, one, liveFrom)).not.toEqual(whereIs(made, other, liveFrom));
});

test('a transmitter sends while a tag has it on an animal (SIM-14)', () => {
  const made = makeWorld('river', 7, liveFrom);
  const [from, to] = [liveFrom - 30 * minute, liveFrom];
  // Without noise, which is sometimes decoded as a tag that does not send.
  const quiet = plannedListeners(made).map((listener) => ({ ...listener, noise: null }));
  const hear = (of: World) => hearingsBetween(of, quiet, { from, to }, workingAll(made, from, to));
  const all = hear(made);
  const isOf = (transmitter: WorldTransmitter) => (heard: Hearing) =>
    heard.freq === transmitter.frequency && heard.code === transmitter.code;
  const tagged = made.transmitters.find((one) => one.carrier.kind === 'animal' && all.filter(isOf(one)).length > 3)!;
  const cut = all.filter(isOf(tagged))[2]!.ts;
  const retrieved = { ...made, tagTimes: new Map([[tagged.serialNumber, [{ from: -Infinity, to: cut, animal: 'Nobody' }]]]) };
  const left = all.filter((heard) => !isOf(tagged)(heard) || heard.ts < cut);
  expect(left.length).toBeLessThan(all.length);
  expect(hear(retrieved)).toEqual(left);
});

/**
 * A founded study keeps its world forever: whichever version of the host runs makes the next piece of its
 * history, and a piece made again must be the same. So changing these numbers changes every study stored in a
 * database.
 */
test('the world of a seed is the same from release to release, in each edition of its plan (SIM-1)', () => {
  const print = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
  const [from, to] = [liveFrom - 12 * minute, liveFrom + 3 * minute];
  const worlds = [1, 2].flatMap((edition) => ['demo', 'river'].map((id) => makeWorld(id, 7, liveFrom, edition)));
  const printed = worlds.map((made) => {
    const days = Array.from({ length: 40 }, (_, i) => liveFrom - i * 5 * hour);
    const vitals = made.receivers.flatMap((receiver) => days.map((ts) => vitalsAt(made, receiver, ts)));
    return {
      plan: print({ ...made, testsFrom: undefined, riverName: undefined, actions: undefined, tagTimes: undefined }),
      places: print(made.transmitters.flatMap((transmitter) => days.map((ts) => whereIs(made, transmitter, ts)))),
      hearings: print(heardAsPlanned(made, from, to, workingAll(made, from, to))),
      vitals: print(vitals.map(({ voltage, memoryUsedMb, memoryTotalMb }) => ({ voltage, memoryUsedMb, memoryTotalMb }))),
      temperatures: print(vitals.map(({ temperature }) => temperature)),
      changes: print(made.receivers.map((receiver) => statusChangesBetween(made, receiver, liveFrom - 9 * day, liveFrom))),
      alarms: print(
        made.receivers.map((receiver) => {
          const start = liveFrom - 9 * day;
          return chronicle(made, receiver, judgedBefore(made, receiver, start), start, liveFrom).alarms;
        }),
      ),
    };
  });
  expect(printed).toMatchInlineSnapshot(`
    [
      {
        "alarms": "568b905d6af1c69b",
        "changes": "0bc80c962a067713",
        "hearings": "0269806323ff8c77",
        "places": "8d5a0a5079d8b10f",
        "plan": "d5efa268b632af79",
        "temperatures": "86530d1d4ec6ec00",
        "vitals": "cdc6cd08e21cc9c4",
      },
      {
        "alarms": "c4b0def6e6f1f200",
        "changes": "14cf1d68d11c3d62",
        "hearings": "0245364ef5a2317b",
        "places": "b6e8c9c7affd1810",
        "plan": "80e9af3fb7dd53cd",
        "temperatures": "2b8ad12a7d51b2a9",
        "vitals": "c9684534f3ff696e",
      },
      {
        "alarms": "568b905d6af1c69b",
        "changes": "0bc80c962a067713",
        "hearings": "6689b5ee67c2972b",
        "places": "8a9b1f012fe2f368",
        "plan": "4c281188f35de2e5",
        "temperatures": "86530d1d4ec6ec00",
        "vitals": "cdc6cd08e21cc9c4",
      },
      {
        "alarms": "c4b0def6e6f1f200",
        "changes": "14cf1d68d11c3d62",
        "hearings": "b35c6122070acf82",
        "places": "b6e8c9c7affd1810",
        "plan": "02fc22f1cf2d7298",
        "temperatures": "2b8ad12a7d51b2a9",
        "vitals": "c9684534f3ff696e",
      },
    ]
  `);
});

describe('simulated receivers', () => {
  test('are offline, open, ready, online in this order, and silent until online (SIM-5, RX-10)', () => {
    const flaky = world.receivers.find((receiver) => receiver.flakyLink) as WorldReceiver;
    const outage = outagesBetween(world, flaky, liveFrom, liveFrom + day).find((one) => !one.reboot);
    expect(outage).toBeDefined();
    const { start, end } = outage as NonNullable<typeof outage>;
    expect(statusChangesBetween(world, flaky, start, end + 1).map((change) => change.status)).toEqual([0, 1, 2, 4]);
    expect([start - 1, start, end - 1, end].map((ts) => statusAt(world, flaky, ts))).toEqual([4, 0, 2, 4]);
    const heard = heardAsPlanned(world, start, end, workingAll(world, start, end));
    expect(heard.filter((hearing) => hearing.receiver === flaky.key)).toEqual([]);
    const working = workingAll(world, start - minute, end + minute);
    expect([start - 1, start, end - 1, end].map((ts) => working(flaky.key, ts))).toEqual([true, false, false, true]);
    expect(workingAll(world, end, end + 1)(flaky.key, end)).toBe(true);
  });

  test('boot, go offline, run low on voltage and fill their memory, each told by its alarms (ALM-2, ALM-6)', () => {
    const codes = new Set(
      world.receivers.flatMap((receiver) =>
        chronicle(world, receiver, judgedBefore(world, receiver, liveFrom - 14 * day), liveFrom - 14 * day, liveFrom).alarms.map(
          (alarm) => alarm.code,
        ),
      ),
    );
    expect([...codes].sort((a, b) => a - b)).toEqual([2100, 2101, 2102, 3100, 3101, 4101, 4102]);
    const states = world.receivers.flatMap((receiver) =>
      statusChangesBetween(world, receiver, liveFrom - 14 * day, liveFrom).map((change) => change.status),
    );
    expect([...new Set(states)].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4]);
  });

  const [from, to] = [liveFrom - 14 * day, liveFrom];
  /**
   * Returns the times just before, at and after each event of a receiver (changes, alarms, outages), and one
   * when nothing happens.
   */
  const cutsOf = (receiver: WorldReceiver, whole: Chronicle) => {
    const happens = [...whole.changes, ...whole.alarms].flatMap(({ ts }) => [ts - 1, ts, ts + 1]);
    const outages = outagesBetween(world, receiver, from, to).flatMap(({ start, end }) => [start, end]);
    const cuts = new Set([...happens, ...outages, from + day + 12_345]);
    return [...cuts].filter((ts) => ts > from && ts < to).sort((a, b) => a - b);
  };

  test.each(world.receivers)('$alias is told the same however its time is cut', (receiver) => {
    const whole = chronicle(world, receiver, judgedBefore(world, receiver, from), from, to);
    const cuts = cutsOf(receiver, whole);
    expect(cuts.length).toBeGreaterThan(10);
    // Cut at every time at once: first with each piece continuing from the last, then with everything
    // forgotten at each cut, as after a kill.
    for (const remembers of [true, false]) {
      let judged = judgedBefore(world, receiver, from);
      const pieces = [from, ...cuts].map((start, i) => {
        const piece = chronicle(world, receiver, remembers ? judged : judgedBefore(world, receiver, start), start, cuts[i] ?? to);
        judged = piece.judged;
        return piece;
      });
      expect(pieces.flatMap((piece) => piece.changes)).toEqual(whole.changes);
      expect(pieces.flatMap((piece) => piece.alarms)).toEqual(whole.alarms);
      expect(pieces.findLast((piece) => piece.vitals !== null)?.vitals).toEqual(whole.vitals);
    }
  });

  test('raise an alarm for every outage of five minutes that is none of a boot, and one for its end (ALM-5)', () => {
    for (const receiver of world.receivers) {
      const outages = outagesBetween(world, receiver, from, to).filter(
        ({ reboot, start, end }) => !reboot && end - start >= 5 * minute,
      );
      const { alarms } = chronicle(world, receiver, judgedBefore(world, receiver, from), from, to + day);
      const expected = outages.flatMap(({ start, end }) => [
        { ts: start + 5 * minute, code: 4101, missed: { since: start, minutes: 5 } },
        { ts: end, code: 2100 },
      ]);
      expect(alarms.filter(({ ts, code }) => (code === 4101 || code === 2100) && ts < to)).toEqual(
        expected.filter(({ ts }) => ts < to),
      );
    }
  });
});
