import type { DetectionParameters } from '#model/entities/detection-config.ts';

export const hourMs = 3_600_000;

/**
 * What hits sum up to. A gap lies between a hit and the one before; it is `k` emit intervals long. `lag` is
 * gap - k x interval, `pace` gap / k - interval (ms). `fineGaps` are those whose tolerance tells a rhythm.
 */
export type Sums = {
  hits: number;
  power: number;
  squaredPower: number;
  maxPower: number;
  gaps: number;
  fineGaps: number;
  lag: number;
  squaredLag: number;
  pace: number;
  squaredPace: number;
  firstTs: number;
  lastTs: number;
};

/**
 * How long after another hit hits came: so many (`count`), `at` in emit intervals; a whole number where they
 * fit it, else `ms` is the sum of their gaps.
 */
export type Spacing = [at: number, count: number, ms: number];

/** Others that do not fit are told apart by so much of an emit interval. */
const spacingsInInterval = 8;

/** The name of a run: its first hit, which is the `n`th contact of that receiver, antenna and ms. */
export type RunName = { transmitterId: number; startTs: number; n: number };

/**
 * What a kept run heard in one hour (UTC; its start in ms): several of them sum up to a detection. `rivals`
 * are runs of other transmitters that hits of this hour also belong to, whether those runs are kept or not.
 * `near` is how long after a hit of any run of the transmitter its hits came; what was found before that was
 * looked at has none.
 */
export type RunHour = Sums & {
  transmitterId: number;
  rxId: number;
  ant: number;
  hour: number;
  emitInterval: number;
  startTs: number;
  n: number;
  rivals: RunName[];
  near?: Spacing[];
  rhythm: 'fits' | 'cannot tell';
};

/** What the kept runs of one hour (UTC; its start in ms) sum up to: powers in dBm, all times in ms. */
export type Detection = {
  transmitterId: number;
  rxId: number;
  ant: number;
  hour: number;
  hits: number;
  meanPower: number;
  powerDeviation: number;
  maxPower: number;
  /** Null where no hit has one before it. */
  meanInterval: number | null;
  intervalDeviation: number | null;
  firstTs: number;
  lastTs: number;
  isAmbiguous: boolean;
  rhythm: 'fits' | 'cannot tell';
  /** Where the gaps between neighbouring hits say that the transmitter emits otherwise (DET-22). */
  measured: { interval: number; registered: number } | null;
};

export function noSums(): Sums {
  return {
    hits: 0,
    power: 0,
    squaredPower: 0,
    maxPower: -Infinity,
    gaps: 0,
    fineGaps: 0,
    lag: 0,
    squaredLag: 0,
    pace: 0,
    squaredPace: 0,
    firstTs: Infinity,
    lastTs: -Infinity,
  };
}

export function addSums(into: Sums, more: Sums): void {
  into.hits += more.hits;
  into.power += more.power;
  into.squaredPower += more.squaredPower;
  into.maxPower = Math.max(into.maxPower, more.maxPower);
  into.gaps += more.gaps;
  into.fineGaps += more.fineGaps;
  into.lag += more.lag;
  into.squaredLag += more.squaredLag;
  into.pace += more.pace;
  into.squaredPace += more.squaredPace;
  into.firstTs = Math.min(into.firstTs, more.firstTs);
  into.lastTs = Math.max(into.lastTs, more.lastTs);
}

/** The spacing of a hit: so many emit intervals after another, or so many ms (`near` < 0) that fit none. */
export function spacingOf(near: number, interval: number): Spacing {
  if (near > 0) return [near, 1, 0];
  const ratio = -near / interval;
  const at = Math.round(ratio * spacingsInInterval) / spacingsInInterval;
  // Half an interval is in the middle of its part, as jitter goes both ways; what nearly fits is beside it.
  return [Number.isInteger(at) ? at + Math.sign(ratio - at) / (4 * spacingsInInterval) : at, 1, -near];
}

/** Adds a spacing to a list that is in order, and stays so. */
export function addSpacing(into: Spacing[], [at, count, ms]: Spacing): void {
  const index = into.findIndex((each) => each[0] >= at);
  const known = into[index];
  if (known?.[0] === at) {
    known[1] += count;
    known[2] += ms;
  } else into.splice(index === -1 ? into.length : index, 0, [at, count, ms]);
}

/**
 * The median gap between neighbouring hits (ms) where it is neither an emit interval nor a multiple of one;
 * null where it is. Of an even number, both in the middle must not be.
 */
