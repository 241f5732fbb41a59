import type { DrivenPath } from '../../support/machine-paths.ts';
import { test as plain } from './fixtures.ts';
import { FleetStage } from './fleet-stage.ts';

/**
 * One product, login, system and page for all paths of a file; each fails by what the console said on it.
 */
export const test = plain.extend<{ left: void }, { fleet: FleetStage }>({
  fleet: [
    async ({ browser, operator }, use) => {
      const fleet = await FleetStage.open(browser, operator);
      await use(fleet);
      await fleet.close();
    },
    { scope: 'worker' },
  ],
  // Not a hook, which would be that of the first file of a worker alone.
  left: [
    async ({ fleet }, use) => {
      await use();
      await fleet.leave();
    },
    { auto: true },
  ],
});

/** What a path has to itself, and how it begins with that. */
type FleetPaths<Stock, Stage> = {
  plant: (fleet: FleetStage) => Promise<Stock>;
  open: (fleet: FleetStage, path: DrivenPath, stock: Stock) => Promise<Stage>;
};

/**
 * Opens the stage of each of these paths, in a file that calls it outside of its tests. What the paths need
 * is planted before the page opens, which hears nothing of it.
 */
export function stocked<Stock, Stage>(
  paths: readonly DrivenPath[],
  { plant, open }: FleetPaths<Stock, Stage>,
): (fleet: FleetStage, path: DrivenPath) => Promise<Stage> {
  const stocks = new Map<DrivenPath, Stock>();
  test.beforeAll(async ({ fleet }) => {
    // A worker may come with the pages of another file.
    await fleet.closePages();
    for (const path of paths) stocks.set(path, await plant(fleet));
  });
  return (fleet, path) => open(fleet, path, stocks.get(path)!);
}
