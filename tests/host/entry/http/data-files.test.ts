import { createHash } from 'node:crypto';
import { readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DumpFile, DumpQuota } from '#model/entities/dump-file.ts';
import { createAccessKey } from '../../../../host/domain/accounts/access-keys.ts';
import { dataFileJob } from '../../../../host/domain/files/make-file.ts';
import { jobStatusOf } from '../../../../host/platform/jobs/job-records.ts';
import { insertContacts } from '../../../../host/platform/store/contacts/contacts-store.ts';
import { inTransaction } from '../../../../host/platform/store/database.ts';
import { addFile, dumpLimitBytes, findFile, noteFile } from '../../../../host/platform/store/files/data-files.ts';
import { changeStage, type ChangeStage, type Sitter } from '../../../support/change-stage.ts';
import { sampleContact } from '../../../support/contact-samples.ts';
import { openSession } from '../../../support/open-session.ts';

/** The calls of data files (CALL-3, FILE-3, FILE-6 to FILE-9). */

const day = Date.UTC(2026, 4, 3);
const dateRange: [number, number] = [day, day + 86_400_000];

let stage: ChangeStage;
let filesDir: string;
let olga: Sitter;
let rita: Sitter;
let vera: Sitter;
beforeAll(async () => {
  filesDir = await mkdtemp(path.join(tmpdir(), 'data-files-test-'));
  stage = await changeStage({ filesDir });
  [olga, rita, vera] = [await stage.sit('olga', 2), await stage.sit('rita', 3), await stage.sit('vera', 4)];
  const [a, b] = stage.rx;
  await insertContacts(
    stage.host.database.pool,
    stage.river,
    Array.from({ length: 3_000 }, (_, at) => sampleContact({ rxId: at % 3 === 0 ? b : a, code: at % 50, ts: day + at * 1_000 })),
  );
});
afterAll(async () => {
  await stage.close();
  rmSync(filesDir, { recursive: true, force: true });
});

type Listed = { fileList: DumpFile[]; quota: DumpQuota };
type Entry = { fileEntryInfo: DumpFile };

const ask = (who: Sitter, fileName: string, more: object = {}) =>
  who.call('POST', '/ftp/files', { body: { fileName, fileType: 'CSV', filters: { dateRange }, ...more } });
type Answer = Awaited<ReturnType<Sitter['call']>>;
const fileIn = ({ json }: Answer): DumpFile => (json as Entry).fileEntryInfo;
const get = async (id: number, who = vera) => fileIn(await who.call('GET', `/ftp/files/${id}`));
const list = async (who = vera) => (await who.call('GET', '/ftp/files')).json as Listed;
const made = async (id: number): Promise<DumpFile> => {
  await expect.poll(async () => (await get(id)).completed, { timeout: 20_000, interval: 50 }).toBe(1);
  return get(id);
};
const ready = async (fileName: string, more: object = {}): Promise<DumpFile> => {
  const asked = await ask(rita, fileName, more);
  expectAnswer(asked, 200, '');
  return made(fileIn(asked).id);
};
const expectAnswer = ({ status, text }: Answer, code: number, words: string) =>
  expect([status, text]).toEqual([code, expect.stringContaining(words)]);
const estimate = async (more: object = {}, who = rita) =>
  who.call('POST', '/ftp/estimate', { body: { filters: { dateRange }, fileType: 'CSV', ...more } });
const linesOf = async (id: number) =>
  gunzipSync(Buffer.from((await download(vera, id)).bytes))
    .toString()
    .split('\r\n');
const download = (who: Sitter, id: number, headers: Record<string, string> = {}) =>
  who.call('GET', `/ftp/files/${id}/download`, { headers });
