import type { Locator, Page } from '@playwright/test';
import { maxBatch } from '#model/contract/receiver-config-calls.ts';
import type { DrivenPath } from '../../support/machine-paths.ts';
import { expect } from './fixtures.ts';
import type { FleetStage, Planted } from './fleet-stage.ts';
import { HeldCalls } from './held-calls.ts';

/** The initial squelch, in dBm, of the field that is edited. */
const atFirst = -110;
export const mine = -90;
const theirs = -70;

type BatchStock = { orions: readonly [Planted, Planted]; ares: Planted };

/** A batch of two Orions and an Ares, whose calls end as the path decides. */
export class BatchStage {
  readonly page: Page;
  readonly fleet: FleetStage;
  readonly orions: readonly [Planted, Planted];
  readonly calls: HeldCalls;
  readonly dialog: Locator;
  /** The squelch each Orion must have in the end, or null if it was deleted. */
  readonly stand: (number | null)[] = [atFirst, atFirst];

  private constructor(page: Page, fleet: FleetStage, orions: readonly [Planted, Planted], calls: HeldCalls) {
    this.page = page;
    this.fleet = fleet;
    this.orions = orions;
    this.calls = calls;
    this.dialog = page.getByRole('dialog', { name: /^Edit (\d+ )?receivers?/ });
  }

  static async plant(fleet: FleetStage): Promise<BatchStock> {
    return { orions: [await fleet.plant(), await fleet.plant()], ares: await fleet.plant('ares') };
  }

  /** Opens a path's batch, as its person and with its number of receivers. */
  static async open(fleet: FleetStage, path: DrivenPath, { orions, ares }: BatchStock): Promise<BatchStage> {
    const isViewer = path.moments.some(({ event }) => 'mayEdit' in event && event.mayEdit === false);
    const page = await fleet.pageOf(isViewer ? 'viewer' : 'owner');
    const calls = await HeldCalls.at(page, '/receivers/configs?*', '/receivers/batchUpdate');
    const few = [...orions, ares].map(({ id }) => id);
    const ids = path.input === 0 ? few : Array.from({ length: maxBatch + 1 }, (_, at) => at + 1);
    await fleet.go(page, `?selected=${ids.join(',')}&batch=1`);
    return new BatchStage(page, fleet, orions, calls);
  }

  get squelch(): Locator {
    return this.dialog.getByLabel('Squelch (dBm)');
  }

  get choice(): Locator {
    return this.dialog.getByRole('checkbox', { name: 'Apply Squelch', includeHidden: true });
  }

  press(name: string | RegExp): Promise<void> {
    return this.dialog.getByRole('button', { name, exact: true }).click();
  }

  /** Chooses an option in a picker of the form. */
  async pick(label: RegExp, option: string | RegExp): Promise<void> {
    await this.dialog.getByRole('button', { name: label }).click();
    await this.page.getByRole('option', { name: option }).click();
  }

  answer(name: string): Promise<void> {
    return this.page.getByRole('alertdialog').getByRole('button', { name }).click();
  }

  /** Closes the batch by its button, or by Escape if it has none. */
  async leave(): Promise<void> {
    const button = this.dialog.getByRole('button', { name: /^(Cancel|Close)$/ });
    if (await button.isVisible()) await button.click();
    else await this.page.keyboard.press('Escape');
  }

  /** Deletes this receiver of the batch, as another person. */
  async remove(at: 0 | 1): Promise<void> {
    await this.fleet.colleague.call('DELETE', `/receivers/${this.orions[at].id}`);
    this.stand[at] = null;
  }

  /** Changes this receiver of the batch, as another person. */
  async change(at: 0 | 1): Promise<void> {
    await this.fleet.colleague.setSquelch(this.orions[at].id, theirs);
    this.stand[at] = theirs;
  }

  /** Notes the applied value for all remaining receivers, except one that another person had changed. */
  noteApplied(changed?: 0 | 1): void {
    for (const [at, value] of this.stand.entries()) if (value !== null && at !== changed) this.stand[at] = mine;
  }

  async expectStored(): Promise<void> {
    for (const [at, { id }] of this.orions.entries()) {
      const value = this.stand[at] ?? null;
      if (value !== null) expect(await this.fleet.colleague.squelchOf(id), 'what the host holds').toBe(value);
    }
  }
}
