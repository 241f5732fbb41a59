import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { csrfHeader, fileType, operationHeader } from '#model/contract/call.ts';
import type { Database } from '../../host/platform/store/database.ts';
import { othersOn } from '../support/database-attacks.ts';
import { endHostProcess, hostPlace, type HostProcess, startHostProcess } from '../support/host-process.ts';
import { fileBytes, riverGeoJson } from '../support/layer-files.ts';
import { openSession } from '../support/open-session.ts';
import { withTestDatabase } from '../support/test-database.ts';
import { addPerson, addSystem, startTestHost, type TestHost } from '../support/test-host.ts';

/** A host killed while adding a layer (LAY-1, CHG-5). */

const patience = { timeout: 90_000, interval: 20 };
let dataDir: string;
let database: Database;
let other: TestHost;
let killed: HostProcess & { url: string };
let token: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'killed layer '));
  database = await withTestDatabase();
  other = await startTestHost({ database });
  const ada = await addPerson(other, 'ada');
  await addSystem(other, 'river', [[ada, 2]]);
  ({ token } = await openSession(other, ada));
  const settings = { DATABASE_URL: database.url, SIMULATOR: 'off', DEMO: 'off', LOG_LEVEL: 'warn' };
  const place = await hostPlace(dataDir, settings);
  killed = { ...(await startHostProcess(place, 120_000)), url: place.url };
}, 180_000);
afterAll(async () => {
  await endHostProcess(killed.child, 'SIGKILL');
  await other.close();
  await database.close();
  await rm(dataDir, { recursive: true });
});

async function addRivers(url: string): Promise<Response> {
  const csrf = await fetch(`${url}/api/public/csrf-token`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  return fetch(`${url}/api/mitashost/river/map/layers?name=Rivers&color=%23000000&fileName=a.json`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      cookie: csrf.headers
        .getSetCookie()
        .map((line) => line.split(';', 1)[0] ?? '')
        .join('; '),
      [csrfHeader]: csrfToken,
      [operationHeader]: 'operation-of-a-killed-host',
      'content-type': fileType,
    },
    body: fileBytes(riverGeoJson()),
  });
}

const kept = async () => {
  const { rows } = await database.pool.query(
    `select (select count(*)::int from map_layers) as layers, (select count(*)::int from map_layer_contents) as contents,
      (select count(*)::int from operations) as operations, (select count(*)::int from changes where system_id = 'river') as changes`,
  );
  return rows[0] as unknown;
};

test('of a layer that it had not committed nothing is kept; asked for again, another host adds it once', async () => {
  const before = await kept();
  const holder = await database.pool.connect();
  await holder.query('begin');
  // The features and the layer are written by then, the change is not.
  await holder.query('lock table changes in access exclusive mode');
  const answer = addRivers(killed.url).catch(() => 'no answer');
  const waiting = async () => (await othersOn(database.url)).filter(({ waitsFor }) => waitsFor === 'Lock').length;
  await expect.poll(waiting, patience).toBeGreaterThan(0);
  await endHostProcess(killed.child, 'SIGKILL');
  await holder.query('rollback');
  holder.release();
  expect(await answer).toBe('no answer');
  await expect.poll(waiting, patience).toBe(0);
  expect(await kept()).toEqual(before);
  const [first, again] = [await addRivers(other.url), await addRivers(other.url)];
  expect([first.status, await again.json()]).toEqual([200, await first.json()]);
  expect(await kept()).toEqual({ layers: 1, contents: 1, operations: 1, changes: expect.any(Number) as number });
});
