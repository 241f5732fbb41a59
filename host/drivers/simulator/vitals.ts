import { chance, smooth, wander } from './chance.ts';
import { timesOf } from './actions.ts';
import type { ReceiverHardware, World } from './world.ts';

const day = 86_400_000;
/**
 * How often (ms) a receiver reports its vitals. Alarms are judged at these times, both in history and live.
 */
export const vitalsPeriodMs = 60_000;

/** A receiver's report: voltage in V, memory in MB, temperature in °C. */
export type Vitals = { voltage: number; memoryUsedMb: number; memoryTotalMb: number; temperature: number };

/** The share of a memory card's cycle in which it is full, until the crew empties it. */
const fullPart = 0.04;

const draws = { battery: 51, cloud: 52, cycle: 53 } as const;

/** Returns the vitals of a receiver at a time. */
export function vitalsAt(world: World, receiver: ReceiverHardware, ts: number): Vitals {
  const used = memoryFill(world, receiver, ts) * receiver.memoryTotalMb;
  return {
    voltage: Math.round(voltageAt(world, receiver, ts) * 100) / 100,
    memoryUsedMb: Math.round(used * 10) / 10,
    memoryTotalMb: receiver.memoryTotalMb,
    temperature: Math.round(temperatureAt(world, receiver, ts) * 10) / 10,
  };
}

/**
 * Returns the voltage (V): the sun charges the battery from about 8 to 18 hours local time, and the night
 * drains it. Clouds and age differ between receivers.
 */
function voltageAt(world: World, receiver: ReceiverHardware, ts: number): number {
  const sun = sunAt(receiver, ts);
  const clouds = 0.5 + 0.5 * wander(world.seed, draws.cloud, ts, day / 2);
  const age = chance(world.seed, draws.battery, receiver.key);
  const rested = receiver.wornBattery ? 9.75 : 12.2 + age * 0.5;
  const charge = receiver.wornBattery ? 2.6 : 1.3;
  return rested + charge * smooth(sun) * (1 - 0.45 * clouds) + 0.05 * wander(world.seed, 100 + receiver.key, ts, 20 * 60_000);
}

/** Returns the temperature in the receiver's box, warm in the sun and for some hours after. */
function temperatureAt(world: World, receiver: ReceiverHardware, ts: number): number {
  const warmth = (smooth(sunAt(receiver, ts)) + smooth(sunAt(receiver, ts - day / 12))) / 2;
  return 6 + 16 * warmth + 4 * wander(world.seed, draws.cloud, ts, 2 * day) + wander(world.seed, 200 + receiver.key, ts, day / 8);
}

/** Returns the height of the sun at the receiver, 0 to 1. */
export function sunAt(receiver: Pick<ReceiverHardware, 'longitude'>, ts: number): number {
  const localHour = ((((ts / day) * 24 + receiver.longitude / 15) % 24) + 24) % 24;
  return Math.max(0, Math.sin(((localHour - 7) / 12) * Math.PI));
}

/**
 * Returns how full a card is, from 0 to 1. It fills evenly and stays full for a while. Once it is emptied or
 * erased, it fills again.
 */
function memoryFill(world: World, receiver: ReceiverHardware, ts: number): number {
  const cycle = receiver.memoryDays * day;
  const erasedAt = timesOf(world, receiver, 'erase').findLast((at) => at <= ts);
  const sinceFounded = (ts - world.liveFrom) / cycle + receiver.memoryStart * (1 - fullPart);
  const sinceEmptied = erasedAt === undefined ? sinceFounded : (ts - erasedAt) / cycle;
  const part = sinceEmptied - Math.floor(sinceEmptied);
  return Math.min(1, part / (1 - fullPart));
}
