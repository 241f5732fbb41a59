import type { Locator, Page } from '@playwright/test';
import type { Field } from './field.ts';
import { enter, expect } from './fixtures.ts';
import type { Person } from './operator.ts';
import { visitAnew } from './steps.ts';

/** The page of a registry as a person uses it (REG-16, REG-19). */
export class RegistryPage {
  readonly page: Page;
  readonly #label: string;

  private constructor(page: Page, label: string) {
    this.page = page;
    this.#label = label;
  }

  /** Opens the page for a person; `label` is its heading, such as 'Animals'. */
  static async open(page: Page, field: Field, label: string, { person = field.person }: { person?: Person } = {}) {
    await enter(page, person, `/dashboard/${field.mitasId}/${label.toLowerCase()}/database`);
    await expect(page.getByRole('heading', { name: label, level: 1 })).toBeVisible();
    return new RegistryPage(page, label);
  }

  /** Brings an open page to the registry, and removes what was typed, selected or filtered there. */
  static async visit(page: Page, field: Field, label: string, search = '') {
    await visitAnew(page, field, `${label.toLowerCase()}/database${search}`, null);
    await expect(page.getByRole('heading', { name: label, level: 1 })).toBeVisible();
    return new RegistryPage(page, label);
  }

  get table(): Locator {
    return this.page.getByRole('grid', { name: this.#label });
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  get addButton(): Locator {
    return this.page.getByRole('button', { name: `Add ${this.#label.slice(0, -1).toLowerCase()}` });
  }

  row(name: string): Locator {
    return this.table.getByRole('row').filter({ has: this.page.getByRole('rowheader', { name, exact: true }) });
  }

  /** Returns the names of the rows from top to bottom, without the mark of a new one. */
  async names(): Promise<string[]> {
    const [all, marks] = [this.table.getByRole('rowheader'), this.newRow.getByText('New', { exact: true })];
    const named = await all.allTextContents();
    return (await marks.count()) === 0 ? named : named.map((name) => name.replace(/New$/, ''));
  }

  /** The row that is marked as new (REG-32). */
  get newRow(): Locator {
    return this.table.locator('[data-new]');
  }

  /** Selects a row by its checkbox. */
  async check(name: string): Promise<void> {
    await this.row(name).locator('label').click();
    await expect(this.row(name).getByRole('checkbox')).toBeChecked();
  }

  async choose(label: string, name: string): Promise<void> {
    await this.dialog.getByRole('button', { name: new RegExp(`${label}$`) }).click();
    await this.page.getByRole('option', { name, exact: true }).click();
  }

  /** Fills fields by their labels, without submitting. */
  async fill(fields: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, text] of Object.entries(fields)) {
      // A combo box has a button of the same name.
      const field = this.dialog.locator('input').and(this.dialog.getByLabel(label, { exact: true }));
      await field.fill(text);
      await field.blur();
    }
  }
}
