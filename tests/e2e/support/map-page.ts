import type { Locator, Page } from '@playwright/test';
import { planted } from '../../support/planted.ts';
import type { Field } from './field.ts';
import { enter, expect } from './fixtures.ts';
import type { Operator } from './operator.ts';
import { expectFineEverywhere } from './page-checks.ts';
import { visitAnew } from './steps.ts';

/** The libraries are large, and software draws instead of a graphics card. */
const slowly = { timeout: 90_000 };

/** Two of one site close together, the others kilometres away. */
const places = {
  Crest: [45.02, -113.91],
  Gully: [45.0202, -113.9103],
  Hollow: [44.6, -113.4],
  Marsh: [44.9, -114.3],
  Quarry: [45.3, -113.6],
} as const;

/** Gives the receivers of a field their locations. */
export async function placeReceivers({ database }: Operator, { receivers }: Field): Promise<void> {
  for (const [alias, [latitude, longitude]] of Object.entries(places))
    await planted(database)
      .updateTable('receivers')
      .set({ latitude, longitude })
      .where('id', '=', receivers[alias] ?? 0)
      .execute();
}

/** Removes the locations of these receivers. */
export async function unplaceReceivers({ database }: Operator, { receivers }: Field, ...aliases: string[]): Promise<void> {
  const ids = aliases.map((alias) => receivers[alias] ?? 0);
  await planted(database).updateTable('receivers').set({ latitude: null, longitude: null }).where('id', 'in', ids).execute();
}

/** The map of a field, on a person's page. */
export class MapPage {
  readonly page: Page;
  readonly drawing: Locator;
  readonly list: Locator;
  /** The pulses around the pins. */
  readonly pulses: Locator;

  private constructor(page: Page) {
    this.page = page;
    this.drawing = page.locator('[data-drawing]');
    this.pulses = this.drawing.locator('[data-pace]');
    this.list = page.getByRole('region', { name: 'Receivers on the map' });
  }

  /** Returns the map of a page that is already open. */
  static of(page: Page): MapPage {
    return new MapPage(page);
  }

  static async open(page: Page, field: Field, search = ''): Promise<MapPage> {
    await enter(page, field.person, `/dashboard/${field.mitasId}/receivers/map${search}`);
    const map = new MapPage(page);
    await map.#expectLoaded();
    return map;
  }

  /** Goes to the map from another screen, without a reload; the map is in its initial state. */
  async visit(field: Field, search = ''): Promise<void> {
    // A failed step may have left the mouse button down.
    await this.page.mouse.up();
    await visitAnew(this.page, field, `receivers/map${search}`, null);
    await this.#expectLoaded();
  }

