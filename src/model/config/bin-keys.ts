import { marked } from './bins.ts';

/** A band being edited with the keyboard: the marks of its bins, and the bin on which keys act. */
export type BinsInHand = { readonly bins: string; readonly active: number };

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -10,
  ArrowDown: 10,
  PageUp: -40,
  PageDown: 40,
};

/**
 * Returns the state after a key. Arrows move by one bin or by ten, page keys by 40, Home and End to the ends;
 * Space and Enter switch the bin. With Shift, a move copies the mark of the current bin to all bins up to the
 * new one. Returns null for other keys.
 */
export function afterKey({ bins, active }: BinsInHand, key: string, isShifted: boolean): BinsInHand | null {
  if (key === ' ' || key === 'Enter') return { bins: marked(bins, active, active, bins[active] === '1' ? '0' : '1'), active };
  const last = bins.length - 1;
  const target = key === 'Home' ? 0 : key === 'End' ? last : key in steps ? active + (steps[key] ?? 0) : null;
  if (target === null) return null;
  const next = Math.min(last, Math.max(0, target));
  return { bins: isShifted ? marked(bins, active, next, bins[active] === '1' ? '1' : '0') : bins, active: next };
}