const lying = () => readdirSync(filesDir, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.gz'));

test('is asked for, made, told of, listed and downloaded (FILE-3, FILE-8)', async () => {
  const heard = vera.of('invalidate').length;
  const asked = await ask(rita, 'May');
  const fileEntryInfo = fileIn(asked);
  expect(fileEntryInfo).toMatchObject({
    name: 'May.csv',
    size: null,
    createdBy: 'Test rita',
    deletedTime: null,
    deletedBy: null,
    fileType: 'CSV',
    filters: { dateRange, rxIds: null },
  });
  const entry = await made(fileEntryInfo.id);
  await expect
    .poll(() => vera.of('invalidate').filter(({ payload }) => payload.includes('dumpFiles')).length - heard, { interval: 20 })
    .toBeGreaterThanOrEqual(2);

  const whole = await download(vera, fileEntryInfo.id);
  const bytes = Buffer.from(whole.bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect(gunzipSync(bytes).toString().split('\r\n')).toHaveLength(3_002);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'application/gzip',
    'content-length': String(bytes.length),
    'content-disposition': 'attachment; filename="May.csv.gz"',
    'content-encoding': 'identity',
    'accept-ranges': 'bytes',
    etag: `"${sha256}"`,
    'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
  });
  expect(entry).toMatchObject({ available: true, size: bytes.length, rows: 3_000, sha256, progress: null, error: null });
  const { fileList, quota } = await list();
  expect(fileList).toContainEqual(entry);
  expect(quota).toEqual({ usedBytes: bytes.length, limitBytes: dumpLimitBytes });

  const first = await download(vera, entry.id, { range: 'bytes=0-99' });
  const rest = await download(vera, entry.id, { range: 'bytes=100-', 'if-range': `"${sha256}"` });
  expect([first.status, rest.status, rest.headers.get('content-range')]).toEqual([
    206,
    206,
    `bytes 100-${bytes.length - 1}/${bytes.length}`,
  ]);
  expect(Buffer.concat([Buffer.from(first.bytes), Buffer.from(rest.bytes)])).toEqual(bytes);
  expect((await download(vera, entry.id, { 'if-none-match': `"${sha256}"` })).status).toBe(304);
  expect((await download(vera, entry.id, { range: `bytes=${bytes.length}-` })).status).toBe(416);
});

test('holds the receivers that are asked for, in the format that is asked for; unknown ones are refused', async () => {
  const [, b] = stage.rx;
  const file = await ready('only b', { filters: { dateRange, rxIds: [b] }, fileType: 'OrionTool' });
  expect(file).toMatchObject({ name: 'only b.txt', rows: 1_000, fileType: 'OrionTool', filters: { rxIds: [b] } });
  expect((await linesOf(file.id))[1]).toBe('03/05/26     00:00:00   B      1    150.1000  Coded    0     -84  ');
  const refused = await ask(rita, 'unknown', { filters: { dateRange, rxIds: [b, 999_999] } });
  const error = { field: 'filters.rxIds', message: 'There is no receiver 999999 in this system.' };
  expect([refused.status, refused.json]).toMatchObject([400, { error }]);
});

test('has more columns on request, which take more room; OrionTool has none (FILE-14)', async () => {
  const columns = ['utc', 'place'];
  const bytesOf = async (more: object) => ((await estimate(more)).json as { bytes: number }).bytes;
  expect(await bytesOf({ columns })).toBeGreaterThan(await bytesOf({}));
  const file = await ready('more columns', { columns });
  expect(file.columns).toEqual(columns);
  expect((await list()).fileList.find(({ id }) => id === file.id)?.columns).toEqual(columns);
  expect((await linesOf(file.id))[0]).toMatch(/,receiverName,utcTime,siteName,latitude,longitude$/);
  expectAnswer(await ask(rita, 'fixed', { columns, fileType: 'OrionTool' }), 400, '"field":"columns"');
});

test('is estimated before, from the hours (FILE-7)', async () => {
  const { rows, bytes, quota } = (await estimate()).json as { rows: number; bytes: number; quota: DumpQuota };
  expect(rows).toBe(3_000);
  expect(bytes).toBeGreaterThan(10_000);
  expect(quota.limitBytes).toBe(dumpLimitBytes);
});

test('a name is there once among those that are not deleted, in whatever case (FILE-3)', async () => {
  await ready('Once.csv');
  const again = await ask(rita, 'once');
  expectAnswer(again, 409, "A file 'once.csv' already exists");
  expect(again.json).toMatchObject({ error: { field: 'fileName' } });
  for (const name of ['...', '---', '.csv', ' .CSV', '_ -.csv'])
    expectAnswer(await ask(rita, name), 400, 'A name needs at least one letter or digit.');
});

