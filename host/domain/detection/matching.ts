import { clocks, mostIntervals } from '#model/entities/rhythm.ts';
import { beeperType, noise } from '#model/entities/contact.ts';
import type { DetectionParameters } from '#model/entities/detection-config.ts';
import { frequencyToleranceHz } from '#model/registry/transmitters/transmitter.ts';
import type { TargetTransmitter } from '../../platform/store/fleet/target-transmitters.ts';

/** A contact: time in ms, frequency in kHz, code (null for none), power in dBm. */
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
 * A transmitter with its tolerances: frequencies in Hz, times in ms. `slack` is how much jitter may lengthen
 * a gap. `reach` is the longest time between two hits of a run, whichever clock measures it.
 */
export type Target = { id: number; hz: number; hzTolerance: number; interval: number; slack: number; reach: number };

/** What matches a transmitter: its code, null for beepers, and its lowest and highest frequency (Hz). */
export type TargetBand = { code: number | null; fromHz: number; toHz: number };

/** Finds the transmitters that match a contact (DET-5), in order of their ids. */
export class Targets {
  readonly all: readonly Target[];
  readonly #byCode = new Map<number, Target[]>();
  readonly #beepers: Target[] = [];

  constructor(transmitters: readonly TargetTransmitter[], parameters: DetectionParameters) {
    const sorted = transmitters.toSorted((one, other) => one.id - other.id);
    this.all = sorted.map((transmitter) => targetOf(transmitter, parameters));
    for (const [at, target] of this.all.entries()) this.#sameCode(sorted[at]?.codeNumber ?? null).push(target);
  }

  #sameCode(code: number | null): Target[] {
    if (code === null) return this.#beepers;
    const candidates = this.#byCode.get(code) ?? [];
    this.#byCode.set(code, candidates);
    return candidates;
  }

  matches({ type, code, khz }: HeardContact): readonly Target[] {
    if (type === noise.type) return nothing;
    const candidates = type === beeperType || code === null ? this.#beepers : this.#byCode.get(code);
    if (candidates === undefined) return nothing;
    const hz = Math.round(khz * 1_000);
    // Usually one transmitter has the code. Return the existing list then: creating a list for each contact
    // would cost more than all the rest.
    if (candidates.length === 1) return doesFit(candidates[0] as Target, hz) ? candidates : nothing;
    return candidates.filter((target) => doesFit(target, hz));
  }

  /**
   * Returns the codes and frequencies that `matches` compares, so that the database can count matches.
   * Contacts of the noise type match none of them.
   */
  bands(): TargetBand[] {
    const bandsOf = (code: number | null, candidates: readonly Target[]) =>
      candidates.map(({ hz, hzTolerance }) => ({ code, fromHz: hz - hzTolerance, toHz: hz + hzTolerance }));
    return [...bandsOf(null, this.#beepers), ...[...this.#byCode].flatMap(([code, candidates]) => bandsOf(code, candidates))];
  }
}

function doesFit(target: Target, hz: number): boolean {
  return Math.abs(hz - target.hz) <= target.hzTolerance;
}

const nothing: readonly Target[] = [];

function targetOf(transmitter: TargetTransmitter, parameters: DetectionParameters): Target {
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

/** Rounds down to a whole number, but allows for rounding errors: 6.999… becomes 7. */
function wholePart(value: number): number {
  return Math.floor(value + 1e-6);
}
