import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { Field } from './field.ts';
import { atRest } from './at-rest.ts';
import { enter, expect } from './fixtures.ts';
import { visit, visitAnew } from './steps.ts';

/** The live stream as a person uses it. */
export class StreamPage {
  readonly page: Page;
  readonly chart: Locator;
  readonly tooltip: Locator;
  readonly legend: Locator;
  readonly rows: Locator;
  readonly waiting: Locator;

  constructor(page: Page) {
    this.page = page;
    this.chart = page.getByRole('application', { name: 'Contact chart' });
    this.tooltip = page.getByTestId('chart-tooltip');
    this.legend = page.getByRole('list', { name: /^Contacts by / });
    this.rows = page.getByRole('table').locator('tbody').getByRole('row');
    this.waiting = page.getByTestId('waiting');
  }

  /** Opens a system's stream and waits until it can receive contacts. */
  static async open(page: Page, field: Field): Promise<StreamPage> {
    await enter(page, field.person, `/dashboard/${field.mitasId}/receivers/stream`);
    const stream = new StreamPage(page);
    await stream.isStreaming();
    return stream;
  }

  /** Brings a page to another system's stream, without a reload. */
  static async visit(page: Page, { mitasId }: Field): Promise<StreamPage> {
    await visit(page, `/dashboard/${mitasId}/receivers/stream`);
    const stream = new StreamPage(page);
    await stream.isStreaming();
    return stream;
  }

  /** Goes to a system's stream from another screen, with only the settings in `search`. */
  async visit(field: Field, search = ''): Promise<void> {
    await visitAnew(this.page, field, `receivers/stream${search}`, null);
    await this.isStreaming();
  }

  async isStreaming(): Promise<void> {
    await expect(this.page.getByText('Streaming', { exact: true })).toBeVisible();
  }

  /** Expects the legend's groups in order, such as ['Crest2', 'Gully1'], and its total. */
  async expectLegend(groups: string[], total: string): Promise<void> {
    await expect(this.legend.getByRole('listitem')).toHaveText(groups);
    await expect(this.page.getByText(total, { exact: true })).toBeVisible();
  }

  async groupBy(kind: string): Promise<void> {
    await this.page.getByRole('button', { name: /Group by/ }).click();
    await this.page.getByRole('option', { name: kind }).click();
    await expect(this.legend).toHaveAccessibleName(`Contacts by ${kind.toLowerCase()}`);
  }

  async showLast(time: string): Promise<void> {
    await this.page.getByRole('radio', { name: time }).check();
  }

  /** Saves what is shown, and returns the file's name and content. */
  async save(format: 'CSV' | 'PNG' | 'SVG'): Promise<{ name: string; content: Buffer }> {
    await this.page.getByRole('button', { name: 'Save' }).click();
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      this.page.getByRole('menuitem', { name: format, exact: true }).click(),
    ]);
    return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
  }

  async openFilters(): Promise<Locator> {
    await this.page.getByRole('button', { name: /^Filter/ }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Filter contacts' });
    await expect(dialog).toBeVisible();
    return dialog;
  }

  /**
   * Returns how much of the last pixels before the chart's right end is drawn over, 0 to 1: almost nothing if
   * nothing was heard, more if the part is hatched. Grid lines, which sometimes fill a column or row there,
   * do not count.
   */
  drawnAtTheEnd(pixels = 24): Promise<number> {
    return this.page.evaluate((wanted) => {
      const canvas = document.querySelector('canvas')!;
      const scale = canvas.width / canvas.clientWidth;
      const [width, end] = [Math.round(wanted * scale), Math.round(canvas.width - 16 * scale)];
      const [top, bottom] = [Math.round(40 * scale), Math.round(canvas.height - 60 * scale)];
      const strip = canvas.getContext('2d')!.getImageData(end - width, top, width, bottom - top).data;
      const colours = new Uint32Array(strip.buffer);
      const counts = new Map<number, number>();
      for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
      const ground = [...counts].toSorted((one, other) => other[1] - one[1])[0]![0];
      const columns = Array.from({ length: width }, (_, x) => colours.filter((_colour, at) => at % width === x));
      const rows = Array.from({ length: bottom - top }, (_, y) => colours.subarray(y * width, (y + 1) * width));
      const isLine = (line: Uint32Array) => line.filter((colour) => colour !== ground).length > 0.9 * line.length;
      const lines = [columns.map(isLine), rows.map(isLine)] as const;
      const drawn = colours.filter((colour, at) => {
        return colour !== ground && !lines[0][at % width] && !lines[1][Math.floor(at / width)];
      });
      return drawn.length / colours.length;
    }, pixels);
  }

  /** Returns a colour's place once the chart is at rest: a pause may show a frame late. */
  placeAtRest(colour: string): Promise<{ x: number; y: number } | null> {
    return atRest(async () => {
      await this.page.evaluate(() => new Promise(requestAnimationFrame));
      return this.placeOf(colour);
    }, 'the chart stands still');
  }

  /**
   * Returns the place of a colour on the chart's canvas, in the middle of its first mark, or null if the
   * canvas does not have it.
   */
  placeOf(colour: string): Promise<{ x: number; y: number } | null> {
    return this.page.evaluate((wanted) => {
      const canvas = document.querySelector('canvas')!;
      const { width, height } = canvas;
      const pixels = canvas.getContext('2d')!.getImageData(0, 0, width, height).data;
      const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(wanted.slice(at, at + 2), 16));
      const scale = width / canvas.clientWidth;
      for (let pixel = 0; pixel < width * height; pixel++) {
        const at = pixel * 4;
        if (pixels[at] === red && pixels[at + 1] === green && pixels[at + 2] === blue)
          return { x: (pixel % width) / scale, y: Math.floor(pixel / width) / scale };
      }
      return null;
    }, colour);
  }
}
