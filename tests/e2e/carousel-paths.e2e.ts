import { drivenPaths, pathsToWalk, pathText } from '../support/machine-paths.ts';
import { carouselFlow, type CarouselStage } from './support/carousel-flow.ts';
import { expect } from './support/fixtures.ts';
import { assertWholeFlow, walk } from './support/flow.ts';
import { visit } from './support/steps.ts';
import { stopTime } from './support/stop-time.ts';
import { touring, type TourStop } from './support/tour.ts';

/**
 * NAV-23: the generated paths of the carousel of Home's charts, with its turns on a clock the test advances.
 */
const paths = await drivenPaths(carouselFlow.samples, { wholeLeads: true });
const walked = pathsToWalk(paths);
const test = touring({ roles: ['owner', ...walked.map(() => 'owner')], hasClock: true });

async function openHome({ page, field }: TourStop): Promise<CarouselStage> {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await field.hear({ receiver: 'Crest', ant: 1, ts: Date.now() - 60_000 });
  await visit(page, `/dashboard/${field.mitasId}/dashboard`);
  const charts = page.getByRole('region', { name: 'Charts', exact: true });
  await expect(charts.getByRole('application')).toBeVisible({ timeout: 90_000 });
  await page.mouse.move(0, 0);
  await stopTime(page);
  // The carousel may have turned while its code was loading.
  await expect(async () => {
    if ((await charts.getByRole('heading').textContent()) !== 'Contacts per receiver, past day') await page.clock.runFor(10_000);
    await expect(charts.getByRole('heading')).toHaveText('Contacts per receiver, past day', { timeout: 500 });
  }).toPass();
  return { page, charts };
}

test('all that may become of the carousel is on a path', () => assertWholeFlow(carouselFlow, paths));

for (const path of walked) {
  test(pathText(path), async ({ stop }) => {
    await walk(carouselFlow, path, await openHome(stop), test.step);
  });
}

test('it turns every 10 s, not while somebody is at it, and stands still once Next was used', async ({ stop }) => {
  const { page, charts } = await openHome(stop);
  const heading = charts.getByRole('heading');
  const [first, second] = ['Contacts per receiver, past day', 'Contacts per antenna, past 24 hours'] as const;
  await page.clock.runFor(10_000);
  await expect(heading).toHaveText(second);
  await page.clock.runFor(10_000);
  await expect(heading).toHaveText('Aggregated contacts, past 3 hours');
  await page.clock.runFor(10_000);
  await expect(heading).toHaveText(first);

  for (const hold of [
    () => charts.hover({ position: { x: 4, y: 4 } }),
    () => charts.getByRole('button', { name: 'Next', exact: true }).focus(),
    () => page.emulateMedia({ reducedMotion: 'reduce' }),
  ]) {
    await hold();
    await expect(charts.locator('[data-turns=false]')).toBeVisible();
    // Long enough for one turn; after three turns it would show the same chart.
    await page.clock.runFor(15_000);
    await expect(heading, 'what is held does not turn').toHaveText(first);
    await page.mouse.move(0, 0);
    await charts.getByRole('button', { name: 'Next', exact: true }).blur();
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await expect(charts.locator('[data-turns=true]')).toBeVisible();
  }

  await charts.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(heading).toHaveText(second);
  await page.mouse.move(0, 0);
  await charts.getByRole('button', { name: 'Next', exact: true }).blur();
  await page.clock.runFor(50_000);
  await expect(heading).toHaveText(second);
});
