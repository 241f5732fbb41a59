import { powerRange, type TimeLimit } from './live-settings.ts';

/** The plot's position in the live chart, in device pixels. A pixel of the page has `unit` device pixels. */
export type PlotFrame = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly unit: number;
};

/** Computes the plot's frame, with less room at its left on phones. */
export function plotFrame(pictureWidth: number, pictureHeight: number, unit: number): PlotFrame {
  const isNarrow = pictureWidth / unit < 600;
  const left = Math.round((isNarrow ? 54 : 60) * unit);
  const top = Math.round(10 * unit);
  const right = Math.round(12 * unit);
  const bottom = Math.round(44 * unit);
  return { left, top, width: Math.max(1, pictureWidth - left - right), height: Math.max(1, pictureHeight - top - bottom), unit };
}

/** Returns the powers (dBm) labelled on the axis: every ten, or every twenty in a low plot. */
export function powerTicks({ height, unit }: PlotFrame): number[] {
  const step = height / unit < 200 ? 20 : 10;
  const ticks: number[] = [];
  for (let power: number = powerRange.min; power <= powerRange.max; power += step) ticks.push(power);
  return ticks;
}

/**
 * How a contact's mark is drawn: its edge in pixels of the page, whether it shows its group's shape, and
 * whether a halo separates it from marks below.
 */
export type MarkLook = { readonly size: number; readonly hasShape: boolean; readonly hasHalo: boolean };

/**
 * The looks of marks, each with the `space` that it needs: square pixels of the plot (in page pixels) for
 * each contact.
 */
const markLooks: readonly { readonly space: number; readonly look: MarkLook }[] = [
  { space: 1_500, look: { size: 11, hasShape: true, hasHalo: true } },
  { space: 300, look: { size: 9, hasShape: true, hasHalo: true } },
  { space: 80, look: { size: 6, hasShape: true, hasHalo: false } },
];
const denseLooks = { short: { size: 4, hasShape: false, hasHalo: false }, long: { size: 3, hasShape: false, hasHalo: false } };

/**
 * Returns larger marks for fewer contacts (LOOK-18). Marks become larger than `before` only with 1.5 times
 * the required space, so that a number of contacts that goes up and down does not change their size.
 */
export function markLook(frame: PlotFrame, span: TimeLimit, shown: number, before: MarkLook | null = null): MarkLook {
  const space = (frame.width * frame.height) / frame.unit ** 2 / Math.max(1, shown);
  const dense = span === 300_000 ? denseLooks.long : denseLooks.short;
  const found = markLooks.find(({ space: wanted, look }) => {
    const grows = before !== null && look.size > before.size;
    return space >= wanted * (grows ? 1.5 : 1);
  });
  return found?.look ?? dense;
}
