import { nearestContact } from '../../model/live/contact-search.ts';
import type { TimeRange } from '../../model/live/contact-counts.ts';
import type { ContactRef } from '../../model/live/contact-window.ts';
import type { TimeText } from '../../model/time/time-text.ts';
import { groupColour, groupShape } from '../../model/live/group-looks.ts';
import { type ReceiverLooks } from '../../model/entities/receiver.ts';
import { powerRange, type TimeLimit } from '../../model/live/live-settings.ts';
import type { LiveView } from '../../model/live/live-view.ts';
import { chartColours, pixelOf, type Scheme } from '../../model/live/palette.ts';
import { type MarkLook, markLook, type PlotFrame, plotFrame } from '../../model/live/plot-frame.ts';
import { shapeMask } from '../../model/live/mark-mask.ts';
import { shapeCount } from '../../model/live/mark-shape.ts';
import { ContactRaster, yOfPower } from '../../model/live/raster.ts';
import { plainSquares } from '../../model/live/raster-stamp.ts';
import type { ReceptionGap } from '../../model/live/reception.ts';
import { type AxisPen, drawGrid, drawPowerAxis, drawTimeAxis, livePowers } from './live-chart-axes.ts';
import { drawGaps, labelGaps } from './live-chart-gaps.ts';

/** What one frame shows. */
export type Scene = {
  readonly span: TimeLimit;
  /** About how many contacts are in view, which sets the size of their marks. */
  readonly shown: number;
  readonly scheme: Scheme;
  readonly receivers: ReceiverLooks;
  /** The times without full reception. */
  readonly gaps: readonly ReceptionGap[];
  readonly times: TimeText;
  /** The label of the line at the right end: 'now' or 'paused'. */
  readonly endLabel: string;
  /** The value of the group drawn in full above the others, which are faded; null if none is pointed at. */
  readonly pointed: number | null;
};

/** The most contacts painted per frame: about 4 ms on a slow core. */
const paintBudget = 60_000;
/** How near the pointer must come to a contact, in CSS pixels. */
const reach = 12;
/** The opacity of a faded mark, as the highest byte of its pixel. */
const faded = 0x38_00_00_00;

/** Draws the live chart to one canvas (CODE-11): raster, grid and axes, in device pixels. Needs no React. */
export class LiveChartPainter {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #view: LiveView;
  readonly #raster: ContactRaster;
  readonly #ring = document.createElement('canvas');
  #ringImage: ImageData | undefined;
  #frame: PlotFrame = { left: 0, top: 0, width: 1, height: 1, unit: 1 };
  #scene: Scene | undefined;
  #font = 'sans-serif';
  #edge = 0;
  #colours = new Uint32Array(0);
  /** The colour of each series drawn above the faded ones; 0 for a series that is faded or hidden. */
  #over = new Uint32Array(0);
  #shapes = new Uint8Array(0);
  #mark: MarkLook | null = null;
  /** One mask per shape; empty if marks are plain squares. */
  #masks: Uint8Array[] = [];
  #revision = -1;
  #additions = -1;
  /** What was drawn last, to skip frames that would draw the same. */
  #drawn = '';

  constructor(canvas: HTMLCanvasElement, view: LiveView) {
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser gives no 2d canvas: the live chart cannot be drawn');
    this.#canvas = canvas;
    this.#context = context;
    this.#view = view;
    this.#raster = new ContactRaster(view.window);
  }