  async #expectLoaded(): Promise<void> {
    await expect(this.page.getByRole('heading', { name: 'Map', level: 1 })).toBeVisible(slowly);
    await expect(this.page.getByRole('progressbar', { name: 'Loading the map' })).toHaveCount(0, slowly);
  }

  row(alias: string): Locator {
    return this.list.getByRole('button', { name: new RegExp(`^${alias}`) });
  }

  /** Returns whether the list shows the whole row, wherever the list is on the page. */
  async isRowInSight(alias: string): Promise<boolean> {
    const [list, row] = [await this.list.boundingBox(), await this.row(alias).boundingBox()];
    return list !== null && row !== null && row.y >= list.y && row.y + row.height <= list.y + list.height;
  }

  info(alias: string): Locator {
    return this.page.getByRole('region', { name: `Receiver ${alias}`, exact: true });
  }

  scale(text: string): Locator {
    return this.page.getByRole('img', { name: `Scale: ${text}` });
  }

  get search(): string {
    return new URL(this.page.url()).search;
  }

  /** Returns the address's search part once the map has come to rest elsewhere than `before`. */
  async restingSearch(before: string): Promise<string> {
    let last = before;
    const rests = (): boolean => {
      const now = this.search;
      const isSame = now === last && now !== before;
      last = now;
      return isSame;
    };
    // The address is written after 300 ms without movement: one that stays longer is the last.
    await expect.poll(rests, { intervals: [700] }).toBe(true);
    return last;
  }

  /** Counts the receivers in the plain map's view. */
  pinsInSight(): Promise<number> {
    return this.drawing.evaluate((frame) => {
      const seen = frame.getBoundingClientRect();
      return [...frame.querySelectorAll<SVGElement>('[data-look]')]
        .filter((pin) => {
          const box = pin.getBoundingClientRect();
          const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
          return x > seen.left && x < seen.right && y > seen.top && y < seen.bottom;
        })
        .reduce((count, pin) => count + Number(pin.dataset['pins']), 0);
    });
  }

  /** Returns whether the middle of the map shows that colour on the screen. */
  async showsInTheMiddle(colour: string): Promise<boolean> {
    const pixels = await this.#pixelsAt({ x: -12, y: -12, width: 24, height: 24 });
    const rgb = rgbOf(colour);
    return pixels.flat().some((pixel) => rgb.every((value, channel) => Math.abs((pixel[channel] ?? 0) - value) <= 8));
  }

  /**
   * Examines the start of a name left of the middle: in how many rows of pixels the first pixel that is not
   * the ground is lighter than the ground, and in how many darker.
   */
  async edgesOfName(ground: string): Promise<{ lighter: number; darker: number }> {
    const rgb = rgbOf(ground);
    const brightness = (pixel: readonly number[]): number => (pixel[0] ?? 0) + (pixel[1] ?? 0) + (pixel[2] ?? 0);
    const rows = await this.#pixelsAt({ x: -100, y: -10, width: 80, height: 20 });
    const edges = rows.flatMap((row) => {
      const edge = row.find((pixel) => rgb.some((value, channel) => Math.abs((pixel[channel] ?? 0) - value) > 3));
      return edge === undefined ? [] : [brightness(edge) > brightness(rgb)];
    });
    return { lighter: edges.filter(Boolean).length, darker: edges.filter((isLighter) => !isLighter).length };
  }

  /**
   * Returns the pixels of a part of the map on the screen, by rows; the part is placed relative to the
   * middle.
   */
  async #pixelsAt({ x, y, width, height }: { x: number; y: number; width: number; height: number }): Promise<number[][][]> {
    const box = await this.drawing.boundingBox();
    if (box === null) return [];
    const clip = { x: box.x + box.width / 2 + x, y: box.y + box.height / 2 + y, width, height };
    const picture = (await this.page.screenshot({ clip })).toString('base64');
    return this.page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const brush = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
      brush.drawImage(bitmap, 0, 0);
      const { data } = brush.getImageData(0, 0, bitmap.width, bitmap.height);
      const pixelOf = (at: number): number[] => [...data.subarray(at * 4, at * 4 + 3)];
      return Array.from({ length: bitmap.height }, (_, row) =>
        Array.from({ length: bitmap.width }, (__, column) => pixelOf(row * bitmap.width + column)),
      );
    }, picture);
  }

  /** Returns the value of one of the page's colours. */
  colour(name: string): Promise<string> {
    return this.page.evaluate(
      (variable) => getComputedStyle(document.querySelector('main')!).getPropertyValue(variable).trim(),
      name,
    );
  }

  async expectMap(means: 'webgl' | 'svg', ...scales: string[]): Promise<void> {
    await expect(this.drawing).toHaveAttribute('data-drawing', means, slowly);
    const [first, second = first] = scales.length === 0 ? ['20 km', '10 km'] : scales;
    await expect(this.scale(first!).or(this.scale(second!))).toBeVisible(slowly);
  }

  /** Opens the page again in the other scheme, which the person has chosen elsewhere. */
  async turn(scheme: 'light' | 'dark', { database }: Operator, { person }: Field): Promise<void> {
    const choice = database.db.updateTable('users').set({ dark_mode: scheme === 'dark' });
    await choice.where('username', '=', person.username).execute();
    await this.page.reload();
    await expect(this.page.locator(`[class*=spectrum--${scheme}]`).first()).toBeAttached(slowly);
    await this.drawing.waitFor(slowly);
  }

  /** LOOK-11, LOOK-12: the map and a receiver's window, in both schemes, on a phone and on a desktop. */
  async expectFineEverywhere(alias: string): Promise<void> {
    await expect(this.info(alias)).toBeVisible(slowly);
    await expectFineEverywhere(this.page, undefined, slowly.timeout);
  }
}

function rgbOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
