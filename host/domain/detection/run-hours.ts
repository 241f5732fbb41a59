import type { DetectionParameters } from '#model/entities/detection-config.ts';
import { doubtOf, storedStretches } from '#model/visits/stretches.ts';
import type { StoredDetection } from '../../platform/store/detection/detections.ts';

/**
 * Sums over hits. A gap lies between a hit and the one before; it is `k` emit intervals long. `lag` is gap -
 * k x interval, `pace` is gap / k - interval (ms). `fineGaps` counts the gaps whose tolerance is small enough
 * to show a rhythm.
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
 * How many hits (`count`) came `at` emit intervals after another hit. If the gaps fit, `at` is a whole number
 * and `ms` is 0; if not, `ms` is the sum of the gaps.
 */
export type Spacing = [at: number, count: number, ms: number];

/** Gaps that do not fit are grouped by fractions of an emit interval: eighths. */
const spacingsInInterval = 8;

/** The name of a run is its first hit, the `n`th contact of its receiver, antenna and ms. */
export type RunName = { transmitterId: number; startTs: number; n: number };

/**
 * What a kept run heard in one hour (UTC; its start in ms). The parts of an hour sum up to detections.
 * `rivals` are runs of other transmitters that share hits of this hour, kept or not. `near` has the gaps
 * between each hit and the one before, of any run of the transmitter; parts that were stored before these
 * gaps were measured have none.
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

/** What the kept runs of one hour (UTC; its start in ms) sum up to. */
export type Detection = Omit<StoredDetection, 'version'> & { rxId: number };

/** Returns the sums of no hits. */
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

/** Adds sums to others in place. */
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

/**
 * Returns the spacing of a hit. `near` is the number of emit intervals since the hit before, or, if none
 * fits, the negative gap in ms.
 */
export function spacingOf(near: number, interval: number): Spacing {
  if (near > 0) return [near, 1, 0];
  const ratio = -near / interval;
  const at = Math.round(ratio * spacingsInInterval) / spacingsInInterval;
  // Group by rounding, so that half an interval is the middle of a group: jitter goes both ways. Whole
  // numbers are reserved for gaps that fit, so a gap that nearly fits gets a number just beside one.
  return [Number.isInteger(at) ? at + Math.sign(ratio - at) / (4 * spacingsInInterval) : at, 1, -near];
}

/** Adds a spacing to a sorted list. */
export function addSpacing(into: Spacing[], [at, count, ms]: Spacing): void {
  const index = into.findIndex((each) => each[0] >= at);
  const known = into[index];
  if (known?.[0] === at) {
    known[1] += count;
    known[2] += ms;
  } else into.splice(index === -1 ? into.length : index, 0, [at, count, ms]);
}

/**
 * Returns the median gap between neighbouring hits (ms). Null if there are no gaps, or if the median is a
 * multiple of the emit interval. If the number of gaps is even, one such gap of the middle two is enough for
 * null.
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

/**
 * Returns the standard deviation of a population, 0 if it is empty. The squares are exact if the values are
 * whole numbers.
 */
function deviation(count: number, sum: number, squares: number): number {
  return count === 0 ? 0 : Math.sqrt(Math.max(0, count * squares - sum * sum)) / count;
}

/** Returns whether a run is kept, by the sums of all its hits (DET-7). */
export function isKept(run: Sums, parameters: DetectionParameters): boolean {
  const { minimumHits, minimumAveragePower, maximumPowerDeviation, maximumIntervalDeviation } = parameters;
  if (run.hits < minimumHits) return false;
  if (minimumAveragePower !== null && run.power / run.hits < minimumAveragePower) return false;
  if (maximumPowerDeviation !== null && deviation(run.hits, run.power, run.squaredPower) > maximumPowerDeviation) return false;
  if (minimumHits === 1 || maximumIntervalDeviation === null) return true;
  return deviation(run.gaps, run.lag, run.squaredLag) <= maximumIntervalDeviation;
}

/** Puts runs in order of their transmitters, then of their starts. */
export function inOrderOfRuns(one: RunName, other: RunName): number {
  return one.transmitterId - other.transmitterId || one.startTs - other.startTs || one.n - other.n;
}

/** Puts parts in order of transmitter, receiver, antenna, hour and run. */
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
 * Sums up parts, in any order, into detections. Needs all parts of an hour, of all transmitters, to find the
 * ambiguous ones (DET-9).
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

/** Returns the parts that share a hit with a kept run of another transmitter. */
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

function stretchOf({ gaps, firstTs: from, lastTs: to, hits, maxPower }: RunHour, isAmbiguous: boolean) {
  return { from, to, hits, maxPower, doubt: doubtOf({ gaps, isAmbiguous }) };
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
    stretches:
      group.length === 1
        ? null
        : storedStretches(
            hour,
            group.map((part) => stretchOf(part, ambiguous.has(part))),
          ),
  };
}
