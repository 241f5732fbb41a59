import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Locator, Page } from '@playwright/test';
import { type Hearing, makeField } from './support/field.ts';
import { enter, expect } from './support/fixtures.ts';
import { test } from './support/host-pair.ts';
import { choose, receiversPath, rowOf } from './support/receivers-page.ts';
import { StreamPage } from './support/stream-page.ts';

type Watched = { failuresShown?: string[] };

const numbered = (from: number, count: number): Hearing[] =>
  Array.from({ length: count }, (_, index) => ({ receiver: 'Crest', code: from + index, ts: Date.now() - 4_000 + index }));

/** Records each later frame in which the page reports a failure, with its words. */
async function watchForFailures(page: Page): Promise<void> {
  await page.evaluate(() => {
    const shown: string[] = ((globalThis as Watched).failuresShown = []);
    const look = (): void => {
      const found = /.{0,40}(?:could not|cannot be|failed|went wrong|try again|retry|please contact).{0,40}/is.exec(
        document.body.textContent,
      );
      if (found !== null) shown.push(found[0]);
      requestAnimationFrame(look);
    };
    look();
  });
}

const failuresOf = (page: Page) => page.evaluate(() => [...new Set((globalThis as Watched).failuresShown)]);

/** Types a new name and returns the field; Enter submits it. */
async function typeName(page: Page, from: string, to: string): Promise<Locator> {
  await choose(page, from, 'Rename');
  const name = page.getByLabel(`New name of ${from}`);
  await name.fill(to);
  return name;
}

test.use({ expectErrors: ['WebSocket connection to', 'net::ERR_'] });

test('a host is told to stop: its consoles go to the other, with what was under way, heard and edited (HOST-17)', async ({
  page,
  context,
  operator,
  pair,
}) => {
  test.slow();
  const field = await makeField(operator, pair.frontUrl);
  const key = (await operator.admin(['keys', 'create', field.mitasId, 'slow receiver']))[1] ?? '';
  const stream = new StreamPage(page);
  await enter(page, field.person, `/dashboard/${field.mitasId}/receivers/stream`);
  await stream.isStreaming();
  await stream.showLast('5 mins');
  await field.hear(...numbered(1, 10));
  await stream.expectLegend(['Crest10'], '10 contacts shown');
  const editor = await context.newPage();
  await editor.goto(receiversPath(field));
  await expect(rowOf(editor, 'Crest')).toBeVisible();
  const pages = [page, editor];
  for (const one of pages) await watchForFailures(one);

  const headers = { authorization: `Receiver ${key}`, 'content-type': 'application/x-ndjson', expect: '100-continue' };
  const slow = request(`${pair.frontUrl}/api/ingest/${field.mitasId}/contacts`, { method: 'POST', headers });
  const answered = once(slow, 'response') as Promise<[IncomingMessage]>;
  slow.flushHeaders();
  await once(slow, 'continue');
  const lines = numbered(101, 20).map((contact) => JSON.stringify({ ant: 1, freq: 150.12, type: 18, power: -80, ...contact }));
  slow.write(`${lines.slice(0, 10).join('\n')}\n`);

  const { child } = pair.first;
  const ended = once(child, 'exit');
  const peak = await typeName(editor, 'Crest', 'Peak');
  child.kill('SIGTERM');
  const isSent = peak.press('Enter');
  const isTaken = () =>
    fetch(`${pair.url}/api/health`).then(
      () => true,
      () => false,
    );
  await expect.poll(isTaken, { message: 'it takes no more connections', intervals: [100] }).toBe(false);
  expect(child.exitCode, 'it waits for what is under way').toBeNull();
  // The upload takes 10 s, in which a busy machine may not finish an edit on the page.
  slow.end(lines.slice(10).join('\n'));
  const [answer] = await answered;
  await isSent;
  await expect(rowOf(editor, 'Peak')).toBeVisible();
  await (await typeName(editor, 'Gully', 'Ravine')).press('Enter');
  await expect(rowOf(editor, 'Ravine')).toBeVisible();
  await field.hear(...numbered(201, 5).map((contact) => ({ ...contact, receiver: 'Peak' })));
  expect([answer.statusCode, await json(answer)]).toMatchObject([200, { accepted: 20 }]);
  await ended;
  expect([child.exitCode, pair.first.output()]).toEqual([0, expect.stringContaining('the host has stopped')]);
  expect(pair.first.output()).not.toContain('requests were not answered in time');

  await stream.isStreaming();
  await field.hear(...numbered(301, 5).map((contact) => ({ ...contact, receiver: 'Peak' })));
  await stream.expectLegend(['Peak40'], '40 contacts shown');
  expect(await Promise.all(pages.map(failuresOf))).toEqual([[], []]);
  // The data of the other host, not just what the page shows.
  await editor.reload();
  await expect(rowOf(editor, 'Peak')).toBeVisible();
  await expect(rowOf(editor, 'Ravine')).toBeVisible();
});
