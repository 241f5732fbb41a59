import * as v from 'valibot';
import type { BenchRow } from './bench-row.ts';

/** Bounds of what counts as noise: a figure that differs by less from the last one says nothing. */
const noise = 0.15;

/**
 * What was measured in one run; `figures` by what was measured, in the row's own unit and words ('31.4 KiB').
 */
const runSchema = v.object({
  at: v.string(),
  commit: v.string(),
  machine: v.string(),
  figures: v.record(v.string(), v.object({ value: v.number(), target: v.string(), measured: v.string() })),
});
export type BenchRun = v.InferOutput<typeof runSchema>;

/** A run as one line of JSON; a row without a number in it is left out. */
export function benchRun(rows: readonly BenchRow[], about: Pick<BenchRun, 'at' | 'commit' | 'machine'>): BenchRun {
  const figures = rows.flatMap(({ what, target, measured }) => {
    const value = firstNumber(measured);
    return value === undefined ? [] : [[what, { value, target, measured }] as const];
  });
  return { ...about, figures: Object.fromEntries(figures) };
}

/**
 * The last run on a machine of this shape in a file of such lines, by what was measured: not every run
 * measures all.
 * @throws Error that names the line which is none.
 */
export function lastFigures(lines: string, machine: string): BenchRun['figures'] {
  const runs = lines.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), runSchema), line);
    if (!read.success) throw new Error(`Line ${index + 1} of the bench's figures is no run: mend or remove it`);
    return [read.output];
  });
  return Object.assign({}, ...runs.filter((run) => run.machine === machine).map((run) => run.figures));
}

export type Comparison = { what: string; before: string; now: string; ratio: number; verdict: 'worse' | 'better' | 'same' };

/**
 * Each figure beside the last one. Less is better where the target is an upper bound (≤, <), else more is.
 */
export function compareRuns(before: BenchRun['figures'], now: BenchRun['figures']): Comparison[] {
  return Object.entries(now).flatMap(([what, { value, target, measured }]) => {
    const last = before[what];
    if (last === undefined || last.value === 0 || unitOf(last.measured) !== unitOf(measured)) return [];
    const ratio = value / last.value;
    const isUpperBound = /^\s*[≤<]/.test(target);
    const gain = isUpperBound ? 1 - ratio : ratio - 1;
    const verdict = gain < -noise ? 'worse' : gain > noise ? 'better' : 'same';
    return [{ what, before: last.measured, now: measured, ratio, verdict }];
  });
}

/** '12,345 contacts/s' is 12345. */
function firstNumber(text: string): number | undefined {
  const found = /-?\d[\d,]*(?:\.\d+)?/.exec(text)?.[0].replaceAll(',', '');
  return found === undefined ? undefined : Number(found);
}

function unitOf(text: string): string | undefined {
  return /-?\d[\d,]*(?:\.\d+)?\s*([^\s\d,;(]*)/.exec(text)?.[1];
}
