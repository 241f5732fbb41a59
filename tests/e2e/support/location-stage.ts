import type { Locator, Page } from '@playwright/test';
import type { SnapshotFrom } from 'xstate';
import type { locationEditMachine } from '../../../src/machines/map/location-edit-machine.ts';
import type { Path } from '../../support/machine-paths.ts';
import { expect } from './fixtures.ts';
import type { FleetStage, Planted } from './fleet-stage.ts';
import { HeldCalls } from './held-calls.ts';
import { Locations } from './locations.ts';
import { MapPage } from './map-page.ts';

export type LocationAt = SnapshotFrom<typeof locationEditMachine>;
type Point = { x: number; y: number };

type LocationStock = { one: Planted; two: Planted; latitude: number };

let plantedCamps = 0;

/**
 * The map with two receivers of a path's own: the first in its middle, the second without a location. What is
 * asked of the host waits for the path to say how it ends, as does where the browser stands.
 */
export class LocationStage {
  readonly page: Page;
  readonly fleet: FleetStage;
  readonly calls: HeldCalls;
  readonly locations: Locations;
  /** Where the machine was before the step at hand. */
  at: LocationAt | null = null;
  readonly #receivers: Readonly<Record<number, Planted>>;
  readonly #map: MapPage;

  private constructor(
    page: Page,
    { fleet, calls, receivers }: { fleet: FleetStage; calls: HeldCalls; receivers: Readonly<Record<number, Planted>> },
  ) {
    this.page = page;
    this.fleet = fleet;
    this.calls = calls;
    this.#receivers = receivers;
    this.#map = MapPage.of(page);
    this.locations = new Locations(this.#map);
  }

  static async plant(fleet: FleetStage): Promise<LocationStock> {
    const camp = await fleet.plantSite();
    const [one, two] = [await fleet.plant('orion', camp.id), await fleet.plant('orion', camp.id)];
    // Paths do not stand in each other's way.
    const latitude = 20 + ++plantedCamps;
    await fleet.colleague.call('PATCH', `/receivers/${one.id}/location`, { newLat: latitude, newLon: -100, as: 'corrected' });
    await fleet.colleague.call('PATCH', `/receivers/${two.id}/location`, { newLat: null, newLon: null, as: 'corrected' });
    return { one, two, latitude };
  }

  static async open(fleet: FleetStage, _: Path, { one, two, latitude }: LocationStock): Promise<LocationStage> {
    const page = await fleet.pageOf();
    const calls = await HeldCalls.at(page, ...[one, two].map(({ id }) => `/receivers/${id}/location`));
    await page.evaluate(() => {
      const { geolocation } = navigator;
      const ask = Geolocation.prototype.getCurrentPosition.bind(geolocation);
      geolocation.getCurrentPosition = (...how) => addEventListener('position.let', () => ask(...how), { once: true });
    });
    await fleet.go(page, `/map?at=${latitude},-100,12`);
    await expect(page.locator('[data-drawing=svg]')).toBeVisible();
    return new LocationStage(page, { fleet, calls, receivers: { 1: one, 2: two } });
  }

  /** The receiver that the samples name so. */
  named(rxId: number | undefined): Planted {
    const receiver = this.#receivers[rxId ?? 0];
    if (receiver === undefined) throw new Error(`The samples name a receiver ${rxId} that no path has`);
    return receiver;
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  /** A point of the page so far from the middle of the map. */
  async middle(by: Point = { x: 0, y: 0 }): Promise<Point> {
    const box = (await this.#map.drawing.boundingBox())!;
    return { x: box.x + box.width / 2 + by.x, y: box.y + box.height / 2 + by.y };
  }

  /** Takes what lies in the middle of the map along by the mouse. */
  async take(): Promise<void> {
    const from = await this.middle();
    await this.page.mouse.move(from.x, from.y);
    await this.page.mouse.down();
    await this.drag({ x: -12, y: 0 });
  }

  async drag(by: Point): Promise<void> {
    const to = await this.middle(by);
    await this.page.mouse.move(to.x, to.y);
  }

  /** The browser that was asked where it stands is let answer, as it is allowed to. */
  async letPosition(isAllowed: boolean): Promise<void> {
    const context = this.page.context();
    if (isAllowed) await context.grantPermissions(['geolocation']);
    else await context.clearPermissions();
    await context.setGeolocation({ latitude: 45, longitude: -113, accuracy: 9 });
    await this.page.evaluate(() => void dispatchEvent(new Event('position.let')));
  }
}
