import type { Locator, Page } from '@playwright/test';
import { fromAbsolute } from '@internationalized/date';
import type { Path } from '../../support/machine-paths.ts';
import { expect } from './fixtures.ts';
import type { FleetStage, Planted } from './fleet-stage.ts';
import { choose, receiversList } from './receivers-page.ts';

/** The list with a path's own receiver, which is snoozed already and whose form is open. */
export class SnoozeStage {
  readonly page: Page;
  readonly #alias: string;

  private constructor(page: Page, alias: string) {
    this.page = page;
    this.#alias = alias;
  }

  static async plant(fleet: FleetStage): Promise<Planted> {
    const receiver = await fleet.plant();
    const snooze = { rxIds: [receiver.id], snoozeUntil: Date.now() + 60_000_000 };
    await fleet.colleague.call('PUT', '/alarms/rx-snooze-times', snooze);
    return receiver;
  }

  static async open(fleet: FleetStage, _: Path, { alias }: Planted): Promise<SnoozeStage> {
    const page = await fleet.pageOf();
    await fleet.go(page, `?search=${encodeURIComponent(alias)}`);
    await expect(receiversList(page)).toBeVisible();
    const stage = new SnoozeStage(page, alias);
    await expect(stage.mark).toBeVisible();
    await choose(page, alias, 'Snooze alarms');
    return stage;
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog', { name: `Snooze ${this.#alias}` });
  }

  /** Found even while the dialog hides the page from assistive technology. */
  get mark(): Locator {
    return this.page.getByLabel(/^Snoozed until/);
  }

  /** Types a time into the field, in the system's timezone. */
  async type(ts: number): Promise<void> {
    const { year, month, day, hour, minute } = fromAbsolute(ts, 'America/Boise');
    const field = this.dialog.getByRole('group', { name: /^Until, in/ });
    for (const [name, value] of Object.entries({ month, day, year, hour, minute })) {
      await field.getByRole('spinbutton', { name: new RegExp(`^${name}`) }).click();
      await this.page.keyboard.type(String(value).padStart(2, '0'));
    }
    await this.page.keyboard.press('Enter');
  }
}
