import type { DrivenPath } from '../../support/machine-paths.ts';
import { test as plain } from './fixtures.ts';
import { FleetStage } from './fleet-stage.ts';

/** One product, login, system and page for all paths of a file; a path fails on console errors of its own. */
export const test = plain.extend<{ left: void }, { fleet: FleetStage }>({
  fleet: [
    async ({ browser, operator }, use) => {
      const fleet = await FleetStage.open(browser, operator);
      await use(fleet);
      await fleet.close();
    },
    { scope: 'worker' },
  ],
  // A fixture, as a hook would apply only to a worker's first file.
  left: [
    async ({ fleet }, use) => {
      await use();
      await fleet.leave();
    },
    { auto: true },
  ],
});

/** What a path has to itself, and how it opens its stage with that. */
type FleetPaths<Stock, Stage> = {
  plant: (fleet: FleetStage) => Promise<Stock>;
  open: (fleet: FleetStage, path: DrivenPath, stock: Stock) => Promise<Stage>;
};

/**
 * Opens the stage of each of these paths; a file calls it outside of its tests. What the paths need is
 * created before the page opens, so that the page gets no messages about it.
 */
export function stocked<Stock, Stage>(
  paths: readonly DrivenPath[],
  { plant, open }: FleetPaths<Stock, Stage>,
): (fleet: FleetStage, path: DrivenPath) => Promise<Stage> {
  const stocks = new Map<DrivenPath, Stock>();
  test.beforeAll(async ({ fleet }) => {
    // A worker may still have the pages of another file.
    await fleet.closePages();
    for (const path of paths) stocks.set(path, await plant(fleet));
  });
  return (fleet, path) => open(fleet, path, stocks.get(path)!);
}
