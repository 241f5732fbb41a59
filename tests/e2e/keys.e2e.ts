import type { Locator, Page } from '@playwright/test';
import { discardBy } from './support/discard.ts';
import { enter, expect, productUrl, test } from './support/fixtures.ts';
import { messageOf } from './support/message.ts';
import { expectAccessible, expectFineEverywhere } from './support/page-checks.ts';
import { visit } from './support/steps.ts';

/** API keys in Settings (ACC-32 to ACC-34), and receiver keys on the System page (SYS-22). */

const ask = (path: string, authorization: string, init: { method?: string; body?: string } = {}) =>
  fetch(productUrl() + path, { ...init, headers: { authorization, 'content-type': 'application/json' } });

/** Makes a key in a card and returns the secret that is shown once. */
async function makeKey(page: Page, card: Locator, name: string): Promise<string> {
  await card.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Create key' })).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const shown = page.getByRole('dialog', { name: `The key '${name}'` });
  await expect(shown).toContainText('It will not be shown again');
  return shown.getByRole('textbox', { name: 'Key' }).inputValue();
}

async function revoke(page: Page, card: Locator, name: string): Promise<void> {
  await card.getByRole('button', { name: `Revoke ${name}` }).click();
  await page.getByRole('alertdialog', { name: 'Revoke key?' }).getByRole('button', { name: 'Revoke' }).click();
  await expect(messageOf(page)).toContainText(`The key '${name}' is revoked`);
  await expect(card.getByRole('listitem')).toHaveCount(0);
  // The focus goes to the card, or to its button if the line disappears before the dialog.
  const isLost = () => page.evaluate(() => document.activeElement === document.body);
  await expect.poll(isLost, 'the focus is handed on').toBe(false);
  await expect(card).toContainText('No keys yet.');
}

test.describe('with a name that is taken', () => {
  test.use({ expectErrors: ['status of 409'] });
  test('a key is made in Settings, reads for a program outside of the browser, and is revoked', async ({
    page,
    field,
    operator,
  }) => {
    const { mitasId } = field;
    await enter(
      page,
      await operator.addPerson({ [mitasId]: 'viewer', demo: 'viewer' }),
      `/dashboard/${mitasId}/receivers/settings`,
    );
    const card = page.getByRole('region', { name: 'API keys' });
    await expect(card).toContainText('No keys yet.');
    const key = await makeKey(page, card, 'My R script');
    expect(key).toMatch(/^tck_[A-Za-z0-9_-]{43}$/);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy' }).click();
    await expect(page.getByRole('dialog')).toContainText('Copied.');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const row = card.getByRole('listitem');
    await expect(row).toContainText(new RegExp(`My R script ${key.slice(0, 8)}…Created .*Never used.Expires `));
    expect(await page.content()).not.toContain(key);
    await expectFineEverywhere(page);

    const at = `/api/mitashost/${mitasId}`;
    const read = () => ask(`${at}/receiver-sites`, `Bearer ${key}`);
    const { receivers } = (await (await read()).json()) as { receivers: { id: number; alias: string }[] };
    expect(receivers.map(({ alias }) => alias)).toContain('Crest');
    await field.hear({ receiver: 'Crest', ts: Date.now() - 1_000 });
    const span = `antennas=1&startTime=${Date.now() - 60_000}&endTime=${Date.now() + 60_000}`;
    const heard = await ask(`${at}/receivers/${field.receivers['Crest']}/contacts?${span}`, `Bearer ${key}`);
    expect(((await heard.json()) as { payload: unknown[] }).payload).toHaveLength(1);
    expect((await ask(`${at}/sites`, `Bearer ${key}`, { method: 'POST', body: '{}' })).status).toBe(403);
    expect((await ask('/api/mitashost/demo/receiver-sites', `Bearer ${key}`)).status).toBe(403);
    expect((await ask('/api/app/client/account', `Bearer ${key}`)).status).toBe(403);

    await page.reload();
    await expect(row).toContainText('Last used');
    await card.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('My R script');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await expect(page.getByRole('dialog')).toContainText('You already have a key with this name');
    await discardBy(page, () => page.keyboard.press('Escape'));
    await revoke(page, card, 'My R script');
    await expect.poll(async () => (await read()).status).toBe(401);
  });
});

