import { dayTicks } from '../../model/charts/day-ticks.ts';
import type { ExploredContacts } from '../../model/contract/packed-contacts.ts';
import type { Exploration } from '../../model/explorer/explored-contacts.ts';
import { type ExplorerMarks, ExplorerRaster } from '../../model/explorer/explorer-raster.ts';
import { countBetween, exploredMark, type ExplorerWindow } from '../../model/explorer/explorer-view.ts';
import { shapeMask } from '../../model/live/mark-mask.ts';
import { groupShapes } from '../../model/live/mark-shape.ts';
import { chartColours, fadedPixelOf, paletteColour, paletteShape, pixelOf, type Scheme } from '../../model/live/palette.ts';
import { type PlotFrame, plotFrame } from '../../model/live/plot-frame.ts';
import type { TimeText } from '../../model/time/time-text.ts';
import { drawPowerAxis } from '../charts/live-chart-axes.ts';

/** What the chart shows. */
export type ExplorerScene = {
  /** The size of the chart in CSS pixels. */
  readonly size: { readonly width: number; readonly height: number };
  readonly exploration: Exploration;
  /** The index of the group drawn in full above the others, which are faded; null if there is none. */
  readonly isolated: number | null;
  /** The contact with a ring; null for none. */
  readonly chosen: number | null;
  /** The selected box; null for none. */
  readonly box: ExplorerWindow | null;
  readonly scheme: Scheme;
  readonly times: TimeText;
};

/** Draws the explorer's chart to one canvas: marks, grid and axes, in device pixels. Needs no React. */
export class ExplorerPainter {
  readonly #context: CanvasRenderingContext2D;
  readonly #contacts: ExploredContacts;
  readonly #raster: ExplorerRaster;
  #view: ExplorerWindow;
  #scene: ExplorerScene | null = null;
  #image = new ImageData(1, 1);
  #frame: PlotFrame = plotFrame(1, 1, 1);
  #font = 'sans-serif';
  /** The marks drawn last, and what they were made for. */
  #marks: { readonly made: readonly unknown[]; readonly marks: ExplorerMarks } | null = null;

  constructor(canvas: HTMLCanvasElement, contacts: ExploredContacts, whole: ExplorerWindow) {
    // An opaque canvas spares the browser to mix it with the dialog below.
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('This browser gives no 2d canvas: the contacts cannot be drawn');
    this.#context = context;
    this.#contacts = contacts;
    this.#raster = new ExplorerRaster(contacts, whole);
    this.#view = whole;
  }

  get view(): ExplorerWindow {
    return this.#view;
  }

