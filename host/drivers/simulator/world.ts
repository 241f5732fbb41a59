import type { TagTimes } from './tag-times.ts';
import type { SimulatedAction } from '../../platform/store/schema-commands.ts';
import type { River } from './river.ts';

/** A place of the simulated study; `km` is where it lies along the river. */
export type WorldSite = { alias: string; color: string; pointStyle: string; km: number };

/**
 * A receiver of the study's plan. Until people set it (SIM-10) it listens everywhere at once, by one antenna
 * after the other, `dwellMs` each; azimuths in degrees from north, clockwise.
 */
export type WorldReceiver = {
  /** Its number in the world: what chance is drawn by, so it never changes. */
  key: number;
  alias: string;
  /** 0 Orion, 1 Ares (RX-1). */
  model: 0 | 1;
  site: number;
  latitude: number;
  longitude: number;
  x: number;
  y: number;
  color: string;
  ipAddress: string;
  firmware: readonly [number, number, number];
  azimuths: readonly number[];
  dwellMs: number;
  squelch: number;
  memoryTotalMb: number;
  /** Days from an empty to a full memory card, and how full it is when the live part begins. */
  memoryDays: number;
  memoryStart: number;
  /** A worn battery sags below 10 V at night; a flaky link fails several times an hour. */
  wornBattery: boolean;
  flakyLink: boolean;
  /** Noise it decodes on a quiet hour, contacts per second. */
  noisePerSecond: number;
};

/**
 * The receiver itself, wherever it stands and whatever it is set to: what its outages and vitals, and the
 * alarms of them, follow from.
 */
export type ReceiverHardware = Pick<
  WorldReceiver,
  | 'key'
  | 'model'
  | 'longitude'
  | 'firmware'
  | 'azimuths'
  | 'memoryTotalMb'
  | 'memoryDays'
  | 'memoryStart'
  | 'wornBattery'
  | 'flakyLink'
  | 'noisePerSecond'
>;

/**
 * Who carries a transmitter: an animal that lives along the river, a mast at a site, or a person who tests
 * the range there.
 */
export type Carrier =
  | { kind: 'animal'; alias: string; species: string; gender: 0 | 1; weight: number; age: number }
  | { kind: 'mast'; site: number; distanceKm: number }
  | { kind: 'crew'; site: number };

/** A simulated transmitter; frequency in MHz, intervals in ms, `strength` in dBm as received at 100 m. */
export type WorldTransmitter = {
  key: number;
  serialNumber: string;
  modelNumber: string;
  protocol: 7 | 18 | 19;
  frequency: number;
  code: number;
  emitInterval: number;
  emitIntervalVariance: number;
  strength: number;
  carrier: Carrier;
  /** It sends only each so many-th time; absent where it always does. */
  sendsEach?: number;
  /** When (ms) its battery was empty; absent while it sends. */
  until?: number;
};

/**
 * A whole simulated study. Everything that happens in it is a pure function of this value and time.
 * `liveFrom` (ms) is when it was first started: memory cards are at their `memoryStart` then. Range tests
 * begin at `testsFrom` (ms).
 */
export type World = {
  seed: number;
  liveFrom: number;
  testsFrom: number;
  river: River;
  riverName: string;
  sites: readonly WorldSite[];
  receivers: readonly WorldReceiver[];
  transmitters: readonly WorldTransmitter[];
  /** What receivers did at somebody's word, by their keys, in order of time (ms). */
  actions: ReadonlyMap<number, readonly { at: number; action: SimulatedAction }[]>;
  tagTimes: TagTimes;
};
