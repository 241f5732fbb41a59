import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { byteRange } from '../../../../host/entry/http/byte-range.ts';
import { mapArchivePath } from '#model/entities/base-map.ts';
import { smallArchive } from '../../../support/small-archive.ts';
import { addPerson, addSystem, startTestHost, testPassword, type TestHost } from '../../../support/test-host.ts';

/** The archive of map tiles that the operator installed (LAY-7). */

const folder = mkdtempSync(path.join(tmpdir(), 'map-archive-'));
const file = path.join(folder, 'area.pmtiles');
const bytes = smallArchive(Buffer.alloc(5_000, 7));

let host: TestHost;
beforeAll(async () => {
  writeFileSync(file, bytes);
  host = await startTestHost({ mapArchive: file });
});
afterAll(async () => {
  await host.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (headers: Record<string, string> = {}) => fetch(host.url + mapArchivePath, { headers });
const bodyOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

describe('the part that a Range header asks for', () => {
  test.each([
    [undefined, 'whole'],
    ['bytes=0-99', { start: 0, end: 99 }],
    ['bytes=900-', { start: 900, end: 999 }],
    ['bytes=-10', { start: 990, end: 999 }],
    ['bytes=-5000', { start: 0, end: 999 }],
    ['bytes=990-5000', { start: 990, end: 999 }],
    ['bytes=1000-', null],
    ['bytes=-0', null],
    ['bytes=5-4', 'whole'],
    ['bytes=-', 'whole'],
    ['bytes=0-1,5-6', 'whole'],
    ['lines=0-1', 'whole'],
    ['bytes=99999999999999999999-', 'whole'],
  ] as const)('%s of 1000 bytes', (header, part) => {
    const whole = { start: 0, end: 999, isPart: false };
    expect(byteRange(header, 1_000)).toEqual(part === 'whole' ? whole : part === null ? undefined : { ...part, isPart: true });
  });
});

test('is sent in ranges, never packed, to anybody who opens the page', async () => {
  const part = await get({ range: 'bytes=0-126', 'accept-encoding': 'gzip, br' });
  expect([part.status, part.headers.get('content-range'), part.headers.get('content-encoding')]).toEqual([
    206,
    `bytes 0-126/${bytes.length}`,
    'identity',
  ]);
  expect(await bodyOf(part)).toEqual(Buffer.from(bytes.subarray(0, 127)));
  const whole = await get();
  expect([whole.status, whole.headers.get('accept-ranges'), whole.headers.get('content-type')]).toEqual([
    200,
    'bytes',
    'application/vnd.pmtiles',
  ]);
  expect(await bodyOf(whole)).toEqual(Buffer.from(bytes));
  const beyond = await get({ range: `bytes=${bytes.length}-` });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`]);
});

test('one that is put in its place is another one by its tag; one that is gone is missed', async () => {
  const etag = (await get()).headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[^"]+"$/);
  expect((await get({ 'if-none-match': etag })).status).toBe(304);
  expect((await get({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206);
  rmSync(file);
  expect((await get()).status).toBe(404);
  writeFileSync(file, smallArchive(Buffer.alloc(6_000, 8)));
  const now = await get({ range: 'bytes=0-9', 'if-range': etag });
  expect([now.status, now.headers.get('etag') === etag]).toEqual([200, false]);
  await now.body?.cancel();
  writeFileSync(file, bytes);
});

test.each(['/map/', '/map/area.pmtiles', '/map/..%2f..%2fetc%2fpasswd', '/map/archive.pmtiles/../x.pmtiles'])(
  'at %s there is nothing',
  async (url) => {
    expect((await fetch(host.url + url)).status).toBe(404);
  },
);

test('members of a system are told where it is', async () => {
  await addSystem(host, 'own', [[await addPerson(host, 'vera'), 4]]);
  const browser = host.browser();
  const token = await browser.logIn('vera', testPassword);
  expect((await browser.send('GET', '/api/mitashost/own/map/base', { token })).json).toEqual({
    archive: mapArchivePath,
    style: null,
    styleFailed: false,
  });
});
