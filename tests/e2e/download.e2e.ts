import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import type { HostConfig } from '#model/entities/system.ts';
import { Colleague } from './support/colleague.ts';
import { discardBy } from './support/discard.ts';
import { createDialog as dialog, fileRow as row, made } from './support/dump-file-stage.ts';
import type { Field } from './support/field.ts';
import { enter, expect, ownContext, productUrl, test, watchForProblems } from './support/fixtures.ts';
import { messageOf } from './support/message.ts';
import { expectFineEverywhere } from './support/page-checks.ts';

/** FILE-11, FILE-12: data files are created, downloaded and deleted on their page, against the real host. */

const path = ({ mitasId }: Field) => `/dashboard/${mitasId}/download`;

async function hearSome(field: Field): Promise<void> {
  const now = Date.now();
  await field.hear(
    { receiver: 'Crest', ts: now - 60_000, freq: 150.12, code: 17, power: -80 },
    { receiver: 'Gully', ts: now - 50_000, freq: 150.34, code: 18, power: -91 },
  );
}

async function create(page: Page, name: string, type = 'CSV', columns: readonly string[] = []): Promise<void> {
  await page.getByRole('button', { name: 'Create data file' }).click();
  await dialog(page).getByLabel('Name').fill(name);
  await dialog(page).getByRole('radio', { name: type }).locator('..').click();
  for (const column of columns) await dialog(page).getByRole('checkbox', { name: column }).locator('..').click();
  await expect(dialog(page).getByText(/^About [12] contacts?, .* compressed$/)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Create', exact: true }).click();
  await expect(dialog(page)).toHaveCount(0);
}

/** Replaces the browser's picker, which a test cannot operate, by a file in the page's own folder. */
async function chooseOwnFolder(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, {
      showSaveFilePicker: async ({ suggestedName }: { suggestedName: string }) => {
        const folder = await navigator.storage.getDirectory();
        return folder.getFileHandle(suggestedName, { create: true });
      },
    });
  });
}

/** Returns a file of that folder, or null. */
async function savedIn(page: Page, name: string): Promise<Buffer | null> {
  const bytes = await page.evaluate(async (of) => {
    const folder = await navigator.storage.getDirectory();
    const handle = await folder.getFileHandle(of).catch(() => null);
    return handle === null ? null : [...new Uint8Array(await (await handle.getFile()).arrayBuffer())];
  }, name);
  return bytes === null ? null : Buffer.from(bytes);
}

