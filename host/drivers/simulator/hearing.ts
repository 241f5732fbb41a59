import { chance, deviation, hash32, wander } from './chance.ts';
import type { Point } from './river.ts';
import type { Listener } from './listener.ts';
import type { WorldTransmitter } from './world.ts';

/**
 * Power falls by 10 × this many dB per tenfold distance. This is a little more than in free space, as over
 * open water and banks.
 */
const pathLoss = 3.2;
const beyondHearingKm = 6;
/**
 * How many dB above the squelch half of the signals are decoded. `decodeWidth` is the width of the transition
 * in dB.
 */
const decodeMargin = 3;
const decodeWidth = 2.5;
/** The highest chance that a signal is decoded: even a loud one is sometimes lost to a collision. */
const bestDecode = 0.94;

const draws = { decode: 21, fading: 22, shadow: 23 } as const;

/**
 * Returns the antenna and power (whole dBm) with which a receiver decodes the `emission`-th signal, sent at
 * `ts` from `from`. Null if the signal is too weak, is lost by chance, or the receiver listens elsewhere at
 * that moment.
 */
export function heardSignal(
  seed: number,
  listener: Listener,
  transmitter: WorldTransmitter,
  emission: number,
  ts: number,
  from: Point,
): { antenna: number; power: number } | null {
  const [dx, dy] = [from.x - listener.x, from.y - listener.y];
  const distance = Math.hypot(dx, dy);
  if (distance > beyondHearingKm) return null;
  const ear = listener.earAt(ts);
  if (ear === null || !ear.hears(transmitter.frequency)) return null;
  const { antenna, azimuth } = ear;
  const bearing = (Math.atan2(dx, dy) * 180) / Math.PI;
  const pair = hash32(draws.shadow, listener.key, transmitter.key, antenna);
  const power =
    transmitter.strength -
    10 * pathLoss * Math.log10(Math.max(distance, 0.03) / 0.1) +
    antennaGain(bearing - azimuth) -
    listener.loss +
    3.5 * wander(seed, pair, ts, 20 * 60_000) +
    2.2 * deviation(seed, draws.fading, listener.key, transmitter.key, emission);
  const decoded = bestDecode / (1 + Math.exp(-(power - listener.squelch - decodeMargin) / decodeWidth));
  if (chance(seed, draws.decode, listener.key, transmitter.key, emission) >= decoded) return null;
  return { antenna, power: Math.round(Math.min(-52, Math.max(-130, power))) };
}

/** Returns the gain of a Yagi antenna: 4 dB towards its front, 12 dB less from behind. */
function antennaGain(offAxisDegrees: number): number {
  return 4 - 6 * (1 - Math.cos((offAxisDegrees * Math.PI) / 180));
}
