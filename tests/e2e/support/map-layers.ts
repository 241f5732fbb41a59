import type { Locator, Page } from '@playwright/test';
import { fileBytes } from '../../support/layer-files.ts';
import { expect } from './fixtures.ts';
import type { MapPage } from './map-page.ts';

/** The layers of a map, added and changed as a person does. */
export class MapLayers {
  readonly page: Page;
  readonly dialog: Locator;
  readonly legend: Locator;
  readonly #drawing: Locator;
  readonly #file: Locator;

  constructor({ page, drawing }: MapPage) {
    this.page = page;
    this.dialog = page.getByRole('dialog', { name: 'Layers' });
    this.legend = page.getByRole('list', { name: 'Layers', exact: true });
    this.#drawing = drawing;
    // Hidden behind the button that opens it.
    this.#file = this.dialog.locator('input[type=file]');
  }

  async open(): Promise<void> {
    await this.page.getByRole('button', { name: 'Layers', exact: true }).click();
    await expect(this.dialog).toBeVisible();
  }

  async close(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Close' }).click();
    await expect(this.dialog).toHaveCount(0);
  }

  /** Chooses a file, as with the browser's own dialog. */
  choose(name: string, text: string): Promise<void> {
    const buffer = Buffer.from(fileBytes(text));
    // Ten megabytes take a while to reach the page.
    return this.#file.setInputFiles({ name, mimeType: 'application/octet-stream', buffer }, { timeout: 90_000 });
  }

  /** Chooses a large file, which is made in the page as its transfer would take too long. */
  async chooseLarge(name: string, bytes: number): Promise<void> {
    await this.#file.evaluate(
      (input: HTMLInputElement, [fileName, length]) => {
        const chosen = new DataTransfer();
        chosen.items.add(new File([new Uint8Array(length)], fileName));
        input.files = chosen.files;
        input.dispatchEvent(new Event('change', { bubbles: true }));
      },
      [name, bytes] as const,
    );
  }

  async add(name: string, { fileName, text, colour }: { fileName: string; text: string; colour?: string }): Promise<void> {
    await this.choose(fileName, text);
    await this.dialog.getByLabel('Name', { exact: true }).fill(name);
    if (colour !== undefined) await this.recolour('the new layer', colour);
    await this.dialog.getByRole('button', { name: 'Add layer' }).click();
    await expect(this.row(name)).toBeVisible();
  }

  async recolour(what: string, colour: string): Promise<void> {
    await this.dialog.getByRole('button', { name: `Colour of ${what}` }).click();
    await this.page.getByRole('option', { name: colour, exact: true }).click();
  }

  row(name: string): Locator {
    return this.dialog.getByRole('listitem').filter({ hasText: name });
  }

  action(name: string): Locator {
    return this.dialog.getByRole('button', { name, exact: true });
  }

  /** The plain map's drawing of a layer. */
  drawn(name: string): Locator {
    return this.#drawing.locator(`[data-layer="${name}"]`);
  }
}
