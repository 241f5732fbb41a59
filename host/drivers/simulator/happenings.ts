import { beeperType, noise } from '#model/entities/contact.ts';
import { chance, deviation, hash32, wander } from './chance.ts';
import { heardSignal } from './hearing.ts';
import type { Listener } from './listener.ts';
import { isOut } from './tag-times.ts';
import { whereIs } from './whereabouts.ts';
import type { World, WorldTransmitter } from './world.ts';

/** A signal or noise that a receiver hears. `receiver` is its key; all else is as in a contact (CON-1). */
export type Hearing = { receiver: number; ant: number; freq: number; code: number; type: number; power: number; ts: number };

/** A period from `from` up to, but not including, `to` (ms). */
export type Period = { from: number; to: number };

/**
 * Noise is drawn per slot of this length (ms), so that it does not depend on how time is divided into
 * periods.
 */
const noiseSlotMs = 2_000;

/** One of this many noises is decoded as a tag that did not send. */
const noisePerFalseDecode = 50;

const draws = {
  phase: 31,
  jitter: 32,
  noise: 33,
  noiseTs: 34,
  noisePower: 35,
  noiseFreq: 36,
  storm: 37,
  falseDecode: 38,
} as const;

/**
 * Returns everything that these receivers hear within a period, in time order. Pure: two halves of a period
 * give the same hearings as the whole. `works` returns whether the receiver with a key works at a time.
 */
export function hearingsBetween(
  world: World,
  listeners: readonly Listener[],
  period: Period,
  works: (key: number, ts: number) => boolean,
): Hearing[] {
  const heard: Hearing[] = [];
  for (const transmitter of world.transmitters) hearTransmitter(world, transmitter, listeners, period, heard);
  for (const listener of listeners) hearNoise(world, listener, period, heard);
  return heard.filter(({ receiver, ts }) => works(receiver, ts)).sort((a, b) => a.ts - b.ts || a.receiver - b.receiver);
}

function hearTransmitter(
  world: World,
  transmitter: WorldTransmitter,
  listeners: readonly Listener[],
  { from, to }: Period,
  heard: Hearing[],
): void {
  const { seed } = world;
  const { key, emitInterval, emitIntervalVariance, sendsEach = 1, carrier } = transmitter;
  const start = carrier.kind === 'crew' ? Math.max(from, world.testsFrom) : from;
  const phase = Math.floor(chance(seed, draws.phase, key) * emitInterval);
  const last = Math.floor((to - phase + emitIntervalVariance) / emitInterval);
  for (let k = Math.floor((start - phase - emitIntervalVariance) / emitInterval); k <= last; k++) {
    if (k % sendsEach !== 0) continue;
    const ts = phase + k * emitInterval + Math.round((chance(seed, draws.jitter, key, k) * 2 - 1) * emitIntervalVariance);
    if (ts < start || ts >= to || !isOut(world, transmitter, ts)) continue;
    const at = whereIs(world, transmitter, ts);
    for (const listener of listeners) {
      const type = listener.typeOf(transmitter);
      if (type === null) continue;
      const signal = heardSignal(seed, listener, transmitter, k, ts, at);
      if (signal === null) continue;
      heard.push({
        receiver: listener.key,
        ant: signal.antenna,
        freq: transmitter.frequency,
        code: transmitter.code,
        type,
        power: signal.power,
        ts,
      });
    }
  }
}

function hearNoise(world: World, listener: Listener, { from, to }: Period, heard: Hearing[]): void {
  if (listener.noise === null) return;
  const { seed } = world;
  const { perSecond, frequencies } = listener.noise;
  const last = Math.floor((to - 1) / noiseSlotMs);
  for (let slot = Math.floor(from / noiseSlotMs); slot <= last; slot++) {
    const storm = Math.max(0, wander(seed, hash32(draws.storm, listener.key), slot * noiseSlotMs, 90 * 60_000) - 0.6) * 10;
    const likely = (perSecond * noiseSlotMs * (1 + storm)) / 1000;
    if (chance(seed, draws.noise, listener.key, slot) >= likely) continue;
    const ts = slot * noiseSlotMs + Math.floor(chance(seed, draws.noiseTs, listener.key, slot) * noiseSlotMs);
    if (ts < from || ts >= to) continue;
    const ear = listener.earAt(ts);
    const tuned = frequencies.filter((frequency) => ear?.hears(frequency));
    const freq = tuned[hash32(seed, draws.noiseFreq, listener.key, slot) % tuned.length];
    if (ear === null || freq === undefined) continue;
    const power = Math.round(
      Math.max(-130, listener.squelch + 3 + 3 * Math.abs(deviation(seed, draws.noisePower, listener.key, slot))),
    );
    heard.push({ receiver: listener.key, ant: ear.antenna, freq, ...decodedNoise(world, listener, slot), power, ts });
  }
}

/** Returns what noise is decoded as: rarely as a coded tag of the world that the receiver can decode. */
function decodedNoise({ seed, transmitters }: World, listener: Listener, slot: number): { code: number; type: number } {
  const draw = chance(seed, draws.falseDecode, listener.key, slot) * noisePerFalseDecode;
  if (draw >= 1) return noise;
  // Exclude beacons that fell silent: they would seem to be back.
  const coded = transmitters.filter(({ protocol, until }) => protocol !== beeperType && until === undefined);
  const tag = coded[Math.floor(draw * coded.length)];
  const type = tag === undefined ? null : listener.typeOf(tag);
  return tag === undefined || type === null ? noise : { code: tag.code, type };
}
