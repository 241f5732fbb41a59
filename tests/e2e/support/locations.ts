import type { BrowserContext, Geolocation, Locator, Page } from '@playwright/test';
import { atRest } from './at-rest.ts';
import { expect } from './fixtures.ts';
import type { MapPage } from './map-page.ts';

/** The drawer of locations beside a map (MAP-8). */
export class Locations {
  readonly #map: MapPage;
  readonly #page: Page;

  constructor(map: MapPage) {
    this.#map = map;
    this.#page = map.page;
  }

  get button(): Locator {
    return this.#page.getByRole('button', { name: 'Locations', exact: true });
  }

  get drawer(): Locator {
    return this.#page.getByRole('region', { name: 'Locations', exact: true });
  }

  async open(): Promise<void> {
    await this.button.click();
    await expect(this.drawer).toBeVisible();
  }

  /** Expects that pins can be dragged: the drawer covers at most half of the page, with the map above it. */
  async expectMapBeside(): Promise<void> {
    const covered = await this.drawer.boundingBox();
    const { height } = this.#page.viewportSize()!;
    expect(covered!.y).toBeGreaterThanOrEqual(height / 2 - 1);
    const bottom = async (): Promise<number> => {
      const { y, height: tall } = (await this.#map.drawing.boundingBox())!;
      expect(tall, 'a map of some use').toBeGreaterThan(280);
      return y + tall;
    };
    await expect.poll(bottom, 'all of it is above the drawer').toBeLessThanOrEqual(covered!.y + 1);
  }

  /** The mark of the new place. */
  mark(alias: string): Locator {
    return this.#page.getByRole('application', { name: `New location of ${alias}`, exact: true });
  }

  press(name: string): Promise<void> {
    return this.drawer.getByRole('button', { name, exact: true }).click();
  }

  /** Begins to set a receiver's location on the map. */
  pick(alias: string): Promise<void> {
    return this.drawer.getByRole('button', { name: new RegExp(`^(Move|Place) ${alias}$`) }).click();
  }

  /** Gives the selected receiver these coordinates. */
  async paste(text: string): Promise<void> {
    const coordinates = this.drawer.getByLabel('Coordinates');
    await coordinates.fill(text);
    await coordinates.press('Enter');
  }

  /** Answers why the place changes. */
  because(reason: 'moved' | 'corrected'): Promise<void> {
    return this.drawer.getByRole('button', { name: new RegExp(`^${reason}:`) }).click();
  }

  /** A receiver's row, with its location. */
  row(alias: string): Locator {
    return this.drawer.getByRole('listitem').filter({ hasText: alias });
  }

  /** Returns the centre of the only pin of that look on the plain map, once the pin is at rest. */
  async pin(look: string): Promise<{ x: number; y: number }> {
    const pin = this.#map.drawing.locator(`[data-look=${look}][data-pins="1"]`);
    const box = (await atRest(() => pin.boundingBox(), 'the pin is at rest'))!;
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /** Drags with the mouse from one point of the page to another. */
  async draw(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
    await this.#page.mouse.move(from.x, from.y);
    await this.#page.mouse.down();
    await this.#page.mouse.move(to.x, to.y, { steps: 5 });
    await this.#page.mouse.up();
  }
}

/** Runs `work` while the page may read the device's position, which is `place`; revokes that afterwards. */
export async function standingAt(context: BrowserContext, place: Geolocation, work: () => Promise<void>): Promise<void> {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation(place);
  try {
    await work();
  } finally {
    await context.clearPermissions();
    await context.setGeolocation(null);
  }
}
