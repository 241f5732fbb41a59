import { noise } from '#model/entities/contact.ts';
import { receiverModels } from '#model/entities/receiver.ts';
import { chance, deviation, hash32, wander } from './chance.ts';
import { antennaAt, heardPower } from './hearing.ts';
import { whereIs } from './whereabouts.ts';
import type { World, WorldReceiver, WorldTransmitter } from './world.ts';

/** One hearing in the simulated world; the receiver by its key, everything else as in a contact (CON-1). */
export type Hearing = { receiver: number; ant: number; freq: number; code: number; type: number; power: number; ts: number };

/** Noise is drawn in slots, so that a stretch of time holds the same noise however it is cut up. */
const noiseSlotMs = 2_000;

const draws = { phase: 31, jitter: 32, noise: 33, noiseTs: 34, noisePower: 35, noiseFreq: 36, storm: 37 } as const;

/**
 * Everything the working receivers of a world hear from `from` up to before `to` (ms), in time order.
 * Pure: cutting a stretch in two gives the same hearings. `listening` says whether a receiver works at a time.
 */
export function hearingsBetween(
  world: World,
  from: number,
  to: number,
  listening: (receiver: WorldReceiver, ts: number) => boolean,
): Hearing[] {
  const heard: Hearing[] = [];
  for (const transmitter of world.transmitters) hearTransmitter(world, transmitter, from, to, heard);
  for (const receiver of world.receivers) hearNoise(world, receiver, from, to, heard);
  const kept = heard.filter((hearing) => listening(world.receivers[hearing.receiver] as WorldReceiver, hearing.ts));
  return kept.sort((a, b) => a.ts - b.ts || a.receiver - b.receiver);
}

function hearTransmitter(world: World, transmitter: WorldTransmitter, from: number, to: number, heard: Hearing[]): void {
  const { seed } = world;
  const { key, emitInterval, emitIntervalVariance, carrier } = transmitter;
  const start = carrier.kind === 'crew' ? Math.max(from, world.liveFrom) : from;
  const phase = Math.floor(chance(seed, draws.phase, key) * emitInterval);
  const last = Math.floor((to - phase + emitIntervalVariance) / emitInterval);
  for (let k = Math.floor((start - phase - emitIntervalVariance) / emitInterval); k <= last; k++) {
    const ts = phase + k * emitInterval + Math.round((chance(seed, draws.jitter, key, k) * 2 - 1) * emitIntervalVariance);
    if (ts < start || ts >= to) continue;
    const at = whereIs(world, transmitter, ts);
    for (const receiver of world.receivers) {
      const power = heardPower(seed, receiver, transmitter, k, ts, at);
      if (power === null) continue;
      const type = contactType(transmitter, receiver);
      heard.push({
        receiver: receiver.key,
        ant: antennaAt(receiver, ts),
        freq: transmitter.frequency,
        code: transmitter.code,
        type,
        power,
        ts,
      });
    }
  }
}

/** An Orion writes what a signal was decoded as, an Ares the protocol of its slot (SIM-7). */
function contactType(transmitter: WorldTransmitter, receiver: WorldReceiver): number {
  if (transmitter.protocol === 7) return 7;
  return receiver.model === receiverModels.ares ? transmitter.protocol : 8;
}

function hearNoise(world: World, receiver: WorldReceiver, from: number, to: number, heard: Hearing[]): void {
  const { seed } = world;
  const frequencies = world.transmitters;
  const last = Math.floor((to - 1) / noiseSlotMs);
  for (let slot = Math.floor(from / noiseSlotMs); slot <= last; slot++) {
    const storm = Math.max(0, wander(seed, hash32(draws.storm, receiver.key), slot * noiseSlotMs, 90 * 60_000) - 0.6) * 10;
    const likely = (receiver.noisePerSecond * noiseSlotMs * (1 + storm)) / 1000;
    if (chance(seed, draws.noise, receiver.key, slot) >= likely) continue;
    const ts = slot * noiseSlotMs + Math.floor(chance(seed, draws.noiseTs, receiver.key, slot) * noiseSlotMs);
    if (ts < from || ts >= to) continue;
    const tuned = frequencies[hash32(seed, draws.noiseFreq, receiver.key, slot) % frequencies.length] as WorldTransmitter;
    const power = Math.round(
      Math.max(-130, receiver.squelch + 3 + 3 * Math.abs(deviation(seed, draws.noisePower, receiver.key, slot))),
    );
    heard.push({
      receiver: receiver.key,
      ant: antennaAt(receiver, ts),
      freq: tuned.frequency,
      code: noise.code,
      type: noise.type,
      power,
      ts,
    });
  }
}
