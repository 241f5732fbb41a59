import type { Page } from '@playwright/test';
import type { HostConfig } from '#model/entities/system.ts';
import { enter, expect, test } from './support/fixtures.ts';
import { expectFineEverywhere } from './support/page-checks.ts';

/** A system's clocks follow the host, whatever rules the browser has for its timezone (SYS-16). */
const notice = (page: Page) => page.getByText(/^This browser has different, likely older, clock rules for America\/Boise/);
const told = (page: Page) => page.getByTestId('live-chart-summary');

test('a browser that knows other rules of the timezone says so, and shows the times of the host', async ({ page, field }) => {
  await field.hear({ receiver: 'Crest' });
  await enter(page, field.person, `/dashboard/${field.mitasId}/receivers/stream?timeLimit=5min`);
  await expect(told(page)).toHaveText(/^1 contact .* M[DS]T\./, { timeout: 60_000 });
  await expect(notice(page)).toHaveCount(0);

  // The answer of a host whose rules have changed since this browser was built.
  let offset = 0;
  await page.route(/\/api\/mitashost\/[^/]+\/config$/, async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as { config: HostConfig };
    const clock = reply.config.clock!;
    const { spans } = clock;
    const present = spans.findLastIndex(({ from }) => from <= Date.now());
    offset = spans[present]!.offset + 25;
    const changed = spans.with(present, { ...spans[present]!, offset, zone: 'NEW' });
    const config = { ...reply.config, clock: { ...clock, spans: changed } };
    await route.fulfill({ response, json: { ...reply, config } });
  });
  await page.reload();
  await expect(notice(page)).toBeVisible();
  await expect(told(page)).toHaveText(/^1 contact .* NEW\./, { timeout: 60_000 });
  const [, hours, minutes] = / to (\d\d):(\d\d)/.exec((await told(page).textContent()) ?? '') ?? [];
  const minuteOfDay = Math.floor(Date.now() / 60_000 + offset) % 1_440;
  const ago = (minuteOfDay - Number(hours) * 60 - Number(minutes) + 1_440) % 1_440;
  expect(ago, 'minutes since what is shown ended').toBeLessThan(5);

  await expectFineEverywhere(page);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice(page)).toHaveCount(0);
});
