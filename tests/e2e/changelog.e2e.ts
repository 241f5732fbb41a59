import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readChangelog } from '#model/changelog/changelog.ts';
import { enter, expect, test } from './support/fixtures.ts';
import { expectFineEverywhere } from './support/page-checks.ts';

const [latest] = readChangelog(readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8'));
const screen = '/dashboard/demo/changelog';

test('the changelog shows what CHANGELOG.md says, and marks what came since the last visit (NAV-30)', async ({
  page,
  operator,
}) => {
  const person = await operator.addPerson({ demo: 'viewer' });
  await enter(page, person, screen);
  const card = page.getByRole('region', { name: latest?.version ?? '', exact: true });
  await expect(card).toContainText(latest?.date ?? '');
  await expect(card).toContainText(latest?.summary ?? '');
  for (const { title, items } of latest?.sections ?? [])
    await expect(card.getByRole('region', { name: `${title} of ${latest?.version}` }).getByRole('listitem')).toHaveCount(
      items.length,
    );
  await expect(page.getByText('New since your last visit', { exact: true }), 'nothing is new on the first visit').toHaveCount(0);
  await expectFineEverywhere(page);

  await page.evaluate(() => localStorage.setItem('changelogSeen', '0.9.0'));
  await page.reload();
  await expect(card.getByText('New since your last visit', { exact: true })).toBeVisible();
  await page.reload();
  await expect(card).toBeVisible();
  await expect(page.getByText('New since your last visit', { exact: true })).toHaveCount(0);
});