function oddMedian(parts: readonly RunHour[]): number | null {
  const all: Spacing[] = [];
  for (const { near = [] } of parts) for (const spacing of near) addSpacing(all, spacing);
  const total = all.reduce((sum, [, count]) => sum + count, 0);
  const nth = (index: number): Spacing | undefined => {
    let left = index;
    return all.find(([, count]) => (left -= count) < 0);
  };
  const [low, high] = [nth(Math.floor((total - 1) / 2)), nth(Math.floor(total / 2))];
  if (low === undefined || high === undefined || Number.isInteger(low[0]) || Number.isInteger(high[0])) return null;
  return low[2] / low[1];
}

/** Standard deviation of a population; exact in its squares as long as the values are whole. */
function deviation(count: number, sum: number, squares: number): number {
  return count === 0 ? 0 : Math.sqrt(Math.max(0, count * squares - sum * sum)) / count;
}

/** True when a run is no noise, by what all of its hits sum up to (DET-7). */
export function isKept(run: Sums, parameters: DetectionParameters): boolean {
  const { minimumHits, minimumAveragePower, maximumPowerDeviation, maximumIntervalDeviation } = parameters;
  if (run.hits < minimumHits) return false;
  if (minimumAveragePower !== null && run.power / run.hits < minimumAveragePower) return false;
  if (maximumPowerDeviation !== null && deviation(run.hits, run.power, run.squaredPower) > maximumPowerDeviation) return false;
  if (minimumHits === 1 || maximumIntervalDeviation === null) return true;
  return deviation(run.gaps, run.lag, run.squaredLag) <= maximumIntervalDeviation;
}

/** Runs in order of their transmitters, then of their starts. */
export function inOrderOfRuns(one: RunName, other: RunName): number {
  return one.transmitterId - other.transmitterId || one.startTs - other.startTs || one.n - other.n;
}

/** By transmitter, receiver, antenna, hour and run: the same parts are always in the same order. */
export function inOrderOfHours(one: RunHour, other: RunHour): number {
  return (
    one.transmitterId - other.transmitterId ||
    one.rxId - other.rxId ||
    one.ant - other.ant ||
    one.hour - other.hour ||
    inOrderOfRuns(one, other)
  );
}

/**
 * The detections of these parts, whenever each was settled and in any order. It takes all parts of an hour
 * together, of all transmitters, as they say which of them are ambiguous (DET-9).
 */
export function sumUp(parts: readonly RunHour[]): Detection[] {
  const ambiguous = ambiguousParts(parts);
  const groups = new Map<string, RunHour[]>();
  for (const part of parts.toSorted(inOrderOfHours)) {
    const key = `${part.transmitterId}/${placeOf(part)}`;
    const group = groups.get(key);
    if (group) group.push(part);
    else groups.set(key, [part]);
  }
  return [...groups.values()].map((group) => detectionOf(group, ambiguous));
}

/** Parts with a hit that a kept run of another transmitter has, too. */
function ambiguousParts(parts: readonly RunHour[]): ReadonlySet<RunHour> {
  const byName = new Map(parts.map((part) => [nameText(part, part), part]));
  const ambiguous = new Set<RunHour>();
  for (const part of parts) {
    for (const rival of part.rivals) {
      const other = byName.get(nameText(part, rival));
      if (other) ambiguous.add(part).add(other);
    }
  }
  return ambiguous;
}

function placeOf({ rxId, ant, hour }: RunHour): string {
  return `${rxId}/${ant}/${hour}`;
}

function nameText(part: RunHour, { transmitterId, startTs, n }: RunName): string {
  return `${placeOf(part)}/${transmitterId}/${startTs}/${n}`;
}

function detectionOf(group: readonly RunHour[], ambiguous: ReadonlySet<RunHour>): Detection {
  const { transmitterId, rxId, ant, hour, emitInterval } = group[0] as RunHour;
  const sums = noSums();
  for (const part of group) addSums(sums, part);
  const isAmbiguous = group.some((part) => ambiguous.has(part));
  const interval = isAmbiguous ? null : oddMedian(group);
  return {
    transmitterId,
    rxId,
    ant,
    hour,
    hits: sums.hits,
    meanPower: sums.power / sums.hits,
    powerDeviation: deviation(sums.hits, sums.power, sums.squaredPower),
    maxPower: sums.maxPower,
    meanInterval: sums.gaps === 0 ? null : emitInterval + sums.pace / sums.gaps,
    intervalDeviation: sums.gaps === 0 ? null : deviation(sums.gaps, sums.pace, sums.squaredPace),
    firstTs: sums.firstTs,
    lastTs: sums.lastTs,
    isAmbiguous,
    rhythm: group.some(({ rhythm }) => rhythm === 'fits') ? 'fits' : 'cannot tell',
    measured: interval === null ? null : { interval, registered: emitInterval },
  };
}
