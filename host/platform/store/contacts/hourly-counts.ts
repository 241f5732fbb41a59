import type { Contact } from '#model/entities/contact.ts';
import { float4, float8, instant, int2, int4, toArrays, toHz, type Column } from './binary-columns.ts';
import { hourMs } from './contact-partitions.ts';

/**
 * A row of the rollup by code: the contacts of one hour that are equal but for time and power. Powers are
 * summed as the database stores them.
 */
type HourlyCount = {
  rxId: number;
  /** The start of the hour, in ms since 1970. */
  hour: number;
  ant: number;
  hz: number;
  code: number;
  type: number;
  count: number;
  sumPower: number;
  sumPowerSquared: number;
  maxPower: number;
};

/** The columns of a row, in the order of `insertNewStatement`. */
const columns: readonly Column<HourlyCount>[] = [
  int4(({ rxId }) => rxId),
  instant(({ hour }) => hour),
  int2(({ ant }) => ant),
  int4(({ hz }) => hz),
  int4(({ code }) => code),
  int2(({ type }) => type),
  int4(({ count }) => count),
  float8(({ sumPower }) => sumPower),
  float8(({ sumPowerSquared }) => sumPowerSquared),
  float4(({ maxPower }) => maxPower),
];

/** Returns the hourly counts of contacts (STAT-4), as arrays for `unnest`. */
export function toHourlyCounts(contacts: readonly Contact[]): Buffer[] {
  return toArrays(columns, countByHour(contacts));
}

type Tree<T> = Map<number, T>;

/**
 * Counts contacts by hour. Nested maps with numeric keys are used, because text keys would cost more than all
 * other work on a contact.
 */
function countByHour(contacts: readonly Contact[]): HourlyCount[] {
  const counts: HourlyCount[] = [];
  const tree: Tree<Tree<Tree<Tree<HourlyCount>>>> = new Map();
  for (const { rxId, ant, ts, freq, code, type, power } of contacts) {
    const hour = Math.floor(ts / hourMs) * hourMs;
    const hz = toHz(freq);
    const byCode = within(within(within(tree, rxId * 16 + ant), hour + type), hz);
    const stored = Math.fround(power);
    const found = byCode.get(code);
    if (found === undefined) {
      const powers = { sumPower: stored, sumPowerSquared: stored * stored, maxPower: stored };
      const first = { rxId, hour, ant, hz, code, type, count: 1, ...powers };
      byCode.set(code, first);
      counts.push(first);
      continue;
    }
    found.count += 1;
    found.sumPower += stored;
    found.sumPowerSquared += stored * stored;
    if (stored > found.maxPower) found.maxPower = stored;
  }
  return counts;
}

function within<T>(tree: Tree<Tree<T>>, key: number): Tree<T> {
  const found = tree.get(key);
  if (found !== undefined) return found;
  const made: Tree<T> = new Map();
  tree.set(key, made);
  return made;
}
