import { type AresConfig, operateModes } from '#model/config/ares.ts';
import { frequencyOf } from '#model/config/bins.ts';
import type { ReceiverConfig } from '#model/config/config.ts';
import { roundOf } from '#model/config/listening.ts';
import type { OrionConfig } from '#model/config/orion.ts';
import { receiverModels } from '#model/entities/receiver.ts';
import type { Point } from './river.ts';
import type { ReceiverHardware, World, WorldReceiver, WorldTransmitter } from './world.ts';

/** The antenna (1…n, azimuth in degrees) and frequencies (MHz) to which a receiver listens at a moment. */
type AimedEar = { antenna: number; azimuth: number; hears: (frequency: number) => boolean };

/**
 * A receiver as a listener: its place on the flat map and its settings, which together decide what it hears
 * (SIM-8).
 */
export type Listener = Point & {
  key: number;
  flakyLink: boolean;
  /** Returns null if the receiver listens to nothing at that time (ms). */
  earAt: (ts: number) => AimedEar | null;
  /**
   * The level (dBm) above which the receiver decodes signals. Because of its gain, signals reach it `loss` dB
   * weaker than at the highest gain.
   */
  squelch: number;
  loss: number;
  /**
   * Returns the type that the receiver writes for a signal. Null if it does not decode the signal or filters
   * it out.
   */
  typeOf: (transmitter: Pick<WorldTransmitter, 'protocol' | 'code'>) => number | null;
  /**
   * The noise that the receiver stores in a quiet hour, and the frequencies (MHz) of the noise; null if it
   * stores none.
   */
  noise: { perSecond: number; frequencies: readonly number[] } | null;
};

const decodes = { noise: 4, beeper: 7, coded: 8, status: 14 } as const;
/** How many dB an Ares loses for each step of gain below the highest. */
const gainStep = 3;
const highestGain = 10;
/** The automatic squelch of an Ares, in dBm. */
const automaticSquelch = -115;
/**
 * Each receiver begins its round at a different point (shifted by this many seconds per key), so that they do
 * not all use the same antenna at once.
 */
const roundShift = 1.1;
/**
 * The angle (degrees) between successive antennas that are not in the plan, so that they point in different
 * directions.
 */
const turnedBy = 137;

/** Returns the listeners of planned receivers without a setup: they hear all frequencies at once (SIM-10). */
export function plannedListeners(world: World, receivers: readonly WorldReceiver[] = world.receivers): Listener[] {
  const frequencies = world.transmitters.map(({ frequency }) => frequency);
  return receivers.map((receiver) => plannedListener(receiver, frequencies));
}

function plannedListener(receiver: WorldReceiver, frequencies: readonly number[]): Listener {
  const { key, flakyLink, x, y, model, azimuths, dwellMs, squelch, noisePerSecond } = receiver;
  return {
    key,
    flakyLink,
    x,
    y,
    squelch,
    loss: 0,
    earAt: (ts) => {
      const antenna = (Math.floor(ts / dwellMs + key * 0.37) % azimuths.length) + 1;
      return { antenna, azimuth: azimuths[antenna - 1] as number, hears: () => true };
    },
    typeOf: ({ protocol }) => writtenType(model, protocol, decodes.coded),
    noise: { perSecond: noisePerSecond, frequencies },
  };
}

/** Returns the listener of a receiver at this place with this configuration. */
export function listenerOf(hardware: ReceiverHardware, { x, y }: Point, config: ReceiverConfig): Listener {
  const { key, flakyLink, azimuths, noisePerSecond } = hardware;
  const round = roundOf(config);
  const { connected, noiseFrequencies, ...heard } = 'orion' in config ? orionHearing(config.orion) : aresHearing(config.ares);
  return {
    key,
    flakyLink,
    x,
    y,
    earAt: (ts) => {
      const ear = round.at(ts / 1000 + key * roundShift);
      return ear === null || ear.antenna > connected ? null : { ...ear, azimuth: azimuthOf(azimuths, ear.antenna) };
    },
    ...heard,
    noise: noiseFrequencies === null ? null : { perSecond: noisePerSecond, frequencies: noiseFrequencies },
  };
}

function azimuthOf(azimuths: readonly number[], antenna: number): number {
  return azimuths[antenna - 1] ?? ((azimuths[0] ?? 0) + turnedBy * (antenna - 1)) % 360;
}

/** What a receiver can hear with its family's configuration. `connected` is the number of antennas. */
type FamilyHearing = Pick<Listener, 'squelch' | 'loss' | 'typeOf'> & {
  connected: number;
  /** Null if the receiver stores no noise. */
  noiseFrequencies: readonly number[] | null;
};

function orionHearing({ general, channels, tags }: OrionConfig): FamilyHearing {
  const { decodeType } = tags;
  const storesNoise = general.storeNoise === 1 || decodeType === decodes.noise;
  return {
    connected: general.numberAntennas,
    squelch: general.squelch,
    loss: 0,
    noiseFrequencies: storesNoise ? channels.bands.flatMap(frequenciesIn) : null,
    typeOf: ({ protocol }) => (isDecoded(decodeType, protocol) ? writtenType(receiverModels.orion, protocol, decodeType) : null),
  };
}

function frequenciesIn(band: OrionConfig['channels']['bands'][number]): number[] {
  if (band.enabled === 0) return [];
  return Array.from(band.frequencyBins, (mark, bin) => ({ mark, frequency: frequencyOf(band, bin) }))
    .filter(({ mark }) => mark === '1')
    .map(({ frequency }) => frequency);
}

function aresHearing({ general, channels, decoder, filter }: AresConfig): FamilyHearing {
  const { decodeType, slot1, slot2 } = decoder;
  const slots: readonly number[] = [slot1.protocol, slot2.protocol];
  const codes = new Set(filter.codeTable.map(({ content }) => content));
  const passes = (code: number) => filter.enabled === 0 || codes.has(code) !== (filter.isExclude === 1);
  const scans = channels.operateMode === operateModes.scan;
  const tuned = scans ? channels.scanTable.map(({ content }) => content) : [channels.vfoFrequency];
  return {
    connected: channels.numAntennas,
    squelch: general.autoSquelch === 1 ? automaticSquelch : general.squelch,
    loss: (highestGain - general.gain) * gainStep,
    noiseFrequencies: decodeType === decodes.noise ? tuned : null,
    typeOf: ({ protocol, code }) => {
      if (!isDecoded(decodeType, protocol)) return null;
      // Beepers need no slot, and have no code to filter.
      if (protocol !== decodes.beeper && !(slots.includes(protocol) && passes(code))) return null;
      return writtenType(receiverModels.ares, protocol, decodeType);
    },
  };
}

function isDecoded(decodeType: number, protocol: number): boolean {
  if (decodeType === decodes.beeper) return protocol === decodes.beeper;
  return (decodeType === decodes.coded || decodeType === decodes.status) && protocol !== decodes.beeper;
}

/**
 * Returns the type that a receiver writes: an Orion its decode type, an Ares the protocol of its slot
 * (SIM-7).
 */
function writtenType(model: number, protocol: number, decodeType: number): number {
  if (protocol === decodes.beeper) return decodes.beeper;
  return model === receiverModels.ares ? protocol : decodeType;
}
