import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertContacts } from '../../../../../host/platform/store/contacts/contacts-store.ts';
import { heardPerHour } from '../../../../../host/platform/store/contacts/hourly-listening.ts';
import type { Database } from '../../../../../host/platform/store/database.ts';
import { plantListeners } from '../../../../support/listening-receivers.ts';
import { withTestDatabase } from '../../../../support/test-database.ts';

const hourMs = 3_600_000;
const noon = Date.UTC(2026, 4, 1, 12);
let database: Database;
beforeAll(async () => {
  database = await withTestDatabase();
  await plantListeners(database, [1, 2], 'field');
});
afterAll(() => database.close());

let ts = 0;
const heard = (hour: number, code: number, count: number, more: { rxId?: number; type?: number } = {}) =>
  Array.from({ length: count }, () => ({ rxId: 1, ant: 1, freq: 150.3, code, type: 8, power: -80, ts: hour + ts++, ...more }));

test('what a receiver heard in each hour: the senders that it heard most, noise, and all others (FLEET-16)', async () => {
  await insertContacts(database.pool, 'field', [
    ...[1, 2, 3, 4, 5, 6].flatMap((code) => heard(noon, code, 5)),
    ...heard(noon + hourMs, 1, 2),
    ...heard(noon, 0, 9, { type: 7 }),
    ...heard(noon, 8, 1),
    ...heard(noon, 9, 1),
    // More than any sender, but noise is no sender and takes no sender's place.
    ...heard(noon, 995, 20, { type: 4 }),
    ...heard(noon, 1, 30, { rxId: 2 }),
    ...heard(noon - hourMs, 1, 4),
  ]);
  const rows = await heardPerHour(database, 'field', { rxId: 1, from: noon, to: noon + 2 * hourMs });
  const said = rows.map(({ hour, kind, codeNumber, frequency, count }) => [
    (hour - noon) / hourMs,
    kind,
    codeNumber,
    frequency,
    count,
  ]);
  expect(said).toEqual([
    [0, 'noise', null, null, 20],
    [0, 'others', null, null, 2],
    ...[1, 2, 3, 4, 5, 6].map((code) => [0, 'sender', code, 150.3, 5]),
    [0, 'sender', null, 150.3, 9],
    [1, 'sender', 1, 150.3, 2],
  ]);
});