  /** The shown range: contacts after `from` up to `to`. */
  get range(): TimeRange {
    return { from: this.#edge - (this.#scene?.span ?? 0), to: this.#edge };
  }

  /**
   * Draws the plot that ends at `edge` (ms since the epoch), `width` × `height` CSS pixels in size, with a
   * ring around `marked`. Includes contacts that the window received since the last frame, up to `budget`.
   */
  draw(
    scene: Scene,
    edge: number,
    size: { width: number; height: number; unit: number },
    marked: ContactRef | null,
    budget: number = paintBudget,
  ): void {
    const isNew = this.#fit(scene, size);
    this.#edge = edge;
    this.#view.sync();
    // Compare with the count of the last frame: the code for the figures may have synced the view since then.
    const { additions } = this.#view.window.series;
    const isSynced = additions !== this.#additions;
    this.#additions = additions;
    const isPointed = scene.pointed !== (this.#scene?.pointed ?? null);
    const isRecoloured = isNew || isPointed || scene.scheme !== this.#scene?.scheme || scene.receivers !== this.#scene.receivers;
    if (isRecoloured || isSynced || this.#revision !== this.#view.revision) this.#recolour(scene, isRecoloured);
    this.#raster.paint(edge, this.#colours, budget);
    const isChanged = this.#bringOver();
    const drawn = `${edge} ${scene.endLabel} ${marked?.bucket} ${marked?.position}`;
    const isOther = isNew || isRecoloured || scene.times !== this.#scene?.times || scene.gaps !== this.#scene.gaps;
    this.#scene = scene;
    if (!isOther && !isChanged && drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#compose(scene, isOther, marked);
  }

  /** Returns the contact nearest to a point of the canvas (CSS pixels), or null. */
  contactAt(x: number, y: number): ContactRef | null {
    const { left, top, width, height, unit } = this.#frame;
    const span = this.#scene?.span ?? 1;
    const dbmPerPixel = (powerRange.max - powerRange.min) / (height / unit);
    const msPerPixel = span / (width / unit);
    return nearestContact(this.#view.window, {
      ts: this.#edge - span + (x - left / unit) * msPerPixel,
      power: powerRange.max - (y - top / unit) * dbmPerPixel,
      msPerPixel,
      dbmPerPixel,
      radius: reach,
      range: this.range,
      test: (series) => this.#view.visible[series] === 1,
    });
  }

  /** Returns a contact's position on the canvas in CSS pixels; null outside the shown range. */
  positionOf(ref: ContactRef): { x: number; y: number } | null {
    const { left, top, height, unit } = this.#frame;
    if (!this.#view.window.has(ref)) return null;
    const { ts, power } = this.#view.window.read(ref);
    if (ts <= this.range.from || ts > this.range.to) return null;
    return { x: (left + this.#raster.xOf(ts, this.#edge)) / unit, y: (top + yOfPower(power, height)) / unit };
  }

  /** Resizes the canvas and the raster if needed; returns true if it did. */
  #fit(scene: Scene, { width, height, unit }: { width: number; height: number; unit: number }): boolean {
    const [pixelWidth, pixelHeight] = [Math.max(1, Math.round(width * unit)), Math.max(1, Math.round(height * unit))];
    const frame = plotFrame(pixelWidth, pixelHeight, unit);
    const mark = markLook(frame, scene.span, scene.shown, this.#mark);
    const isSame = this.#canvas.width === pixelWidth && this.#canvas.height === pixelHeight && this.#frame.unit === unit;
    if (isSame && scene.span === this.#scene?.span && mark === this.#mark) return false;
    this.#mark = mark;
    if (!isSame) {
      this.#canvas.width = pixelWidth;
      this.#canvas.height = pixelHeight;
    }
    // The canvas of a saved picture is not in the page and inherits no font, so use the page's.
    this.#font = getComputedStyle(this.#canvas.isConnected ? this.#canvas : document.body).fontFamily;
    this.#frame = frame;
    const edge = Math.round(mark.size * unit);
    this.#raster.resize({ width: this.#frame.width, height: this.#frame.height, mark: edge, span: scene.span });
    this.#masks = mark.hasShape ? Array.from({ length: shapeCount }, (_, shape) => shapeMask(shape, edge, mark.hasHalo)) : [];
    this.#ring.width = this.#raster.ringWidth;
    this.#ring.height = this.#frame.height;
    const bytes = new Uint8ClampedArray(this.#raster.pixels.buffer as ArrayBuffer);
    this.#ringImage = new ImageData(bytes, this.#raster.ringWidth, this.#frame.height);
    return true;
  }

  /**
   * Updates the colour and shape of each series. Repaints the raster only if series that it already shows
   * look different.
   */
  #recolour({ scheme, receivers, pointed }: Scene, isRecoloured: boolean): void {
    const { groupOf, visible, window, groupBy } = this.#view;
    const pixels = new Map<number, number>();
    const limit = window.series.limit;
    if (limit > this.#colours.length) {
      this.#colours = new Uint32Array(limit * 2);
      this.#over = new Uint32Array(limit * 2);
      this.#shapes = new Uint8Array(limit * 2);
    }
    for (let id = 0; id < limit; id++) {
      const group = groupOf[id]!;
      const value = this.#view.valueOf(group);
      let pixel = pixels.get(group);
      if (pixel === undefined) {
        pixel = pixelOf(groupColour(groupBy, { id: group, value }, receivers, scheme));
        pixels.set(group, pixel);
      }
      const shown = visible[id] === 1 ? pixel : 0;
      const isFaded = shown !== 0 && pointed !== null && value !== pointed;
      this.#colours[id] = isFaded ? ((shown & 0xff_ff_ff) | faded) >>> 0 : shown;
      this.#over[id] = isFaded ? 0 : shown;
      this.#shapes[id] = groupShape(groupBy, { id: group, value }, receivers);
    }
    this.#raster.over = pointed === null ? null : this.#over;
    const halo = pixelOf(chartColours[scheme].plot);
    const hasShapes = this.#masks.length > 0;
    this.#raster.shapes = hasShapes ? { masks: this.#masks, bySeries: this.#shapes, halo } : plainSquares;
    if (isRecoloured || this.#revision !== this.#view.revision) this.#raster.invalidate();
    this.#revision = this.#view.revision;
  }

  /**
   * Copies the changed columns of the bitmap to the canvas that holds them as a ring; returns true if any had
   * changed.
   */
  #bringOver(): boolean {
    const dirty = this.#raster.takeDirty();
    const ring = this.#ring.getContext('2d');
    for (const { from, to } of dirty) ring?.putImageData(this.#ringImage!, 0, 0, from, 0, to - from, this.#frame.height);
    return dirty.length > 0;
  }

  #compose(scene: Scene, isOther: boolean, marked: ContactRef | null): void {
    const { left, top, height } = this.#frame;
    const pen: AxisPen = { context: this.#context, colours: chartColours[scene.scheme], font: this.#font };
    if (isOther) {
      this.#context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
      // The power axis does not move, so it is redrawn only after the canvas was cleared.
      drawPowerAxis(pen, this.#frame, livePowers(this.#frame));
    }
    const scale = { edge: this.#edge, span: scene.span, xOf: (ts: number) => this.#raster.xOf(ts, this.#edge) };
    drawGrid(pen, this.#frame, scale);
    drawGaps(pen, this.#frame, scale, scene.gaps);
    for (const { from, to, width } of this.#raster.blits(this.#edge)) {
      this.#context.drawImage(this.#ring, from, 0, width, height, left + to, top, width, height);
    }
    labelGaps(pen, this.#frame, scale, scene.gaps);
    drawTimeAxis(pen, this.#frame, scale, scene.times, scene.endLabel);
    if (marked) this.#drawRing(pen, marked);
  }

  #drawRing({ context, colours }: AxisPen, marked: ContactRef): void {
    const position = this.positionOf(marked);
    if (!position) return;
    const { left, top, width, height, unit } = this.#frame;
    context.save();
    context.beginPath();
    context.rect(left, top, width, height);
    context.clip();
    context.lineWidth = 2 * unit;
    context.strokeStyle = colours.focus;
    context.beginPath();
    context.arc(position.x * unit, position.y * unit, 7 * unit, 0, 2 * Math.PI);
    context.stroke();
    context.restore();
  }
}
