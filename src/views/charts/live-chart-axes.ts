import type { TimeText } from '../../model/time/time-text.ts';
import type { TimeLimit } from '../../model/live/live-settings.ts';
import { minus } from '../../model/text/number-text.ts';
import type { ChartColours } from '../../model/live/palette.ts';
import { type PlotFrame, powerTicks } from '../../model/live/plot-frame.ts';
import { yOfPower } from '../../model/live/raster.ts';
import { timeTicks } from '../../model/live/time-ticks.ts';

/**
 * The shown time range: its end in ms since the epoch, its length, and the position of a time in device
 * pixels from the plot's left edge.
 */
export type TimeScale = { readonly edge: number; readonly span: TimeLimit; readonly xOf: (ts: number) => number };

/** What is needed to draw the axes: the canvas, the colours and the font. */
export type AxisPen = { readonly context: CanvasRenderingContext2D; readonly colours: ChartColours; readonly font: string };

/** A label of the power axis, with its position in device pixels from the picture's top. */
type PowerTick = { power: number; y: number };

/** Returns the power labels of the live chart. */
export function livePowers(frame: PlotFrame): PowerTick[] {
  const { top, height, unit } = frame;
  return powerTicks(frame).map((power) => ({ power, y: top + yOfPower(power, height) + 0.5 * unit }));
}

/** Draws the power axis: labels and title. */
export function drawPowerAxis({ context, colours, font }: AxisPen, frame: PlotFrame, powers: readonly PowerTick[]): void {
  const { left, top, height, unit } = frame;
  context.font = `${12 * unit}px ${font}`;
  context.fillStyle = colours.text;
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (const { power, y } of powers) context.fillText(minus(power), left - 8 * unit, y);
  context.save();
  context.translate(10 * unit, top + height / 2);
  context.rotate(-Math.PI / 2);
  context.textAlign = 'center';
  context.fillText('Power (dBm)', 0, 0);
  context.restore();
}

/** Draws the plot's background and grid lines. */
export function drawGrid({ context, colours }: AxisPen, frame: PlotFrame, { edge, span, xOf }: TimeScale): void {
  const { left, top, width, height, unit } = frame;
  const line = Math.max(1, Math.round(unit));
  context.fillStyle = colours.plot;
  context.fillRect(left, top, width, height);
  context.fillStyle = colours.grid;
  for (const power of powerTicks(frame))
    context.fillRect(left, top + Math.min(yOfPower(power, height), height - line), width, line);
  for (const ts of timeTicks(edge, span, width / unit)) context.fillRect(left + xOf(ts), top, line, height);
}

/** Draws the time axis below the plot, and the line at its right end. */
export function drawTimeAxis(
  { context, colours, font }: AxisPen,
  frame: PlotFrame,
  { edge, span, xOf }: TimeScale,
  times: TimeText,
  endLabel: string,
): void {
  const { left, top, width, height, unit } = frame;
  const bottom = top + height;
  const end = left + width;
  // Clear less on the left, to keep the lowest label of the power axis, which reaches below the plot.
  context.clearRect(left, bottom, width + 12 * unit, 7 * unit);
  context.clearRect(left - 40 * unit, bottom + 7 * unit, width + 52 * unit, 37 * unit);
  context.fillStyle = colours.axis;
  context.fillRect(left, bottom, width, Math.max(1, Math.round(unit)));
  context.font = `${12 * unit}px ${font}`;
  context.fillStyle = colours.text;
  context.textBaseline = 'top';
  context.textAlign = 'center';
  // Leave room at the end of the axis for `endLabel`, which names the line there.
  const free = end - context.measureText(endLabel).width - 44 * unit;
  for (const ts of timeTicks(edge, span, width / unit)) {
    const x = left + xOf(ts);
    if (x <= free && x >= left) context.fillText(times.clock(ts), x, bottom + 7 * unit);
  }
  context.fillText(`Time (${times.zone(edge)})`, left + width / 2, bottom + 26 * unit);
  context.fillStyle = colours.now;
  context.textAlign = 'right';
  context.fillText(endLabel, end, bottom + 7 * unit);
  context.fillRect(end - Math.max(1, Math.round(unit)), top, Math.max(1, Math.round(unit)), height + 4 * unit);
}
