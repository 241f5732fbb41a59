import { type HatchLine, hatchLines, hatchSpacing } from '../../model/live/hatch.ts';
import type { PlotFrame } from '../../model/live/plot-frame.ts';
import { gapsIn, gapText, type ReceptionGap } from '../../model/live/reception.ts';
import type { AxisPen, TimeScale } from './live-chart-axes.ts';

/** Hatches the times without full reception, behind the contacts that did arrive. */
export function drawGaps({ context, colours }: AxisPen, frame: PlotFrame, scale: TimeScale, gaps: readonly ReceptionGap[]): void {
  if (gaps.length === 0) return;
  const { left, top, height, unit } = frame;
  // Anchor the lines at the start of the first gap, so that they move with the time axis.
  const anchor = scale.xOf(gaps[0]!.from);
  context.save();
  context.strokeStyle = colours.axis;
  context.lineWidth = unit;
  for (const { from, to } of placesOf(frame, scale, gaps)) {
    context.save();
    context.beginPath();
    context.rect(left + from, top, to - from, height);
    context.clip();
    context.beginPath();
    for (const line of hatchLines({ from, to, height, anchor, spacing: hatchSpacing * unit })) strike(context, line, left, top);
    context.stroke();
    context.restore();
  }
  context.restore();
}

/** Labels each gap that has room for it, in front of the contacts that did arrive. */
export function labelGaps(
  { context, colours, font }: AxisPen,
  frame: PlotFrame,
  scale: TimeScale,
  gaps: readonly ReceptionGap[],
): void {
  if (gaps.length === 0) return;
  const { left, top, unit } = frame;
  context.font = `${12 * unit}px ${font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const { from, to, text } of placesOf(frame, scale, gaps)) {
    const width = context.measureText(text).width + 12 * unit;
    if (width > to - from) continue;
    const middle = left + (from + to) / 2;
    context.fillStyle = colours.plot;
    context.fillRect(middle - width / 2, top + 8 * unit, width, 20 * unit);
    context.fillStyle = colours.text;
    context.fillText(text, middle, top + 18.5 * unit);
  }
}

function strike(context: CanvasRenderingContext2D, { x1, y1, x2, y2 }: HatchLine, left: number, top: number): void {
  context.moveTo(left + x1, top + y1);
  context.lineTo(left + x2, top + y2);
}

/** Returns each gap's position in the plot, in device pixels from its left edge, and its label. */
function placesOf({ width }: PlotFrame, { edge, span, xOf }: TimeScale, gaps: readonly ReceptionGap[]) {
  return gapsIn(gaps, { from: edge - span, to: edge }).map((gap) => ({
    from: Math.max(0, xOf(gap.from)),
    to: gap.to === edge ? width : Math.min(width, xOf(gap.to)),
    text: gapText(gap),
  }));
}
