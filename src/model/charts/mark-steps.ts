import type { Chart } from './chart.ts';

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/**
 * Returns the key of the mark to choose when a person presses `pressed`, in the table's order; '' to choose
 * none. `chosen` is the chosen mark, '' for none. Returns null if the chart does not handle the key or has no
 * rows.
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
