import type { Locator, Page } from '@playwright/test';
import { Colleague } from './colleague.ts';
import type { Field } from './field.ts';
import { enter, expect } from './fixtures.ts';
import { desk } from './page-checks.ts';
import { visitAnew } from './steps.ts';

const animal = { alias: 'Sam', species: 'Chinook salmon', gender: 1, weight: 4_200, age: 900 };
const transmitter = {
  modelNumber: 'NTF-6-2',
  protocolId: 18,
  frequency: 150.05,
  frequencyVariance: 1.5,
  codeNumber: 42,
  emitInterval: 5_000,
  emitIntervalVariance: 10,
  purpose: 0,
};

type Stock = { colleague: Colleague; animals: number[]; transmitters: number[] };

/** Adds two animals and two transmitters, none of them on a tag. */
export async function stock(field: Field): Promise<Stock> {
  const colleague = await Colleague.open(field.person, field.mitasId);
  const animals: number[] = [];
  const transmitters: number[] = [];
  for (const alias of ['Sam', 'Lou'])
    animals.push((await colleague.call<{ animal: { id: number } }>('POST', '/animals', { ...animal, alias })).animal.id);
  for (const [serialNumber, codeNumber] of [
    ['TX-0001', 41],
    ['TX-0002', 42],
  ] as const)
    transmitters.push(
      (await colleague.call<{ id: number }>('POST', '/transmitters', { txData: { ...transmitter, serialNumber, codeNumber } }))
        .id,
    );
  return { colleague, animals, transmitters };
}

/** The page of tags as a person uses it (REG-8). */
export class Tags {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  static async open(page: Page, field: Field, person = field.person): Promise<Tags> {
    await enter(page, person, `/dashboard/${field.mitasId}/animals/tags`);
    const tags = new Tags(page);
    await tags.#untilThere();
    return tags;
  }

  /** Goes to the page by way of another screen, for a step. */
  async visit(field: Field): Promise<void> {
    await visitAnew(this.page, field, 'animals/tags', desk);
    await this.#untilThere();
  }

  async #untilThere(): Promise<void> {
    await expect(this.page.getByRole('heading', { name: 'Tags', level: 1 })).toBeVisible();
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog', { name: /Tagged Animal/ });
  }

  get place(): Locator {
    return this.page.getByRole('dialog', { name: 'Choose location' });
  }

  row(name: string): Locator {
    return this.page.getByRole('grid', { name: 'Tags' }).getByRole('row').filter({ hasText: name });
  }

  async choose(label: string, name: string): Promise<void> {
    await this.dialog.getByRole('combobox', { name: label }).fill(name);
    await this.page.getByRole('option', { name, exact: true }).click();
  }

  /** Types a time, part by part. */
  async type(label: string, time: string): Promise<void> {
    const [first] = await this.dialog.getByRole('group', { name: label }).getByRole('spinbutton').all();
    await first?.click();
    await this.page.keyboard.type(time.replaceAll(/\D/g, ''));
    await this.page.keyboard.press('Enter');
  }
}
