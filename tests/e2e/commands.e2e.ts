import type { Locator, Page, ViewportSize } from '@playwright/test';
import { expiredText } from '#model/entities/expiry.ts';
import { receiverStatuses } from '#model/entities/receiver.ts';
import { ofType, rules } from '../support/fault-proxy.ts';
import { planted } from '../support/planted.ts';
import { TestBrowser } from '../support/test-browser.ts';
import { test } from './support/broken-line.ts';
import type { Field, GivenCommand } from './support/field.ts';
import { enter, expect, productUrl, ownContext } from './support/fixtures.ts';
import type { Operator } from './support/operator.ts';
import { expectAccessible, expectFineEverywhere, phone } from './support/page-checks.ts';
import { openReceivers, receiversPath, rowOf, visitReceivers } from './support/receivers-page.ts';
import { stopTime } from './support/stop-time.ts';

/**
 * Sending commands (SEND-1 to SEND-6) on the real page, against the real host; the test acts as the
 * receivers, which fetch their commands and answer them.
 */
test.use({ expectErrors: ['WebSocket connection to', 'net::ERR_'] });
test.afterEach(({ line }) => line.heal());

const crest = 'Crest';
const three = [crest, 'Hollow', 'Marsh'];

/** Opens the page of a system whose receivers fetch commands; those in `online` are online. */
async function open(
  page: Page,
  field: Field,
  operator: Operator,
  online: readonly string[] = [crest],
  query = '',
): Promise<void> {
  await field.asks(crest);
  const { db } = operator.database;
  const ids = online.map((alias) => field.receivers[alias] ?? 0);
  await db.updateTable('receiver_reports').set({ status: receiverStatuses.online }).where('rx_id', 'in', ids).execute();
  await openReceivers(page, field, query);
}

/** Opens the same page for a step, without commands left by an earlier step. */
async function openAgain(page: Page, field: Field, query = '', size?: ViewportSize): Promise<void> {
  await field.asks(...three);
  await visitReceivers(page, field, query, size);
}

