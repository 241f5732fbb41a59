import type { Page } from '@playwright/test';
import { type MailSubscription, mailSubscriptionNames } from '#model/entities/mail-subscription.ts';
import { openPost } from '../../host/domain/mail/post-mail.ts';
import { inTransaction } from '../../host/platform/store/database.ts';
import { expect, productUrl, test } from './support/fixtures.ts';
import type { Operator } from './support/operator.ts';
import { expectAccessible, expectFineEverywhere } from './support/page-checks.ts';

/** MAIL-14: the page that an email's unsubscribe link opens. */

const noJobs = () => Promise.reject(new Error('Nothing is sent here'));

/** Returns the link in an email to a new member of the demo system, below the product's address. */
async function mailedLink(operator: Operator, subscription: MailSubscription): Promise<string> {
  const { username } = await operator.addPerson({ demo: 'viewer' });
  const to = `${username}@example.org`;
  const post = openPost({ jobs: noJobs, isSent: false, sender: 'console@localhost', pageUrl: productUrl });
  const mail = { to, systemId: 'demo', kind: 'test', subscription, subject: 'Hello', body: [{ paragraph: 'Hello.' }] };
  await inTransaction(operator.database, (within) => post(within, mail));
  const outbox = await (await fetch(`${productUrl()}/dev/outbox.json`)).json();
  const { mails } = outbox as { mails: { recipient: string; unsubscribeUrl: string }[] };
  return mails.find(({ recipient }) => recipient === to)?.unsubscribeUrl ?? '';
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

for (const type of ['alarms', 'reports', 'all'] as const)
  test(`takes its reader off ${type}, and says so again when it is opened again`, async ({ page, operator }) => {
    const link = await mailedLink(operator, type);
    const name = mailSubscriptionNames[type];
    await page.goto(link);
    await expect(heading(page, 'Unsubscribed Successfully')).toBeVisible();
    await expect(page.getByText(name, { exact: true })).toBeVisible();
    await expect(page.getByText(`You have been successfully unsubscribed from ${name}.`)).toBeVisible();
    await expect(page, 'the token is gone from the address').toHaveURL(`${productUrl()}/unsubscribe`);
    await expect(page).toHaveTitle(/^Unsubscribe/);
    await expectFineEverywhere(page);

    await page.goto(link);
    await expect(page.getByText(`You are already unsubscribed from ${name}. No further action is needed.`)).toBeVisible();
    await page.getByRole('button', { name: 'Manage Email Preferences' }).click();
    await expect(page).toHaveURL(/\/login$/);
  });

test('says that a link without its token is none', async ({ page }) => {
  await page.goto('/unsubscribe');
  await expect(heading(page, 'Unsubscribe Failed')).toBeVisible();
  await expect(page.getByText('Invalid unsubscribe link. The token parameter is missing.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Login to Manage Preferences' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test.describe('where it fails', () => {
  test.use({ expectErrors: ['status of 403', 'net::ERR_FAILED'] });

  test('says what the host says, and asks again when it is told to', async ({ page, operator }) => {
    await page.goto('/unsubscribe?token=nobody-was-sent-this');
    await expect(page.getByText('This unsubscribe link is invalid or has expired.')).toBeVisible();
    await expect(page).toHaveURL(`${productUrl()}/unsubscribe`);

    const call = '**/api/public/unsubscribe';
    const held = Promise.withResolvers<void>();
    await page.route(call, async (route) => {
      await held.promise;
      await route.abort();
    });
    await page.goto(await mailedLink(operator, 'alarms'));
    await expect(heading(page, 'Processing Your Request...')).toBeVisible();
    held.resolve();
    await expect(page.getByText('Failed to process unsubscribe request. Please try again or contact support.')).toBeVisible();
    await page.unroute(call);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(heading(page, 'Unsubscribed Successfully')).toBeVisible();
  });
});
