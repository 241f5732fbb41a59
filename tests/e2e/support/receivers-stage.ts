import type { Locator, Page } from '@playwright/test';
import type { Path } from '../../support/machine-paths.ts';
import { expect } from './fixtures.ts';
import type { FleetStage, Planted } from './fleet-stage.ts';
import { HeldCalls } from './held-calls.ts';
import { messageOf } from './message.ts';

/** The new place of the located receiver. */
const placed = { latitude: 44.25, longitude: -114.5 };

type ReceiversStock = Record<'camp' | 'one' | 'two' | 'three', Planted>;

/**
 * The page of receivers with a path's own site, which has two receivers and a retired third one. The calls of
 * its dialogs end as the path decides.
 */
export class ReceiversStage {
  readonly page: Page;
  readonly fleet: FleetStage;
  readonly camp: Planted;
  /** By their ids in the samples: 1, 2, and 3 for the retired one. */
  readonly receivers: Readonly<Record<number, Planted>>;
  readonly calls: HeldCalls;

  private constructor(
    page: Page,
    fleet: FleetStage,
    { camp, receivers, calls }: Pick<ReceiversStage, 'camp' | 'receivers' | 'calls'>,
  ) {
    this.page = page;
    this.fleet = fleet;
    this.camp = camp;
    this.receivers = receivers;
    this.calls = calls;
  }

  static async plant(fleet: FleetStage): Promise<ReceiversStock> {
    const camp = await fleet.plantSite();
    const one = await fleet.plant('orion', camp.id);
    const two = await fleet.plant('orion', camp.id);
    const three = await fleet.plant('orion', camp.id);
    await fleet.retire(three);
    return { camp, one, two, three };
  }

  static async open(fleet: FleetStage, path: Path, { camp, one, two, three }: ReceiversStock): Promise<ReceiversStage> {
    const page = await fleet.pageOf();
    const calls = await HeldCalls.at(
      page,
      '/receivers',
      '/receivers/copy',
      ...[one, two].flatMap(({ id }) => [`/receivers/${id}`, `/receivers/${id}/site`, `/receivers/${id}/location`]),
      `/receivers/${three.id}/restore`,
    );
    const own = path.input === 1 ? `&receiver=${one.id}` : '';
    await fleet.go(page, `?search=${encodeURIComponent(camp.alias)}&selected=${one.id},${two.id}${own}`);
    const stage = new ReceiversStage(page, fleet, { camp, receivers: { 1: one, 2: two, 3: three }, calls });
    // The page remembers the failures of an earlier path.
    await expect(stage.heading(own === '' ? 'All receivers' : one.alias)).toBeVisible();
    if (await stage.wrong.isVisible()) await stage.wrong.getByRole('button', { name: 'Dismiss' }).click();
    return stage;
  }

  /** Returns the receiver by its id in the samples. */
  named(rxId: number): Planted {
    const receiver = this.receivers[rxId];
    if (receiver === undefined) throw new Error(`The samples name a receiver ${rxId} that no path has`);
    return receiver;
  }

  /** The name of this path's new receiver. */
  get newName(): string {
    return `New at ${this.camp.alias}`;
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog').or(this.page.getByRole('alertdialog'));
  }

  get wrong(): Locator {
    return this.page.getByRole('alert', { name: 'What went wrong' });
  }

  heading(name: string): Locator {
    return this.page.getByRole('heading', { name, exact: true, level: 1, includeHidden: true });
  }

  press(name: string): Promise<void> {
    return this.dialog.getByRole('button', { name, exact: true }).click();
  }

  /** Chooses an item in the menu of a row or of a site. */
  async choose(of: Planted, item: string): Promise<void> {
    await this.page.getByRole('button', { name: `Actions of ${of.alias}`, exact: true }).click();
    await this.page.getByRole('menuitem', { name: item, exact: true }).click();
  }

  /** Presses a button for the selected receivers. */
  ofSelected(name: string): Promise<void> {
    return this.page.getByRole('toolbar', { name: 'Selected receivers' }).getByRole('button', { name, exact: true }).click();
  }

  /** Fills in what the new receiver still needs, and creates it. */
  async create(): Promise<void> {
    const name = this.dialog.getByLabel('Name');
    if (await name.isEnabled()) {
      await name.fill(this.newName);
      await this.dialog.getByRole('button', { name: /Site/ }).click();
      await this.page.getByRole('option', { name: this.camp.alias }).click();
    }
    await this.dialog.getByRole('button', { name: /^(Create|Ask again)$/ }).click();
  }

  /** Moves the located receiver; null removes its location. */
  async place(place: object | null): Promise<void> {
    if (place === null) return this.press('Unset');
    await this.dialog.getByLabel('Latitude').fill(String(placed.latitude));
    await this.dialog.getByLabel('Longitude').fill(String(placed.longitude));
    await this.press('Update');
  }

  /** Gives the new receiver's name to another one, as another person. */
  async takeName(): Promise<void> {
    const newRx = { basic: { alias: this.newName, color: '#2f8f4e' } };
    await this.fleet.colleague.call('POST', '/receivers', { newRx, siteId: this.camp.id });
  }

  /** Deletes a receiver as another person. */
  async remove(rxId: number): Promise<void> {
    await this.fleet.colleague.call('DELETE', `/receivers/${this.named(rxId).id}`);
  }

  /** Answers the waiting creation and expects the receiver to exist once. */
  async letCreate(): Promise<void> {
    await this.calls.letGo();
    await expect(messageOf(this.page)).toContainText(`${this.newName} is created`);
    const all = await this.fleet.aliasesAt(this.camp.id);
    expect(
      all.filter((alias) => alias === this.newName),
      'it is created only once',
    ).toHaveLength(1);
  }
}