test('an Administrator makes keys for programs and for receivers', async ({ page, field, operator, step }) => {
  const { mitasId } = field;
  const settings = `/dashboard/${mitasId}/receivers/settings`;
  const administrator = await operator.addPerson({ [mitasId]: 'administrator' });
  await enter(page, administrator, settings);

  await step('a key ends on a day that one chooses', async () => {
    await visit(page, settings);
    const card = page.getByRole('region', { name: 'API keys' });
    await card.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Ends on a day');
    await dialog.getByRole('button', { name: /Expires after/ }).click();
    await expect(page.getByRole('option')).toHaveText(['30 days', '90 days', '365 days', 'Custom date']);
    await page.getByRole('option', { name: 'Custom date' }).click();
    await expect(dialog.getByRole('button', { name: 'Create key' })).toHaveAttribute('aria-disabled', 'true');
    const day = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
    await dialog.getByRole('spinbutton', { name: /year/ }).click();
    await page.keyboard.type(day.replaceAll('-', ''));
    await page.keyboard.press('Enter');
    const send = dialog.getByRole('button', { name: 'Create key' });
    await expect(send).not.toHaveAttribute('aria-disabled', 'true');
    await dialog.getByRole('spinbutton', { name: /year/ }).click();
    await page.keyboard.type('2099');
    await page.keyboard.press('Enter');
    await expect(send, 'a day that is too far away is not sent as the one of before').toHaveAccessibleDescription(
      'Choose a day within the next 399 days',
    );
    await dialog.getByRole('spinbutton', { name: /year/ }).click();
    await page.keyboard.type(day.replaceAll('-', ''));
    await page.keyboard.press('Enter');
    await send.click();
    const shown = page.getByRole('dialog', { name: "The key 'Ends on a day'" });
    await expect(shown).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(shown, 'one Escape does not lose what is seen this once').toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(card.getByRole('listitem')).toContainText(`Expires ${day} 23:59`);
  });

  await step(
    'a receiver key is made on the System page, and what is sent with it arrives; below Administrators nobody sees them',
    async () => {
      await visit(page, `/dashboard/${mitasId}/advanced/system`);
      const card = page.getByRole('region', { name: 'Receiver keys' });
      await expect(card.getByRole('listitem')).toContainText('browser tests');
      const key = await makeKey(page, card, 'Crest');
      await page.getByRole('button', { name: 'Close' }).click();
      await expectFineEverywhere(page);
      const post = () => {
        const body = JSON.stringify([
          { receiver: 'Crest', ant: 1, freq: 150.12, code: 17, type: 18, power: -80, ts: Date.now() - 500 },
        ]);
        return ask(`/api/ingest/${mitasId}/contacts`, `Receiver ${key}`, { method: 'POST', body });
      };
      expect(await (await post()).json()).toMatchObject({ accepted: 1 });
      const { rows } = await operator.database.pool.query<{ n: number }>(
        'select count(*)::integer as n from contacts where rx_id = $1',
        [field.receivers['Crest']],
      );
      expect(rows[0]?.n).toBe(1);

      await card.getByRole('button', { name: 'Revoke Crest' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
      await expect(card.getByRole('listitem')).toHaveCount(1);
      expect((await post()).status).toBe(401);

      await operator.admin(['roles', 'grant', administrator.username, mitasId, 'viewer']);
      await expect(card).toHaveCount(0);
      await expect(page.getByRole('region', { name: 'Data kept' })).toBeVisible();
    },
  );
});
