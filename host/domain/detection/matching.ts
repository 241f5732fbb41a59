import { clocks, mostIntervals } from '#model/entities/rhythm.ts';
import { beeperType, noise } from '#model/entities/contact.ts';
import type { DetectionParameters } from '#model/entities/detection-config.ts';
import { frequencyToleranceHz } from '#model/registry/transmitters/transmitter.ts';

/** What contacts are matched against: MHz, kHz, ms; codeNumber null for a beeper. */
export type SoughtTransmitter = {
  id: number;
  codeNumber: number | null;
  frequency: number;
  frequencyVariance: number;
  emitInterval: number;
  emitIntervalVariance: number;
};

/** One contact: ts in ms, freq in kHz, code null where it has none; power in dBm. */
export type HeardContact = {
  rxId: number;
  ant: number;
  ts: number;
  khz: number;
  code: number | null;
  type: number;
  power: number;
};

/**
 * A transmitter as it is matched: frequencies in Hz, times in ms. `slack` is what jitter adds to a gap;
 * nothing follows a hit by more than `reach`, whatever the clock.
 */
export type Target = { id: number; hz: number; hzTolerance: number; interval: number; slack: number; reach: number };

/** What matches a transmitter: its code, null of beepers, from its lowest to its highest frequency (Hz). */
export type SoughtBand = { code: number | null; fromHz: number; toHz: number };

/** Finds the transmitters that a contact may be of (DET-5), in order of their ids. */
export class Targets {
  readonly all: readonly Target[];
  readonly #byCode = new Map<number, Target[]>();
  readonly #beepers: Target[] = [];

  constructor(transmitters: readonly SoughtTransmitter[], parameters: DetectionParameters) {
    const sorted = transmitters.toSorted((one, other) => one.id - other.id);
    this.all = sorted.map((transmitter) => targetOf(transmitter, parameters));
    for (const [at, target] of this.all.entries()) this.#alike(sorted[at]?.codeNumber ?? null).push(target);
  }

  #alike(code: number | null): Target[] {
    if (code === null) return this.#beepers;
    const alike = this.#byCode.get(code) ?? [];
    this.#byCode.set(code, alike);
    return alike;
  }

  matches({ type, code, khz }: HeardContact): readonly Target[] {
    if (type === noise.type) return nothing;
    const alike = type === beeperType || code === null ? this.#beepers : this.#byCode.get(code);
    if (alike === undefined) return nothing;
    const hz = Math.round(khz * 1_000);
    // Mostly one has the code: a list for each contact costs more than the rest of this.
    if (alike.length === 1) return doesFit(alike[0] as Target, hz) ? alike : nothing;
    return alike.filter((target) => doesFit(target, hz));
  }

  /** Returns what `matches` compares, for a count by the database: noise (its type) matches none of them. */
  bands(): SoughtBand[] {
    const bandsOf = (code: number | null, alike: readonly Target[]) =>
      alike.map(({ hz, hzTolerance }) => ({ code, fromHz: hz - hzTolerance, toHz: hz + hzTolerance }));
    return [...bandsOf(null, this.#beepers), ...[...this.#byCode].flatMap(([code, alike]) => bandsOf(code, alike))];
  }
}

function doesFit(target: Target, hz: number): boolean {
  return Math.abs(hz - target.hz) <= target.hzTolerance;
}

const nothing: readonly Target[] = [];

function targetOf(transmitter: SoughtTransmitter, parameters: DetectionParameters): Target {
  const { id, frequency, frequencyVariance, emitInterval, emitIntervalVariance } = transmitter;
  const { frequencyToleranceMultiplier, intervalToleranceMultiplier } = parameters;
  const slack = wholePart(2 * emitIntervalVariance * intervalToleranceMultiplier);
  return {
    id,
    hz: Math.round(frequency * 1e6),
    hzTolerance: wholePart(Math.max(frequencyToleranceHz, Math.round(frequencyVariance * 1e3)) * frequencyToleranceMultiplier),
    interval: emitInterval,
    slack,
    reach: mostIntervals * emitInterval + slack + mostIntervals - 1 + clocks.coarse,
  };
}

/** What is compared is whole: 7 that came out as 6.999… stays 7. */
function wholePart(value: number): number {
  return Math.floor(value + 1e-6);
}
