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
 * The map with a path's own two receivers: the first in its middle, the second without a location. Calls to
 * the host and the browser's position end as the path decides.
 */
export class LocationStage {
  readonly page: Page;
  readonly fleet: FleetStage;
  readonly calls: HeldCalls;
  readonly locations: Locations;
  /** The machine's state before the current step. */
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
    // The receivers of different paths are apart from each other.
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

  /** Returns the receiver by its id in the samples. */
  named(rxId: number | undefined): Planted {
    const receiver = this.#receivers[rxId ?? 0];
    if (receiver === undefined) throw new Error(`The samples name a receiver ${rxId} that no path has`);
    return receiver;
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  /** Returns the point of the page at this distance from the middle of the map. */
  async middle(by: Point = { x: 0, y: 0 }): Promise<Point> {
    const box = (await this.#map.drawing.boundingBox())!;
    return { x: box.x + box.width / 2 + by.x, y: box.y + box.height / 2 + by.y };
  }

  /** Starts to drag what is in the middle of the map with the mouse. */
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

  /** Lets the browser answer a request for its position, with or without permission. */
  async letPosition(isAllowed: boolean): Promise<void> {
    const context = this.page.context();
    if (isAllowed) await context.grantPermissions(['geolocation']);
    else await context.clearPermissions();
    await context.setGeolocation({ latitude: 45, longitude: -113, accuracy: 9 });
    await this.page.evaluate(() => void dispatchEvent(new Event('position.let')));
  }
}
