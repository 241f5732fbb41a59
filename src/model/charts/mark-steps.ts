import type { Chart } from './chart.ts';

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/**
 * The key of the mark that a key of the keyboard leads to from the one that is chosen ('': none), in the
 * order of the table; null for keys that are not the chart's.
 */
export function nextMark({ rows }: Pick<Chart, 'rows'>, chosen: string, pressed: string): string | null {
  if (pressed === 'Escape') return chosen === '' ? null : '';
  const last = rows.length - 1;
  const at = rows.findIndex(({ key }) => key === chosen);
  if (pressed === 'Home') return rows[0]?.key ?? null;
  if (pressed === 'End') return rows[last]?.key ?? null;
  const step = steps[pressed];
  if (step === undefined) return null;
  const next = at === -1 ? (step > 0 ? 0 : last) : Math.min(last, Math.max(0, at + step));
  return rows[next]?.key ?? null;
}
