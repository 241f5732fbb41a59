import type { TagTimes } from './tag-times.ts';
import type { SimulatedAction } from '../../platform/store/schema-commands.ts';
import type { River } from './river.ts';

/** A site of the simulated study; `km` is its river kilometre. */
export type WorldSite = { alias: string; color: string; pointStyle: string; km: number };

/**
 * A planned receiver of the study. Until people configure it (SIM-10), it listens to all frequencies at once,
 * with one antenna after the other for `dwellMs` each. Azimuths in degrees from north, clockwise.
 */
export type WorldReceiver = {
  /** The receiver's number in chance draws, which never changes. */
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
  /**
   * How many days an empty memory card takes to fill, and how full it is (0 to 1) at the start of the live
   * part.
   */
  memoryDays: number;
  memoryStart: number;
  /** A worn battery drops below 10 V at night; a flaky link fails several times an hour. */
  wornBattery: boolean;
  flakyLink: boolean;
  /** The noise that the receiver decodes in a quiet hour, in contacts per second. */
  noisePerSecond: number;
};

/**
 * A receiver without its place and settings. Its hardware decides its outages and vitals, and the alarms for
 * them.
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
 * What carries a transmitter: an animal that lives along the river, a mast at a site, or a person who tests
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
  /** The transmitter sends only every `sendsEach`-th signal; absent if it sends all. */
  sendsEach?: number;
  /** When (ms) the transmitter's battery ran out; absent while it sends. */
  until?: number;
};

/**
 * A complete simulated study. Everything that happens in it is a pure function of this value and the time. It
 * was first started at `liveFrom` (ms), when memory cards were at their `memoryStart`. Range tests begin at
 * `testsFrom` (ms).
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
  /** What receivers did on command, by their keys, in time order (ms). */
  actions: ReadonlyMap<number, readonly { at: number; action: SimulatedAction }[]>;
  tagTimes: TagTimes;
};