async function send(page: Page, alias: string, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions of ${alias}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Send a command', exact: true }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

async function sendToSelected(page: Page, name: string): Promise<void> {
  await page.getByRole('toolbar', { name: 'Selected receivers' }).getByRole('button', { name: 'Command', exact: true }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** Returns the commands for the receivers once there are this many. */
async function given(field: Field, count: number, ...aliases: string[]): Promise<GivenCommand[]> {
  let commands: GivenCommand[] = [];
  const ask = async (): Promise<number> => (commands = await field.asks(...aliases)).length;
  await expect.poll(ask, { message: 'the receivers are given the commands' }).toBe(count);
  return commands;
}

const commandsOf = (page: Page): Locator => page.getByRole('list', { name: 'Commands' }).getByRole('listitem');

/** Returns the status of each command to these receivers. */
async function rowsIn({ database }: Operator, { receivers }: Field, aliases = Object.keys(receivers)): Promise<string[]> {
  const ids = aliases.map((alias) => receivers[alias] ?? 0);
  const rows = await database.db.selectFrom('commands').select('status').where('rx_id', 'in', ids).execute();
  return rows.map(({ status }) => status);
}

/** Returns the text of Crest's state in its row, its size, and its distance from the row's top. */
async function stateLook(page: Page): Promise<[string, string, number]> {
  return rowOf(page, crest)
    .locator("[data-area='status'] [data-status] > span:nth-child(2)")
    .evaluate((word): [string, string, number] => {
      const { top, bottom } = word.getBoundingClientRect();
      const row = word.closest("[role='row']")?.getBoundingClientRect();
      return [word.textContent, getComputedStyle(word).fontSize, Math.round((top + bottom) / 2 - (row?.top ?? 0))];
    });
}

test('a reboot from the row is seen in two browsers, goes on over a reload, and ends where it is told', async ({
  page,
  field,
  operator,
  browser,
}) => {
  await open(page, field, operator);
  const context = await browser.newContext({ baseURL: productUrl() });
  const other = await context.newPage();
  await enter(other, await operator.addPerson({ [field.mitasId]: 'viewer' }), receiversPath(field));
  await expect(rowOf(other, crest)).toBeVisible();

  const [online, ...lookOnline] = await stateLook(page);
  await send(page, crest, 'Reboot');
  const [command] = await given(field, 1, crest);
  const commandId = command?.commandId ?? '';
  expect(command?.commandType).toBe('rxReboot');
  await field.says({ commandId, status: 'acknowledged' });
  for (const each of [page, other]) await expect(rowOf(each, crest)).toContainText('Reboot: Executing');

  const [executing, ...lookExecuting] = await stateLook(page);
  expect([online, executing]).toEqual(['Online', 'Executing']);
  expect(lookExecuting, 'it stands where the state stood, and as large').toEqual(lookOnline);
  await expect(rowOf(page, crest).getByTitle('Reboot: Executing', { exact: true })).toBeVisible();

  await page.reload();
  await expect(rowOf(page, crest)).toContainText('Reboot: Executing');
  await expect(rowOf(other, crest).getByRole('status'), 'nothing is read out of what others asked for').toHaveCount(0);
  await field.says({ commandId, status: 'retrying', attempt: 2 });
  for (const each of [page, other]) await expect(rowOf(each, crest)).toContainText('Reboot: Retrying, try 2');
  await field.says({ commandId, status: 'completed' });
  await expect(page.getByText(`Command completed for receiver ${field.receivers[crest]}`, { exact: true })).toBeVisible();
  await expect(rowOf(page, crest)).toContainText('Online');
  await expect(rowOf(page, crest)).not.toContainText('Reboot');

  await other.goto(`${receiversPath(field)}?receiver=${field.receivers[crest]}`);
  await expect(commandsOf(other)).toHaveText([/^Reboot: Completed.*Robin Field/]);
  await context.close();
});

test('what becomes of commands for receivers that are online, and of one for later', async ({ page, field, operator, step }) => {
  await open(page, field, operator, three);

  await step('one for a receiver that is not online is queued when asked, listed, and cancelled', async () => {
    await openAgain(page, field);
    await send(page, 'Gully', 'Schedule refresh');
    const question = page.getByRole('dialog', { name: 'Schedule refresh of Gully?' });
    await expect(question).toContainText('Gully is not online, so the command cannot be sent now.');
    const sending = question.getByRole('button', { name: 'Schedule refresh', exact: true });
    await expect(sending).toBeDisabled();
    await question.getByRole('button', { name: /While it is not online/ }).click();
    await page.getByRole('option', { name: 'When it comes online, within 1 day' }).click();
    await sending.click();
    await page.getByRole('button', { name: 'Commands', exact: true }).click();
    await expect(commandsOf(page)).toHaveText([/^Schedule refresh of Gully: Waiting for the receiver/]);
    await page.getByRole('button', { name: 'Cancel Schedule refresh of Gully' }).click();
    await expect(commandsOf(page)).toHaveText([/^Schedule refresh of Gully: Cancelled/]);
    await expect.poll(() => rowsIn(operator, field, ['Gully'])).toEqual(['cancelled']);
  });

  await step('erasing is confirmed by what is lost, and what the receiver refuses is said with its reason', async () => {
    await openAgain(page, field);
    await send(page, crest, 'Erase memory');
    const question = page.getByRole('alertdialog', { name: 'Erase memory of Crest?' });
    await expect(question).toContainText('Crest loses all contacts stored in memory: 100 MB. This cannot be undone.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    expect(await rowsIn(operator, field, [crest])).toEqual([]);

    await send(page, crest, 'Erase memory');
    await question.getByRole('button', { name: 'Erase memory' }).click();
    const [command] = await given(field, 1, crest);
    await field.says({ commandId: command?.commandId ?? '', status: 'failed', error: 'The card is locked' });
    const id = field.receivers[crest];
    await expect(page.getByText(`Command failed for receiver ${id} (The card is locked)`, { exact: true })).toBeVisible();
  });

  await step('two under way in one row are both whole, in rows of either height', async () => {
    const sent: GivenCommand[] = [];
    await openAgain(page, field, '', { width: 1280, height: 800 });
    try {
      for (const name of ['Sync clock', 'Force refresh']) {
        await send(page, 'Marsh', name);
        sent.push(...(await given(field, 1, 'Marsh')));
        await field.says({ commandId: sent.at(-1)?.commandId ?? '', status: 'acknowledged' });
        await expect(rowOf(page, 'Marsh')).toContainText(`${name}: Executing`);
      }
      const words = rowOf(page, 'Marsh').locator("[data-area='status'] [data-status] > span:nth-child(2)");
      const cut = () =>
        words.evaluateAll((all) =>
          all.filter((word) => {
            const [own, cell] = [word, word.closest("[data-area='status']") ?? word].map((each) => each.getBoundingClientRect());
            return word.scrollWidth > word.clientWidth || own!.top < cell!.top || own!.bottom > cell!.bottom;
          }),
        );
      await expect(words).toHaveCount(2);
      await expect.poll(cut).toEqual([]);
      await page.getByRole('button', { name: 'Compact rows' }).click();
      await expect(words).toHaveCount(2);
      await expect.poll(cut).toEqual([]);
    } finally {
      await field.says(...sent.map(({ commandId }) => ({ commandId, status: 'completed' })));
    }
    await expect(rowOf(page, 'Marsh'), 'it may be sent them again').not.toContainText('Executing');
  });

  await step('many at once are one progress, of which the failed are sent again', async () => {
    const ids = three.map((alias) => field.receivers[alias]).join(',');
    await openAgain(page, field, `?selected=${ids}`);
    await sendToSelected(page, 'Sync clock');
    const commands = await given(field, 3, ...three);
    const progress = page.getByRole('region', { name: 'Sync clock of 3 receivers' });
    await expect(progress).toContainText('Sync clock: 0 of 3 done');
    const [first, ...others] = commands;
    await field.says({ commandId: first?.commandId ?? '', status: 'completed' });
    await expect(progress).toContainText('1 of 3 done');
    await field.says(...others.map(({ commandId }) => ({ commandId, status: 'failed', error: 'No time from the satellites' })));
    await expect(progress).toContainText('1 of 3 done, 2 failed');
    await expect(progress.getByRole('list', { name: 'Failed' }).getByRole('listitem')).toHaveCount(2);
    await progress.getByRole('button', { name: 'Retry the failed' }).click();
    const again = await given(field, 2, ...three);
    expect(new Set(again.map(({ rxId }) => rxId))).toEqual(new Set(others.map(({ rxId }) => rxId)));
    await field.says(...again.map(({ commandId }) => ({ commandId, status: 'completed' })));
    // Once all commands are done, the progress closes after showing the end.
    await expect(page.getByRole('region', { name: /^Sync clock of/ })).toHaveCount(0);
  });
});

test('a viewer is told why they may not', async ({ page, field, operator }) => {
  await enter(page, await operator.addPerson({ [field.mitasId]: 'viewer' }), receiversPath(field));
  await page.getByRole('button', { name: `Actions of ${crest}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Send a command', exact: true }).click();
  const items = page.getByRole('menuitem');
  await expect(items.first()).toHaveText('You need the Researcher role to send commands');
  for (const item of await items.all()) await expect(item).toHaveAttribute('aria-disabled', 'true');
});

test(
  'what the host refuses says so at once: the system expires while its menu stands open',
  { tag: ownContext },
  async ({ page, field, operator }) => {
    await page.clock.install();
    await open(page, field, operator);
    await page.getByRole('button', { name: `Actions of ${crest}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Send a command', exact: true }).click();
    const reboot = page.getByRole('menuitem', { name: 'Reboot', exact: true });
    await expect(reboot).toBeVisible();
    await planted(operator.database)
      .updateTable('systems')
      .set({ expiry: new Date(0) })
      .where('id', '=', field.mitasId)
      .execute();
    // The page gets no message; the host knows of the expiry once it refuses an edit without effect.
    const browser = new TestBrowser(productUrl());
    const token = await browser.logIn(field.person.username, field.person.password);
    const path = `/api/mitashost/${field.mitasId}/receivers/${field.receivers[crest]}/name`;
    const edit = () => browser.send('PATCH', path, { token, body: { oldName: crest, newName: crest } });
    await expect
      .poll(async () => (await edit()).status, { message: 'the host finds that it has expired', timeout: 40_000 })
      .toBe(409);
    await stopTime(page);
    await reboot.click();
    const text = `Reboot: Failed, ${expiredText}`;
    await expect(rowOf(page, crest).getByTitle(/^Reboot: /)).toHaveAttribute('title', text);
    await expect(page.getByText(`Command failed for receiver ${field.receivers[crest]} (${expiredText})`)).toBeVisible();
    expect(await rowsIn(operator, field)).toEqual([]);
  },
);

test('what the list of commands shows', async ({ page, field, operator, step }) => {
  await operator.database.pool.query(
    `insert into commands (system_id, command_id, rx_id, type, status, error)
     select $1, 'command-of-the-past-' || n, $2, 'rxReboot', 'failed', 'The receiver has no room left for it' from generate_series(1, 12) as n`,
    [field.mitasId, field.receivers[crest]],
  );
  await operator.database.pool.query(
    `insert into commands (system_id, command_id, rx_id, type, status, user_id, user_name)
     values ($1, 'command-of-the-host-1', $2, 'rxSyncClock', 'completed', null, null),
       ($1, 'command-of-a-person-1', $2, 'rxReboot', 'completed', 1, 'Ada')`,
    [field.mitasId, field.receivers[crest]],
  );
  await openReceivers(page, field);

  await step('the list leaves out what the host asked for by itself, when told to; the address keeps that (SEND-4)', async () => {
    await visitReceivers(page, field, '?commands=1');
    await expect(commandsOf(page)).toHaveCount(14);
    await page.getByRole('switch', { name: 'Only commands sent by people' }).click();
    await expect(commandsOf(page)).toHaveText([/^Reboot of Crest: Completed.*Ada/]);
    expect(new URL(page.url()).search).toBe('?commands=1&by=people');
    await page.reload();
    await expect(commandsOf(page)).toHaveCount(1);
    await expectAccessible(page);
    await page.getByRole('switch', { name: 'Only commands sent by people' }).click();
    await expect(commandsOf(page)).toHaveCount(14);
  });

  await step('a list that is longer than its room scrolls, and no line of it lies over another', async () => {
    await visitReceivers(page, field, '?commands=1', phone);
    await expect(commandsOf(page)).toHaveCount(14);
    const cramped = () =>
      commandsOf(page).evaluateAll((lines) => lines.filter((line) => line.scrollHeight > line.clientHeight).length);
    await expect.poll(cramped).toBe(0);
  });
});

test('a command is carried out once where the line breaks', async ({ page, field, operator, line, step }) => {
  await open(page, field, operator, three);

  await step('a line that is cut before the host has the command: it is sent again, and carried out once', async () => {
    line.heal();
    await openAgain(page, field);
    line.rule = rules.cuttingAt(ofType('rxReboot'), 'toHost');
    await send(page, crest, 'Reboot');
    const [command] = await given(field, 1, crest);
    await field.says({ commandId: command?.commandId ?? '', status: 'completed' });
    await expect(page.getByText(`Command completed for receiver ${field.receivers[crest]}`, { exact: true })).toBeVisible();
    expect(await rowsIn(operator, field, [crest])).toEqual(['completed']);
  });

  await step(
    'a line that is cut before the host can say anything: the page learns how it ended, and sends nothing twice',
    async () => {
      line.heal();
      await openAgain(page, field);
      line.rule = rules.cuttingAt(ofType('commandStatus'), 'toClient');
      line.hangsOpen = true;
      await send(page, 'Hollow', 'Reboot');
      await expect(rowOf(page, 'Hollow')).toContainText('It may or may not have arrived');
      const [command] = await given(field, 1, 'Hollow');
      await field.says({ commandId: command?.commandId ?? '', status: 'completed' });
      line.heal();
      await expect(page.getByText(`Command completed for receiver ${field.receivers['Hollow']}`, { exact: true })).toBeVisible();
      expect(await rowsIn(operator, field, ['Hollow'])).toEqual(['completed']);
    },
  );
});

test('what is asked before commands, and what is said of them, is accessible', async ({ page, field, operator }) => {
  const three = [crest, 'Hollow', 'Gully'];
  const ids = three.map((alias) => field.receivers[alias]).join(',');
  await open(page, field, operator, [crest, 'Hollow'], `?commands=1&selected=${ids}`);
  await page.getByRole('button', { name: 'Actions of Gully', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Send a command', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Reboot', exact: true })).toBeVisible();
  await expectFineEverywhere(page, '[role=menu]');
  await page.getByRole('menuitem', { name: 'Reboot', exact: true }).click();
  const wait = page.getByRole('dialog').getByRole('button', { name: /While it is not online/ });
  await expect(wait).toBeVisible();
  await expectFineEverywhere(page, '[role=dialog]');
  await wait.click();
  await expectFineEverywhere(page, '[role=listbox]');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await sendToSelected(page, 'Erase memory');
  await expectFineEverywhere(page, '[role=alertdialog]');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Erase memory' }).click();
  await expect(page.getByRole('region', { name: 'Erase memory of 3 receivers' })).toContainText('1 failed');
  await expect(commandsOf(page)).toHaveCount(3);
  await expectFineEverywhere(page);
});