  /** Draws another view. Browsers send at most one drag a frame. */
  set view(view: ExplorerWindow) {
    this.#view = view;
    if (this.#scene !== null) this.draw(this.#scene);
  }

  draw(scene: ExplorerScene): void {
    this.#scene = scene;
    if (scene.size.width === 0) return;
    this.#fit(scene);
    this.#raster.paint(this.#marksOf(scene), this.#view);
    const powers = powersBetween(this.#view);
    const times = dayTicks([this.#view.from, this.#view.to], scene.times);
    const { canvas } = this.#context;
    const { fontFamily, backgroundColor } = getComputedStyle(canvas);
    this.#font = fontFamily;
    this.#context.fillStyle = backgroundColor;
    this.#context.fillRect(0, 0, canvas.width, canvas.height);
    this.#drawMarks(scene, powers, times);
    this.#drawBox(scene);
    this.#drawAxes(scene, powers, times);
    this.#drawRing(scene);
  }

  #fit({ size }: ExplorerScene): void {
    const { canvas } = this.#context;
    const unit = devicePixelRatio;
    const [width, height] = [Math.round(size.width * unit), Math.round(size.height * unit)];
    if (canvas.width === width && canvas.height === height && this.#frame.unit === unit) return;
    Object.assign(canvas, { width, height });
    this.#frame = plotFrame(width, height, unit);
    this.#image = this.#context.createImageData(this.#frame.width, this.#frame.height);
  }

  #marksOf({ exploration, isolated, scheme }: ExplorerScene): ExplorerMarks {
    const { width, height, unit } = this.#frame;
    const { size, hasShape } = exploredMark(countBetween(this.#contacts, exploration, this.#view.from, this.#view.to));
    const made = [exploration, isolated, scheme, width, height, unit, size];
    if (this.#marks !== null && made.every((part, at) => part === this.#marks?.made[at])) return this.#marks.marks;
    const mark = Math.max(1, Math.round(size * unit));
    const byShape = hasShape ? Array.from({ length: groupShapes }, (_, shape) => shapeMask(shape, mark, false)) : [];
    const masks = [undefined, ...exploration.groups.map((_, at) => byShape[paletteShape(at)])];
    const layers = layersOf(exploration.groups.length, isolated, scheme);
    const marks = { width, height, mark, exploration, layers, masks };
    this.#marks = { made, marks };
    return marks;
  }

  #drawMarks({ scheme }: ExplorerScene, powers: readonly number[], times: readonly { at: number }[]): void {
    const { left, top, width, height } = this.#frame;
    const pixels = new Uint32Array(this.#image.data.buffer);
    pixels.fill(pixelOf(chartColours[scheme].plot));
    const grid = pixelOf(chartColours[scheme].grid);
    for (const { at } of times) {
      const x = Math.floor(this.#raster.xOf(at));
      if (x >= 0 && x < width) for (let row = 0; row < height; row++) pixels[row * width + x] = grid;
    }
    for (const power of powers) {
      const y = Math.floor(this.#raster.yOf(power));
      if (y >= 0 && y < height) pixels.fill(grid, y * width, (y + 1) * width);
    }
    const { pixels: marks } = this.#raster;
    for (let at = 0; at < marks.length; at++) if (marks[at] !== 0) pixels[at] = marks[at]!;
    this.#context.putImageData(this.#image, left, top);
  }

  #drawBox({ box, scheme }: ExplorerScene): void {
    if (box === null) return;
    const { left, top, width, height, unit } = this.#frame;
    const [x, y] = [this.#raster.xOf(box.from), this.#raster.yOf(box.high)];
    this.#context.save();
    this.#context.beginPath();
    this.#context.rect(left, top, width, height);
    this.#context.clip();
    this.#context.strokeStyle = chartColours[scheme].now;
    this.#context.lineWidth = unit;
    this.#context.strokeRect(left + x, top + y, this.#raster.xOf(box.to) - x, this.#raster.yOf(box.low) - y);
    this.#context.restore();
  }

  #drawAxes(
    { scheme, times: texts }: ExplorerScene,
    powers: readonly number[],
    times: readonly { at: number; text: string }[],
  ): void {
    const { left, top, width, height, unit } = this.#frame;
    const [context, colours] = [this.#context, chartColours[scheme]];
    context.fillStyle = colours.axis;
    context.fillRect(left, top + height, width, 1);
    drawPowerAxis(
      { context, colours, font: this.#font },
      this.#frame,
      powers.map((power) => ({ power, y: top + this.#raster.yOf(power) })),
    );
    context.textAlign = 'center';
    context.textBaseline = 'top';
    for (const { at, text } of times) context.fillText(text, left + this.#raster.xOf(at), top + height + 7 * unit);
    context.fillText(`Time (${texts.zone(this.#view.to)})`, left + width / 2, top + height + 26 * unit);
  }

  #drawRing({ chosen, scheme }: ExplorerScene): void {
    if (chosen === null) return;
    const { left, top, unit } = this.#frame;
    const { ts, power } = this.#contacts;
    const [x, y] = [this.#raster.xOf(ts[chosen] ?? 0), this.#raster.yOf(power[chosen] ?? 0)];
    this.#context.strokeStyle = chartColours[scheme].focus;
    this.#context.lineWidth = 2 * unit;
    this.#context.beginPath();
    this.#context.arc(left + x, top + y, 7 * unit, 0, 2 * Math.PI);
    this.#context.stroke();
  }
}

/**
 * Returns each group's colour for the layers of a picture, bottom first: one layer, or two if a group is
 * isolated, with that group alone on top (EXP-5).
 */
function layersOf(count: number, isolated: number | null, scheme: Scheme): Uint32Array[] {
  const layer = (pixelAt: (at: number) => number): Uint32Array =>
    Uint32Array.from([0, ...Array.from({ length: count }, (_, at) => pixelAt(at))]);
  if (isolated === null) return [layer((at) => pixelOf(paletteColour(at, scheme)))];
  return [
    layer((at) => (at === isolated ? 0 : fadedPixelOf(paletteColour(at, scheme), scheme))),
    layer((at) => (at === isolated ? pixelOf(paletteColour(at, scheme)) : 0)),
  ];
}

/** Returns the powers (dBm) that the axis labels: whole numbers, at most about eight. */
function powersBetween({ low, high }: ExplorerWindow): number[] {
  const step = [1, 2, 5, 10, 20].find((each) => (high - low) / each <= 8) ?? 20;
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.max(0, Math.floor((high - first) / step) + 1) }, (_, at) => first + at * step);
}
