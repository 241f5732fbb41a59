import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chronicle, judgedBefore, type Chronicle } from '../../../host/fleet/simulator/chronicle.ts';
import { hearingsBetween } from '../../../host/fleet/simulator/happenings.ts';
import { heardPower } from '../../../host/fleet/simulator/hearing.ts';
import { listeningIn, toContacts } from '../../../host/fleet/simulator/history.ts';
import { outagesBetween, statusAt, statusChangesBetween } from '../../../host/fleet/simulator/outages.ts';
import { whereIs } from '../../../host/fleet/simulator/whereabouts.ts';
import type { WorldReceiver, WorldTransmitter } from '../../../host/fleet/simulator/world.ts';
import { makeWorld } from '../../../host/fleet/simulator/worlds.ts';
import { contactSchema } from '../../../src/model/entities/contact.ts';
import * as v from 'valibot';

const liveFrom = Date.UTC(2026, 4, 1);
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
const world = makeWorld('demo', 7, liveFrom);
const always = () => true;
const rxIds = world.receivers.map((receiver) => receiver.key + 1);

describe('the simulated world', () => {
  test('is the same for the same seed, and another for another', () => {
    const hear = (seed: number) => hearingsBetween(makeWorld('demo', seed, liveFrom), liveFrom, liveFrom + minute, always);
    expect(hear(7)).toEqual(hear(7));
    expect(hear(7)).not.toEqual(hear(8));
  });

  test('holds the same hearings however a stretch of time is cut', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -10 * day, max: 2 * day }),
        fc.array(fc.integer({ min: 1, max: 3 * minute }), { maxLength: 6 }),
        (start, cuts) => {
          const from = liveFrom + start;
          const to = from + 3 * minute;
          const bounds = [from, ...cuts.map((cut) => Math.min(to, from + cut)).sort((a, b) => a - b), to];
          const pieces = bounds.slice(1).flatMap((bound, i) => hearingsBetween(world, bounds[i] as number, bound, always));
          expect(pieces).toEqual(hearingsBetween(world, from, to, always));
        },
      ),
      { numRuns: 60 },
    );
  });

  test('holds the same hearings when it is cut at the very moment of one, or where range tests begin', () => {
    const [from, to] = [liveFrom - minute, liveFrom + minute];
    const whole = hearingsBetween(world, from, to, listeningIn(world, from, to));
    expect(whole.filter((hearing) => hearing.ts < liveFrom).length).toBeGreaterThan(0);
    const cuts = new Set([liveFrom, ...whole.flatMap(({ ts }) => [ts, ts + 1])]);
    const bounds = [...[...cuts].filter((ts) => ts > from && ts < to).sort((a, b) => a - b), to];
    const pieces = bounds.flatMap((bound, i) => {
      const start = bounds[i - 1] ?? from;
      return hearingsBetween(world, start, bound, listeningIn(world, start, bound));
    });
    expect(pieces).toEqual(whole);
  });

  test('is what was asked for: receivers of both kinds at sites with coordinates, animals, beacons', () => {
    expect(world.receivers.length).toBeGreaterThanOrEqual(8);
    expect(new Set(world.receivers.map((receiver) => receiver.model))).toEqual(new Set([0, 1]));
    expect(new Set(world.receivers.map((receiver) => receiver.site))).toEqual(new Set([0, 1, 2]));
    const kinds = world.transmitters.map((transmitter) => transmitter.carrier.kind);
    expect([kinds.filter((kind) => kind === 'animal').length, kinds.filter((kind) => kind === 'mast').length]).toEqual([12, 3]);
    expect(makeWorld('river', 7, liveFrom).receivers.length).toBeGreaterThanOrEqual(3);
  });

  test('is heard as contacts that the contract takes, a few to some tens per second', () => {
    const contacts = toContacts(
      hearingsBetween(world, liveFrom, liveFrom + 5 * minute, listeningIn(world, liveFrom, liveFrom + 5 * minute)),
      rxIds,
    );
    for (const contact of contacts) v.parse(contactSchema, contact);
    expect(contacts.length / 300).toBeGreaterThan(2);
    expect(contacts.length / 300).toBeLessThan(60);
    expect(new Set(contacts.map((contact) => contact.rxId)).size).toBeGreaterThanOrEqual(7);
    expect([...new Set(contacts.map((contact) => contact.type))].sort((a, b) => a - b)).toEqual([4, 7, 8, 18, 19]);
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

  test('hears less power from further away', () => {
    const receiver = world.receivers[0] as WorldReceiver;
    const beacon = world.transmitters.find((transmitter) => transmitter.carrier.kind === 'mast') as WorldTransmitter;
    const mean = (km: number) => {
      const powers = Array.from({ length: 400 }, (_, i) => {
        const angle = (i / 400) * 2 * Math.PI;
        const from = { x: receiver.x + km * Math.cos(angle), y: receiver.y + km * Math.sin(angle) };
        return heardPower(world.seed, receiver, beacon, i, liveFrom + i * 7_919, from);
      }).filter((power) => power !== null);
      return { heard: powers.length, power: powers.reduce((sum, power) => sum + power, 0) / powers.length };
    };
    const [close, far] = [mean(0.1), mean(1)];
    expect(close.power).toBeGreaterThan(far.power + 15);
    expect(close.heard).toBeGreaterThan(far.heard);
    expect(mean(8).heard).toBe(0);
  });
});

describe('simulated receivers', () => {
  test('are offline, open, ready, online in this order, and silent until online', () => {
    const flaky = world.receivers.find((receiver) => receiver.flakyLink) as WorldReceiver;
    const outage = outagesBetween(world, flaky, liveFrom, liveFrom + day).find((one) => !one.reboot);
    expect(outage).toBeDefined();
    const { start, end } = outage as NonNullable<typeof outage>;
    expect(statusChangesBetween(world, flaky, start, end + 1).map((change) => change.status)).toEqual([0, 1, 2, 4]);
    expect([start - 1, start, end - 1, end].map((ts) => statusAt(world, flaky, ts))).toEqual([4, 0, 2, 4]);
    const heard = hearingsBetween(world, start, end, listeningIn(world, start, end));
    expect(heard.filter((hearing) => hearing.receiver === flaky.key)).toEqual([]);
    const listening = listeningIn(world, start - minute, end + minute);
    expect([start - 1, start, end - 1, end].map((ts) => listening(flaky, ts))).toEqual([true, false, false, true]);
    expect(listeningIn(world, end, end + 1)(flaky, end)).toBe(true);
  });

  test('boot, go offline, run low on voltage and fill their memory, each told by the alarms of the spec', () => {
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
  /** Where something happens to a receiver, and a moment before and after: its changes and its reports, and times of nothing. */
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
    // At every cut at once, each piece going on from the one before; and once more with all forgotten at each cut, as by a host that is killed.
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

  test('raise an alarm for every outage that is none of a boot, and one for its end', () => {
    for (const receiver of world.receivers) {
      const outages = outagesBetween(world, receiver, from, to).filter((outage) => !outage.reboot);
      const { alarms } = chronicle(world, receiver, judgedBefore(world, receiver, from), from, to + day);
      const expected = outages.flatMap(({ start, end }) => [
        { ts: start, code: 4101 },
        { ts: end, code: 2100 },
      ]);
      expect(alarms.filter(({ ts, code }) => (code === 4101 || code === 2100) && ts < to)).toEqual(
        expected.filter(({ ts }) => ts < to),
      );
    }
  });
});
