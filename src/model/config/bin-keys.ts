import { marked } from './bins.ts';

/** The bins of a band in hand: their marks, and the one that keys act on. */
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
 * What a key does: arrows move by one bin, or by ten; Home and End to the ends; Space turns the bin on or
 * off; with Shift, the mark of the bin that is left is drawn over all up to where the key goes. Null for any
 * other.
 */
export function afterKey({ bins, active }: BinsInHand, key: string, isShifted: boolean): BinsInHand | null {
  if (key === ' ' || key === 'Enter') return { bins: marked(bins, active, active, bins[active] === '1' ? '0' : '1'), active };
  const last = bins.length - 1;
  const target = key === 'Home' ? 0 : key === 'End' ? last : key in steps ? active + (steps[key] ?? 0) : null;
  if (target === null) return null;
  const next = Math.min(last, Math.max(0, target));
  return { bins: isShifted ? marked(bins, active, next, bins[active] === '1' ? '1' : '0') : bins, active: next };
}