test('who may: Viewers read, Researchers make and delete, another system sees nothing (ROLE-6)', async () => {
  const { id } = await ready('roles');
  expect((await ask(vera, 'by a viewer')).status).toBe(403);
  expect((await estimate({}, vera)).status).toBe(403);
  expect((await vera.call('DELETE', `/ftp/files/${id}`)).status).toBe(403);
  const lena = await stage.sit('lena', 2, stage.lake);
  for (const path of [`/ftp/files/${id}`, `/ftp/files/${id}/download`]) expect((await lena.call('GET', path)).status).toBe(404);
  expect((await lena.call('POST', `/ftp/files/${id}/download-pass`)).status).toBe(404);
  expect((await lena.call('DELETE', `/ftp/files/${id}`)).status).toBe(404);
  expect(await list(lena)).toMatchObject({ fileList: [], quota: { usedBytes: 0 } });
  expect((await get(id)).available).toBe(true);
});

test('deleting gives the bytes back at once and keeps the entry; of a failed one nothing is kept (FILE-7)', async () => {
  const file = await ready('to go');
  const [before, used] = [lying().length, (await list()).quota.usedBytes];
  const gone = fileIn(await rita.call('DELETE', `/ftp/files/${file.id}`));
  expect(gone).toMatchObject({ completed: 1, available: false, deletedBy: 'Test rita', size: file.size });
  expect(gone.deletedTime).toBeGreaterThan(file.date - 1);
  expect(lying()).toHaveLength(before - 1);
  expect((await list()).quota.usedBytes).toBe(used - (file.size ?? 0));
  expect((await list()).fileList).toContainEqual(gone);
  const late = await download(vera, file.id);
  // A download says who deleted the file (FILE-16).
  expectAnswer(late, 404, 'to go.csv was deleted by Test rita.');
  expectAnswer(await vera.call('POST', `/ftp/files/${file.id}/download-pass`), 404, late.text);
  // The file's name is free again.
  await ready('to go');

  const failing = await ready('failed');
  await noteFile(stage.host.database, failing.id, { completed: 0, error: 'why' });
  expect(await get(failing.id)).toMatchObject({ completed: 0, error: 'why' });
  expect((await rita.call('DELETE', `/ftp/files/${failing.id}`)).json).toEqual({});
  expectAnswer(await vera.call('GET', `/ftp/files/${failing.id}`), 404, 'There is no such file. It may have been deleted.');
});

/** Blocks reading contacts for files until `work` ends: each file waits for its turn. */
async function withoutTurns(work: () => Promise<void>): Promise<void> {
  const { histories } = stage.host.database.ingest;
  const turns = [await histories.take(0), await histories.take(0)];
  try {
    await work();
  } finally {
    for (const end of turns) end();
  }
}

const jobOf = async (id: number) => {
  const file = await findFile(stage.host.database, stage.river, id);
  return jobStatusOf(stage.host.database, dataFileJob.name, file?.job_id ?? '');
};

test('deleting one that is being made cancels its job, and leaves nothing of it (FILE-6)', async () => {
  const before = lying();
  const used = (await list()).quota.usedBytes;
  await withoutTurns(async () => {
    const { id } = fileIn(await ask(rita, 'under way'));
    await expect.poll(() => jobOf(id), { timeout: 20_000 }).toMatchObject({ stage: 'at' });
    await expect.poll(lying, { message: 'it is begun' }).toHaveLength(before.length + 1);
    expect((await list()).quota.usedBytes).toBeGreaterThan(used);
    const gone = fileIn(await rita.call('DELETE', `/ftp/files/${id}`));
    expect(gone).toMatchObject({ completed: 0, error: 'It was deleted while it was being made.', available: false });
    expect(gone.deletedTime).not.toBeNull();
    expect((await list()).quota.usedBytes, 'what was reserved is free').toBe(used);
    expect(await jobOf(id)).toMatchObject({ stage: 'over', isCancelled: true });
    await expect.poll(lying).toEqual(before);
  });
});

