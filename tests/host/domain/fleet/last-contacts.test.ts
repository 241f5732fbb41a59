import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIntake } from '../../../../host/domain/contacts/intake.ts';
import { watchLastContacts } from '../../../../host/domain/fleet/last-contacts.ts';
import { type BusEvent, createLocalBus } from '../../../../host/platform/bus/bus.ts';
import { insertContacts } from '../../../../host/platform/store/contacts/contacts-store.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { receiversWithReports } from '../../../../host/platform/store/fleet/receivers.ts';
import { toReceiver } from '../../../../host/entry/http/receiver-of-row.ts';
import { plantListeners } from '../../../support/listening-receivers.ts';
import { logLines } from '../../../support/live-stage.ts';
import { withTestDatabase } from '../../../support/test-database.ts';

const now = Date.UTC(2026, 4, 1, 12, 30);
const hour = Date.UTC(2026, 4, 1, 12);
const contact = (rxId: number, ts: number) => ({ rxId, ant: 1, freq: 150.05, code: 42, type: 8, power: -80, ts });

let database: Database;
const events: BusEvent[] = [];
const bus = createLocalBus();
beforeAll(async () => {
  database = await withTestDatabase();
  await plantListeners(database, [1, 2, 3], 'field');
  bus.subscribe((event) => events.push(event));
});
afterAll(() => database.close());

const told = () =>
  events.flatMap((event) => (event.kind === 'message' && event.message.type === 'rxContacts' ? [event.message.payload] : []));
const known = async () =>
  Object.fromEntries((await receiversWithReports(database, 'field')).map(toReceiver).map((rx) => [rx.id, rx.contactTime]));

test('when the newest contact of a receiver was is noted, told and kept, late contacts aside (RX-49)', async () => {
  const intake = createIntake({ database, bus, log: logLines().log, now: () => now });
  const bring = async (...contacts: ReturnType<typeof contact>[]) => {
    const end = watchLastContacts({ database, bus, log: pino({ level: 'silent' }) });
    await intake.accept('field', contacts);
    await end();
  };
  await bring(contact(1, now - 5_000), contact(1, now - 9_000), contact(2, now - 3_600_000));
  expect(told()).toEqual([
    [
      { rxId: 1, ts: now - 5_000 },
      { rxId: 2, ts: now - 3_600_000 },
    ],
  ]);
  await bring(contact(1, now - 8_000));
  expect(told().at(-1), 'nothing older than what is known').toEqual([{ rxId: 1, ts: now - 5_000 }]);
  expect(await known()).toEqual({ 1: now - 5_000, 2: now - 3_600_000, 3: undefined });
});

test('what nobody noted as it came, as an import, is known by its hour (RX-49)', async () => {
  await insertContacts(database.pool, 'field', [contact(3, now - 1_000)]);
  expect((await known())[3]).toBe(hour);
});
