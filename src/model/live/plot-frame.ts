import { powerRange, type TimeLimit } from './live-settings.ts';

/**
 * Where the live chart's plot stands in its picture, all in device pixels; `unit` device pixels make one
 * pixel of the page.
 */
export type PlotFrame = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly unit: number;
};

/** Room around the plot in pixels of the page; narrow for phones. */
export function plotFrame(pictureWidth: number, pictureHeight: number, unit: number): PlotFrame {
  const isNarrow = pictureWidth / unit < 600;
  const left = Math.round((isNarrow ? 54 : 60) * unit);
  const top = Math.round(10 * unit);
  const right = Math.round(12 * unit);
  const bottom = Math.round(44 * unit);
  return { left, top, width: Math.max(1, pictureWidth - left - right), height: Math.max(1, pictureHeight - top - bottom), unit };
}

/** The dBm that the power axis names: every tenth, or every twentieth where the plot is low. */
export function powerTicks({ height, unit }: PlotFrame): number[] {
  const step = height / unit < 200 ? 20 : 10;
  const ticks: number[] = [];
  for (let power: number = powerRange.min; power <= powerRange.max; power += step) ticks.push(power);
  return ticks;
}

/**
 * How a contact's mark is drawn: its edge in pixels of the page, whether its group's shape can be told, and
 * whether a halo sets it off from the marks below.
 */
export type MarkLook = { readonly size: number; readonly hasShape: boolean; readonly hasHalo: boolean };

/** From so many square pixels of the plot for each contact on, marks are so large. */
const markLooks: readonly { readonly space: number; readonly look: MarkLook }[] = [
  { space: 1_500, look: { size: 11, hasShape: true, hasHalo: true } },
  { space: 300, look: { size: 9, hasShape: true, hasHalo: true } },
  { space: 80, look: { size: 6, hasShape: true, hasHalo: false } },
];
const denseLooks = { short: { size: 4, hasShape: false, hasHalo: false }, long: { size: 3, hasShape: false, hasHalo: false } };

/**
 * The fewer contacts are shown, the larger their marks (LOOK-18). They grow only where there is half as much
 * room again, so that a number that goes up and down changes nothing.
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