test('of one system ten are made or wait at a time: another is refused (FILE-6)', async () => {
  await withoutTurns(async () => {
    const ids: number[] = [];
    for (let at = 0; at < 10; at += 1) ids.push(fileIn(await ask(rita, `many ${at}`)).id);
    const words = '10 files are already being made. Wait until one is ready, or delete one.';
    expectAnswer(await ask(rita, 'one too many'), 409, words);
    for (const id of ids) await rita.call('DELETE', `/ftp/files/${id}`);
  });
  await ready('one too many');
});

test('one whose job ended without a word has failed, and says so', async () => {
  const { id } = await ready('lost');
  await noteFile(stage.host.database, id, { completed: null, rows: null, bytes: null, sha256: null });
  expect(await get(id)).toMatchObject({ completed: 0, error: 'It was cancelled.' });
});

/** Adds a ready file that no job made. Returns its id. */
function plantFile(name: string, place: string, bytes: number): Promise<number> {
  const asked = { system_id: stage.river, name, file_type: 'CSV', from_ms: 0, to_ms: 1, expected_rows: 1 } as const;
  const ready = { place, bytes, reserved_bytes: 0, completed: 1, rows: 1, sha256: 'ab'.repeat(32) } as const;
  return addFile(stage.host.database, { ...asked, ...ready });
}

test('of two that ask at once for the last room one gets it; the other reads what is used, needed and there is (FILE-7)', async () => {
  const { usedBytes } = (await list()).quota;
  const { bytes } = (await estimate()).json as { bytes: number };
  await plantFile('large.csv', 'river/large', dumpLimitBytes - usedBytes - bytes - 100);
  const both = await Promise.all([ask(rita, 'race 1'), ask(olga, 'race 2')]);
  const refused = both.find(({ status }) => status === 409);
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  expect(refused?.text).toMatch(/The file needs about [\d.]+ KB, but 2 GB of 2 GB are used\. Delete files/);
  const large = (await list()).fileList.find(({ name }) => name === 'large.csv');
  expect(large, 'it lies on no disk of this host (FILE-9)').toMatchObject({ completed: 1, available: false });
  expectAnswer(await download(vera, large?.id ?? 0), 404, 'not on this host');
  expectAnswer(await vera.call('POST', `/ftp/files/${large?.id}/download-pass`), 404, 'not on this host');
  await rita.call('DELETE', `/ftp/files/${large?.id}`);
});

test('a pass lets the browser download that file for a minute, and nothing else (FILE-8)', async () => {
  const [file, other] = [await ready('passed'), await ready('not passed')];
  const base = `/api/mitashost/${stage.river}/ftp/files`;
  const browser = stage.host.browser();
  const { token } = await openSession(stage.host, vera.id);
  const passed = await browser.send('POST', `${base}/${file.id}/download-pass`, { token });
  expect([passed.status, passed.json]).toEqual([200, { message: 'This browser may download the file for a minute' }]);
  const cookie = browser.setCookies.find((line) => line.startsWith('download-pass=')) ?? '';
  for (const part of [`Path=${base}/${file.id}/download;`, 'HttpOnly', 'SameSite=Strict']) expect(cookie).toContain(part);
  const expires = Date.parse(/Expires=([^;]+)/.exec(cookie)?.[1] ?? '') - Date.now();
  expect(expires).toBeGreaterThan(0);
  expect(expires).toBeLessThanOrEqual(60_000);

  const own = `${base}/${file.id}/download`;
  expect((await browser.send('GET', own)).status).toBe(200);
  const value = browser.cookie('download-pass') ?? '';
  const shown = async (at: string, pass = value) =>
    (await stage.host.browser().send('GET', at, { headers: { cookie: `download-pass=${pass}` } })).status;
  expect(await shown(own)).toBe(200);
  expect(await shown(`${base}/${other.id}/download`), 'another file').toBe(401);
  expect(await shown(`${base}/${file.id}`), 'another call').toBe(401);
  expect(await shown(`/api/mitashost/${stage.lake}/ftp/files/${file.id}/download`), 'another system').toBe(401);
  expect(await shown(own, 'no')).toBe(401);

  const { db } = stage.host.database;
  const past = { expires_at: new Date(Date.now() - 1) };
  await db.updateTable('data_file_passes').set(past).execute();
  expect(await shown(own), 'past').toBe(401);
  const another = await browser.send('POST', `${base}/${file.id}/download-pass`, { token });
  expect(another.status).toBe(200);
  await db.updateTable('sessions').set({ ended_at: new Date(), ended_reason: 'logout' }).where('user_id', '=', vera.id).execute();
  expect((await browser.send('GET', own)).status, 'its session ended').toBe(401);
});