test(
  'a file is created, made, streamed to the disk, and deleted, live in another console',
  { tag: ownContext },
  async ({ page, browser, field, operator }) => {
    test.slow();
    await hearSome(field);
    await chooseOwnFolder(page);
    await enter(page, field.person, path(field));
    await expect(page.getByRole('heading', { name: 'No data files' })).toBeVisible();
    await expect(page.getByText('Contact us if you need a username and password')).toBeVisible();
    await expect(page.getByText(`${field.mitasId}.${field.person.username}`)).toBeVisible();
    await expectFineEverywhere(page);

    const context = await browser.newContext({ baseURL: productUrl() });
    const problems = await watchForProblems(context);
    const other = await context.newPage();
    await enter(other, await operator.addPerson({ [field.mitasId]: 'viewer' }), path(field));
    await expect(other.getByText(/^Researchers and above can create files/)).toBeVisible();
    await expect(other.getByRole('button', { name: 'Create data file' })).toHaveCount(0);

    await page.getByRole('button', { name: 'Create data file' }).click();
    const send = dialog(page).getByRole('button', { name: 'Create', exact: true });
    // FILE-15: a name is filled in already, and typing replaces it.
    await expect(dialog(page).getByLabel('Name')).toHaveValue(/^[A-Za-z0-9_\-. ]+ \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d$/);
    await expect(send).not.toHaveAttribute('aria-disabled', 'true');
    await expect(dialog(page).getByLabel('Name')).toBeFocused();
    await page.keyboard.type('M');
    await expect(dialog(page).getByLabel('Name')).toHaveValue('M');
    await page.keyboard.press('Backspace');
    await expect(send).toHaveAccessibleDescription('Give the file a name');
    await dialog(page).getByLabel('Name').fill('May/2026');
    await expect(send).toHaveAccessibleDescription('Letters, digits, underscore, hyphen, dot and space only');
    await expect(dialog(page).getByRole('radio', { name: 'SQL' })).toBeDisabled();
    await expectFineEverywhere(page, '[role=dialog]');
    await dialog(page).getByLabel('Name').fill('May 2026');
    await expect(send).not.toHaveAttribute('aria-disabled', 'true');
    const year = dialog(page).getByRole('group', { name: /^From/ }).getByRole('spinbutton', { name: /^year/ });
    await year.click();
    await page.keyboard.type('1999');
    await page.keyboard.press('Enter');
    await expect(send, 'a time before all data is not sent as the one of before').toHaveAccessibleDescription(
      'Choose times from 2000 on',
    );
    await year.click();
    await page.keyboard.type(String(new Date(Date.now() - 14 * 86_400_000).getUTCFullYear()));
    await page.keyboard.press('Enter');
    await expect(send).not.toHaveAttribute('aria-disabled', 'true');
    await discardBy(page, () => dialog(page).getByRole('button', { name: 'Cancel' }).click());

    await create(page, 'May 2026', 'CSV', ['UTC time (ISO 8601)', 'Site and place at that time']);
    await expect(messageOf(page)).toContainText('Creating May 2026.csv');
    await expect(row(page, 'May 2026.csv')).toContainText('Ready', made);
    await expect(row(other, 'May 2026.csv'), 'live, and a Viewer may download').toContainText('Ready', made);
    await expect(other.getByRole('button', { name: 'Download May 2026.csv' })).toBeVisible();
    await expect(other.getByRole('button', { name: 'Delete May 2026.csv' })).toHaveCount(0);

    await page.getByRole('button', { name: 'Download May 2026.csv' }).click();
    await expect(row(page, 'May 2026.csv')).toContainText('Saved');
    const text = gunzipSync((await savedIn(page, 'May 2026.csv.gz')) ?? Buffer.of()).toString();
    const [header, ...lines] = text.trim().split(/\r?\n/);
    expect(header).toMatch(/^contactId,decodeTimeUTC[+-]\d\d:\d\d,ReceiverId,antenna,frequency,codeNumber,protocol,power/);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('150.12');
    expect(header, 'FILE-14').toMatch(/,receiverName,utcTime,siteName,latitude,longitude$/);
    expect(lines[0]).toMatch(/,Crest,\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z,[^,]*,-?[\d.]*,-?[\d.]*$/);
    await page.getByRole('button', { name: 'May 2026.csv', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'May 2026.csv' }).getByText(/^[0-9a-f]{64}$/)).toBeVisible();
    await expect(page).toHaveURL(/open=\d+/);
    const link = page.url();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await expectFineEverywhere(page);

    await page.getByRole('button', { name: 'Delete May 2026.csv' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete file?' });
    await expect(question).toContainText(
      'This file will be permanently deleted, but the data it was derived from will remain unchanged.',
    );
    await question.getByRole('button', { name: 'Permanently delete' }).click();
    await expect(page.getByRole('heading', { name: 'No data files' })).toBeVisible();
    await expect(other.getByRole('heading', { name: 'No data files' })).toBeVisible();
    await page.getByRole('switch', { name: 'Show deleted' }).locator('..').click();
    await expect(page).toHaveURL(/deleted=1/);
    await expect(row(page, 'May 2026.csv')).toContainText(/Deleted\d{4}-.* by /);

    // FILE-16: a link to a deleted file says so, and so does a link to an unknown file.
    await page.goto(link);
    await expect(page.getByRole('dialog', { name: 'May 2026.csv' }).getByRole('status')).toHaveText(
      /^Deleted \d{4}-.* by Robin .*\. Create the file again to download its contacts\.$/,
    );
    await expectFineEverywhere(page, '[role=dialog]');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.goto(link.replace(/open=\d+/, 'open=999999'));
    const unknown = page.getByRole('dialog', { name: 'No such file' });
    await expect(unknown).toContainText('This system has no such file. It may have been deleted.');
    await unknown.getByRole('button', { name: 'Close' }).click();
    await expect(page).not.toHaveURL(/open=/);

    // The answer of a host without FTPS.
    await page.route(/\/api\/mitashost\/[^/]+\/config$/, async (route) => {
      const response = await route.fetch();
      const reply = (await response.json()) as { config: HostConfig };
      const config = { ...reply.config, ftpsPort: null, ftpsProblem: 'it takes TLS_CERT and TLS_KEY' };
      await route.fulfill({ response, json: { ...reply, config } });
    });
    await page.reload();
    await expect(page.getByText('FTPS is not available on this host', { exact: true })).toBeVisible();
    await expect(page.getByText('Reason: it takes TLS_CERT and TLS_KEY', { exact: true })).toBeVisible();
    await expect(page.getByText(/FTPS port|Contact us|create a key/), 'nobody is sent to another program').toHaveCount(0);
    await context.close();
    expect(problems, 'the other console has no error').toEqual([]);
  },
);

test.describe('what does not come to an end', () => {
  test.use({ expectErrors: ['net::ERR_', 'status of 404'] });

  test(
    'a download that is cancelled or breaks leaves nothing, and can be had again',
    { tag: ownContext },
    async ({ page, field }) => {
      await hearSome(field);
      await chooseOwnFolder(page);
      await enter(page, field.person, path(field));
      await create(page, 'June', 'OrionTool');
      const june = row(page, 'June.txt');
      await expect(june).toContainText('Ready', made);
      const download = '**/ftp/files/*/download';
      await page.route(download, () => {});
      await page.getByRole('button', { name: 'Download June.txt' }).click();
      await expect(june.getByRole('progressbar', { name: 'Download of June.txt' })).toBeVisible();
      await page.getByRole('button', { name: /^Robin/ }).click();
      await page.getByRole('button', { name: 'Log out' }).click();
      const asked = page.getByRole('alertdialog', { name: 'Log out during a download?' });
      await expect(asked).toContainText('1 download is running and will be cancelled.');
      await asked.getByRole('button', { name: 'Stay' }).click();
      const closing = page.waitForEvent('dialog');
      await page.close({ runBeforeUnload: true });
      expect((await closing).type()).toBe('beforeunload');
      await (await closing).dismiss();
      await page.getByRole('button', { name: 'Cancel the download of June.txt' }).click();
      await expect(june).toContainText('Download cancelled');
      await expect(page.getByRole('button', { name: 'Download June.txt' }), 'it is the same button').toBeFocused();
      await expect.poll(async () => savedIn(page, 'June.txt.gz'), 'nothing is left of it').toBeNull();
      await page.unroute(download);
      await page.route(download, (route) => route.abort('connectionreset'));
      await page.getByRole('button', { name: 'Download June.txt' }).click();
      await expect(june).toContainText('The connection was lost during the download.');
      await page.unroute(download);
      await page.getByRole('button', { name: 'Retry the download of June.txt' }).click();
      await expect(june).toContainText('Saved');
      const text = gunzipSync((await savedIn(page, 'June.txt.gz')) ?? Buffer.of()).toString();
      const [header = '', ...lines] = text.trimEnd().split(/\r?\n/);
      // Date 13, time 11, site 7, antenna 5, frequency 10, type 9, code 6, power 5 (FILE-10).
      const [at, end] = [13 + 11 + 7 + 5, 13 + 11 + 7 + 5 + 10];
      expect(header.slice(at, end).trimEnd()).toBe('Freq');
      expect(lines.map((line) => line.slice(at, end))).toEqual(['150.1200  ', '150.3400  ']);
      expect(lines.map((line) => line.slice(24, 31).trimEnd())).toEqual(['Crest', 'Gully']);
    },
  );

  test(
    'a browser that cannot write files downloads it by itself; what is gone says so',
    { tag: ownContext },
    async ({ page, field }) => {
      await hearSome(field);
      await page.addInitScript(() => void Object.assign(window, { showSaveFilePicker: undefined }));
      await enter(page, field.person, path(field));
      await create(page, 'July');
      await expect(row(page, 'July.csv')).toContainText('Ready', made);
      const begun = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download July.csv' }).click();
      const download = await begun;
      expect(download.suggestedFilename()).toBe('July.csv.gz');
      expect(new URL(download.url()).search, 'no secret is in the address').toBe('');
      expect(gunzipSync(await readFile(await download.path())).toString()).toContain('contactId,decodeTimeUTC');
      await expect(row(page, 'July.csv')).toContainText('Downloading in your browser');

      const colleague = await Colleague.open(field.person, field.mitasId);
      const { fileList } = await colleague.call<{ fileList: { id: number }[] }>('GET', '/ftp/files');
      await page.route('**/download-pass', async (route) => {
        await colleague.call('DELETE', `/ftp/files/${fileList[0]?.id}`);
        await route.continue();
      });
      await page.getByRole('button', { name: 'Download July.csv' }).click();
      await expect(messageOf(page)).toContainText(/July\.csv\.gz could not be downloaded\. July\.csv was deleted by Robin/);
      await colleague.close();
    },
  );
});
