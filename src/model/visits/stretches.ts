/** Why a stretch makes no visit: it is a single hit, or another transmitter may have sent its hits. */
export type Doubt = 'single' | 'ambiguous';

/**
 * A run of hits of one transmitter at one antenna, cut at the hour (VISIT-1). Times are in ms since 1970,
 * `maxPower` in dBm.
 */
export type RunStretch = {
  rxId: number;
  ant: number;
  from: number;
  to: number;
  hits: number;
  maxPower: number;
  doubt: Doubt | null;
};

/** The time from release to retrieval in ms since 1970; infinite where a time is unknown. */
export type WornTime = { from: number; to: number };

/**
 * Returns why a stretch makes no visit, or null if it does (REG-25): a run has at least one gap between hits,
 * and is not ambiguous. 'Last Contacted' and visits both use this rule.
 */
export function doubtOf({ gaps, isAmbiguous }: { gaps: number; isAmbiguous: boolean }): Doubt | null {
  if (isAmbiguous) return 'ambiguous';
  return gaps === 0 ? 'single' : null;
}

/**
 * Returns the part of a stretch between release and retrieval; null if there is none. A stretch across the
 * release is reduced to its last hit, one across the retrieval to its first hit, because the times of the
 * hits between are not stored.
 */
export function partWorn(stretch: RunStretch, { from, to }: WornTime): RunStretch | null {
  const isCutFirst = stretch.from < from;
  const isCutLast = stretch.to > to;
  if (!isCutFirst && !isCutLast) return stretch;
  const hit = isCutFirst ? stretch.to : stretch.from;
  if (hit < from || hit > to) return null;
  return { ...stretch, from: hit, to: hit, hits: 1 };
}

const doubts: readonly (Doubt | null)[] = [null, 'single', 'ambiguous'];
/** How many numbers store a stretch: first and last hit (ms into the hour), hits, power, and its doubt. */
const storedLength = 5;

/** Returns stretches as the detection of their hour (ms) stores them: five numbers each, in a row. */
export function storedStretches(hour: number, stretches: readonly Omit<RunStretch, 'rxId' | 'ant'>[]): number[] {
  return stretches.flatMap(({ from, to, hits, maxPower, doubt }) => [
    from - hour,
    to - hour,
    hits,
    maxPower,
    doubts.indexOf(doubt),
  ]);
}

/** Returns the stretches that the detection of an hour (ms) stores. */
export function readStretches(
  { rxId, ant, hour }: { rxId: number; ant: number; hour: number },
  stored: readonly number[],
): RunStretch[] {
  return Array.from({ length: stored.length / storedLength }, (_, at) => {
    const [from = 0, to = 0, hits = 0, maxPower = 0, doubt = 0] = stored.slice(at * storedLength, (at + 1) * storedLength);
    return { rxId, ant, from: hour + from, to: hour + to, hits, maxPower, doubt: doubts[doubt] ?? null };
  });
}