const slowBytes = 64 * 1_048_576;

/** Makes a file larger than the buffers on its way; returns its download address. */
async function slowFile(name: string): Promise<string> {
  const place = `${stage.river}/${createHash('md5').update(name).digest('hex')}.gz`;
  writeFileSync(path.join(filesDir, place), '');
  truncateSync(path.join(filesDir, place), slowBytes);
  const id = await plantFile(name, place, slowBytes);
  return `${stage.host.url}/api/mitashost/${stage.river}/ftp/files/${id}/download`;
}

/** A download of which only the headers are read, until `rest` reads the bytes and counts them. */
type Held = { status: number; leave: () => void; rest: () => Promise<number> };
const hold = (url: string, token: string) =>
  new Promise<Held>((resolve, reject) => {
    const asked = request(url, { headers: { authorization: `Bearer ${token}` } }, (answer) => {
      answer.on('error', () => undefined);
      const rest = async () => {
        let bytes = 0;
        answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
        // Also if the download breaks off.
        await new Promise((done) => answer.once('close', done));
        return bytes;
      };
      resolve({ status: answer.statusCode ?? 0, leave: () => asked.destroy(), rest });
    });
    asked.on('error', reject);
    asked.end();
  });

test('one person downloads four at a time; who goes away ends the stream (FILE-8)', async () => {
  const sven = await stage.sit('sven', 4);
  const url = await slowFile('slow.csv');
  const { token } = await openSession(stage.host, sven.id);
  const open = () => hold(url, token);
  const four = [await open(), await open(), await open(), await open()];
  expect(four.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const refused = await open();
  expect(refused.status).toBe(429);
  refused.leave();
  four[0]?.leave();
  const again = async () => {
    const one = await open();
    one.leave();
    return one.status;
  };
  await expect.poll(again, { interval: 50, timeout: 10_000 }).toBe(200);
  for (const one of four) one.leave();
});

test('what is being sent breaks off when the key, the session or the membership of its caller ends (FILE-8)', async () => {
  const [tina, url] = [await stage.sit('tina', 4), await slowFile('ended.csv')];
  const [first, second] = [await openSession(stage.host, tina.id), await openSession(stage.host, tina.id)];
  const owner = { userId: tina.id, systemId: stage.river };
  const key = await inTransaction(stage.host.database, (within) => createAccessKey(within, owner, 'program'));
  const ended = [await hold(url, key.key), await hold(url, first.token), await hold(url, second.token)];
  const kept = await hold(url, second.token);
  expect([...ended, kept].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { bus } = stage.host;
  bus.publish({ kind: 'membershipChanged', userId: tina.id, mitasId: stage.lake });
  bus.publish({ kind: 'membershipChanged', userId: vera.id, mitasId: stage.river });
  bus.publish({ kind: 'accessKeyRevoked', keyId: key.id });
  bus.publish({ kind: 'sessionEnded', sessionId: first.sessionId });
  expect(await ended[0]?.rest()).toBeLessThan(slowBytes);
  expect(await ended[1]?.rest()).toBeLessThan(slowBytes);
  expect(await kept.rest(), "another's end is nothing to it").toBe(slowBytes);
  bus.publish({ kind: 'membershipChanged', userId: tina.id, mitasId: stage.river });
  expect(await ended[2]?.rest()).toBeLessThan(slowBytes);
});

test('one system takes half of the downloads of a host (FILE-8)', async () => {
  const url = await slowFile('half.csv');
  const held: Held[] = [];
  for (let person = 0; person < 13; person += 1) {
    const { token } = await openSession(stage.host, (await stage.sit(`many${person}`, 4)).id);
    for (let each = 0; each < 4 && held.length < 51; each += 1) held.push(await hold(url, token));
  }
  expect(held.slice(0, 50).every(({ status }) => status === 200)).toBe(true);
  expect(held.at(-1)?.status).toBe(429);
  for (const one of held) one.leave();
});
