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

/** The edge length of a contact's square mark, in pixels of the page. */
export function markSize(span: TimeLimit): number {
  return span === 300_000 ? 3 : 4;
}
