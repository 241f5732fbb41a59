import { test as plain } from './fixtures.ts';
import { FleetStage } from './fleet-stage.ts';

/**
 * One product, login and system for all paths of a file; each path has its page, and fails by its console.
 */
export const test = plain.extend<object, { fleet: FleetStage }>({
  fleet: [
    async ({ browser, operator }, use) => {
      const fleet = await FleetStage.open(browser, operator);
      await use(fleet);
      await fleet.close();
    },
    { scope: 'worker' },
  ],
});

test.afterEach(({ fleet }) => fleet.leave());
