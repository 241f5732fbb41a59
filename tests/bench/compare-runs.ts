import * as v from 'valibot';
import type { BenchRow } from './bench-row.ts';
import { type YardstickKind, yardstickKinds, type Yardsticks } from './yardstick.ts';

/**
 * A figure that differs by less than this from the last one is 'same', even if the yardstick was steadier.
 */
const noise = 0.15;

const yardstickSchema = v.object({ ms: v.number(), spread: v.number() });

/**
 * Runs before 2026-11-30 have no yardsticks, and their figures no direction: they are stored but not
 * compared.
 */
const runSchema = v.object({
  at: v.string(),
  commit: v.string(),
  machine: v.string(),
  yardsticks: v.optional(v.record(v.picklist(yardstickKinds), yardstickSchema)),
  figures: v.record(
    v.string(),
    v.object({
      value: v.number(),
      target: v.string(),
      measured: v.string(),
      better: v.optional(v.picklist(['less', 'more'])),
      yardstick: v.optional(v.nullable(v.picklist(yardstickKinds))),
    }),
  ),
});
type StoredRun = v.InferOutput<typeof runSchema>;

/** A figure in the row's own unit and words ('31.4 KiB'), which way is better, and its kind of yardstick. */
type Figure = { value: number; target: string; measured: string; better: BenchRow['better']; yardstick: YardstickKind | null };
export type BenchRun = Omit<StoredRun, 'yardsticks' | 'figures'> & { yardsticks: Yardsticks; figures: Record<string, Figure> };

/** A figure with the yardsticks of its run. */
type Measured = Figure & { yardsticks: Yardsticks };

/** A row of a bench, with the kind of yardstick that applies to it. */
export type MeasuredRow = BenchRow & { yardstick: YardstickKind | null };

/** Returns a run as it is stored in one line of JSON; leaves out rows without a number. */
export function benchRun(
  rows: readonly MeasuredRow[],
  about: Pick<BenchRun, 'at' | 'commit' | 'machine' | 'yardsticks'>,
): BenchRun {
  const figures = rows.flatMap(({ what, target, measured, better, yardstick }) => {
    const value = firstNumber(measured);
    return value === undefined ? [] : [[what, { value, target, measured, better, yardstick }] as const];
  });
  return { ...about, figures: Object.fromEntries(figures) };
}

/**
 * Returns the newest figure of each name among the runs with yardsticks on a machine of this shape. Not every
 * run measures every figure.
 * @throws Error that names the line that cannot be read.
 */
export function lastFigures(lines: string, machine: string): Record<string, Measured> {
  const last: Record<string, Measured> = {};
  for (const [index, line] of lines.split('\n').entries()) {
    if (line.trim() === '') continue;
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), runSchema), line);
    if (!read.success) throw new Error(`Line ${index + 1} of the bench's figures is no run: mend or remove it`);
    const { yardsticks, figures } = read.output;
    if (read.output.machine !== machine || yardsticks === undefined) continue;
    for (const [what, { better, yardstick, ...figure }] of Object.entries(figures))
      if (better !== undefined && yardstick !== undefined)
        last[what] = { ...figure, better, yardstick, yardsticks: yardsticks as Yardsticks };
  }
  return last;
}

/**
 * `ratio` is the figure divided by the last one; `adjusted` is the ratio if the machine were as fast as it
 * was last time.
 */
export type Comparison = {
  what: string;
  before: string;
  now: string;
  ratio: number;
  adjusted: number;
  verdict: 'worse' | 'better' | 'same';
};

/**
 * Compares each positive figure with the last one, after dividing both by the yardstick of their kind. A
 * change smaller than the spread of either yardstick, or than 15 %, is 'same'.
 */
export function compareRuns(before: Record<string, Measured>, { yardsticks, figures }: BenchRun): Comparison[] {
  return Object.entries(figures).flatMap(([what, { value, measured, better, yardstick }]) => {
    const last = before[what];
    if (last === undefined || last.value <= 0 || value <= 0 || unitOf(last.measured) !== unitOf(measured)) return [];
    const ratio = value / last.value;
    const [then, now] = yardstick === null ? [undefined, undefined] : [last.yardsticks[yardstick], yardsticks[yardstick]];
    const slower = then === undefined || now === undefined ? 1 : now.ms / then.ms;
    // A slower machine takes longer, and does less a second.
    const adjusted = better === 'less' ? ratio / slower : ratio * slower;
    const gain = better === 'less' ? 1 - adjusted : adjusted - 1;
    const limit = Math.max(noise, then?.spread ?? 0, now?.spread ?? 0);
    const verdict = gain < -limit ? 'worse' : gain > limit ? 'better' : 'same';
    return [{ what, before: last.measured, now: measured, ratio, adjusted, verdict }];
  });
}

/**
 * Finds the first number in a text, and its unit: '12,345 contacts/s' is 12345. Skips digits of a name
 * ('p95').
 */
const numberAndUnit = /(?<![\p{L}\d.,])(-?\d[\d,]*(?:\.\d+)?)\s*([^\s\d,;(]*)/u;

function firstNumber(text: string): number | undefined {
  const found = numberAndUnit.exec(text)?.[1]?.replaceAll(',', '');
  return found === undefined ? undefined : Number(found);
}

function unitOf(text: string): string | undefined {
  return numberAndUnit.exec(text)?.[2];
}
