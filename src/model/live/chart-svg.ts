import { bucketOf } from './contact-bucket.ts';
import { type ChartPicture, pictureLayout } from './chart-picture.ts';
import { groupColour, groupShape } from './group-looks.ts';
import type { LiveView } from './live-view.ts';
import { chartColours } from './palette.ts';
import { minus } from '../text/number-text.ts';
import { markLook, type PlotFrame, plotFrame, powerTicks } from './plot-frame.ts';
import { shapePath } from './mark-shape.ts';
import { yOfPower } from './raster.ts';
import { hatchLines, hatchSpacing } from './hatch.ts';
import { gapsIn, gapText } from './reception.ts';
import { timeTicks } from './time-ticks.ts';

/**
 * Yields the live chart as an SVG picture, piece by piece. Each pixel of the plot holds at most one mark, the
 * newest contact's, so millions of contacts still make a picture of bounded size.
 */
export function* chartSvg(picture: ChartPicture, view: LiveView): Generator<string, void> {
  const { chart, range, span, scheme, times, endLabel } = picture;
  const colours = chartColours[scheme];
  const { width, height, chartTop, texts } = pictureLayout(picture);
  const frame = plotFrame(chart.width, chart.height, 1);
  const { left, top } = frame;
  const bottom = top + frame.height;
  const right = left + frame.width;
  const text = (x: number, y: number, anchor: string, words: string, colour = colours.text) =>
    `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${colour}">${escaped(words)}</text>`;

  yield (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"` +
      ` font-family="system-ui, sans-serif" font-size="12"><rect width="${width}" height="${height}" fill="${colours.plot}"/>`
  );
  for (const line of texts) {
    if (line.swatch !== null) {
      const { colour, shape } = line.swatch;
      yield `<path class="swatch" fill="${colour}" d="${shapePath(shape, line.x + 6, line.y - 4, 12)}"/>`;
    }
    yield text(line.swatch === null ? line.x : line.x + 20, line.y, 'start', line.text);
  }
  yield `<g transform="translate(0 ${chartTop})">`;
  for (const power of powerTicks(frame)) {
    const y = top + yOfPower(power, frame.height);
    yield `<path d="M${left} ${y}H${right}" stroke="${colours.grid}"/>` + text(left - 8, y + 4, 'end', minus(power));
  }
  const free = right - 8 * endLabel.length - 44;
  for (const ts of timeTicks(range.to, span, frame.width)) {
    const x = Math.round(left + ((ts - range.from) / span) * frame.width);
    yield `<path d="M${x} ${top}V${bottom}" stroke="${colours.grid}"/>`;
    if (x <= free) yield text(x, bottom + 17, 'middle', times.clock(ts));
  }
  yield* hatched(picture, frame);
  yield* marks(picture, view, frame);
  yield* gapLabels(picture, frame);
  yield (
    `<path d="M${left} ${bottom}H${right}" stroke="${colours.axis}"/>` +
      `<path d="M${right} ${top}V${bottom + 4}" stroke="${colours.now}"/>` +
      text(right, bottom + 17, 'end', endLabel, colours.now) +
      text(left + frame.width / 2, bottom + 36, 'middle', `Time (${times.zone(range.to)})`) +
      `<text transform="translate(14 ${top + frame.height / 2}) rotate(-90)" text-anchor="middle" fill="${colours.text}">Power (dBm)</text>` +
      '</g></svg>\n'
  );
}

/** Returns the gaps in the shown range, in pixels of the picture, each with its label. */
function gapPlaces({ gaps, range, span }: ChartPicture, { left, width }: PlotFrame) {
  const xOf = (ts: number) => Math.round(left + ((ts - range.from) / span) * width);
  return gapsIn(gaps, range).map((gap) => ({ from: xOf(gap.from), to: xOf(gap.to), text: gapText(gap) }));
}

/** Yields the hatching over the times whose contacts were not received. */
function* hatched(picture: ChartPicture, frame: PlotFrame): Generator<string, void> {
  const { axis } = chartColours[picture.scheme];
  const { top, height } = frame;
  for (const [index, { from, to }] of gapPlaces(picture, frame).entries()) {
    const lines = hatchLines({ from, to, height, anchor: from, spacing: hatchSpacing });
    const d = lines.map(({ x1, y1, x2, y2 }) => `M${x1} ${top + y1}L${x2} ${top + y2}`).join('');
    yield (
      `<clipPath id="gap${index}"><rect x="${from}" y="${top}" width="${to - from}" height="${height}"/></clipPath>` +
        `<path class="gap" clip-path="url(#gap${index})" stroke="${axis}" d="${d}"/>`
    );
  }
}

/** Yields the labels of the gaps that are wide enough for one. */
function* gapLabels(picture: ChartPicture, frame: PlotFrame): Generator<string, void> {
  const colours = chartColours[picture.scheme];
  for (const { from, to, text } of gapPlaces(picture, frame)) {
    const width = 7 * text.length + 12;
    if (width > to - from) continue;
    const middle = (from + to) / 2;
    yield (
      `<rect x="${middle - width / 2}" y="${frame.top + 8}" width="${width}" height="20" fill="${colours.plot}"/>` +
        `<text x="${middle}" y="${frame.top + 22}" text-anchor="middle" fill="${colours.text}">${text}</text>`
    );
  }
}

/** Yields the contacts' marks, one path for each group. */
function* marks(picture: ChartPicture, view: LiveView, frame: PlotFrame): Generator<string, void> {
  const { range, span, scheme, receivers, legend } = picture;
  view.sync();
  const { window, groupOf, visible, groupBy } = view;
  const cells = new Uint32Array(frame.width * frame.height);
  for (let number = bucketOf(range.from + 1); number <= bucketOf(range.to); number++) {
    const bucket = window.bucket(number);
    bucket?.eachChunk(0, bucket.count, (chunk, from, to) => {
      for (let row = from; row < to; row++) {
        const ts = bucket.start + chunk.offsets[row]!;
        const series = chunk.series[row]!;
        if (ts <= range.from || ts > range.to || visible[series] !== 1) continue;
        const x = Math.min(frame.width - 1, Math.floor(((ts - range.from) / span) * frame.width));
        cells[yOfPower(chunk.powers[row]!, frame.height) * frame.width + x] = groupOf[series]! + 1;
      }
    });
  }
  const { size, hasShape, hasHalo } = markLook(frame, span, legend.shown);
  const paths = new Map<number, string[]>();
  cells.forEach((group, cell) => {
    if (group === 0) return;
    const path = paths.get(group) ?? [];
    if (path.length === 0) paths.set(group, path);
    const x = frame.left + (cell % frame.width);
    const y = frame.top + Math.floor(cell / frame.width);
    const id = group - 1;
    if (hasShape)
      path.push(shapePath(groupShape(groupBy, { id, value: view.valueOf(id) }, receivers), x, y, size - (hasHalo ? 2 : 0)));
    else path.push(`M${x - size / 2} ${y - size / 2}h${size}v${size}h-${size}z`);
  });
  const halo = hasHalo ? ` stroke="${chartColours[scheme].plot}" paint-order="stroke" stroke-width="2"` : '';
  for (const [group, path] of paths) {
    const id = group - 1;
    const colour = groupColour(groupBy, { id, value: view.valueOf(id) }, receivers, scheme);
    yield `<path fill="${colour}" d="${path.join('')}"${halo}/>`;
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
