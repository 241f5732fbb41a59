import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createIntake, type Intake } from '../../../../host/domain/contacts/intake.ts';
import { createReceiverKey } from '../../../../host/domain/accounts/receiver-keys.ts';
import { createLocalBus, type BusEvent } from '../../../../host/platform/bus/bus.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import type { Contact } from '#model/entities/contact.ts';
import { withTestDatabase } from '../../../support/test-database.ts';
import { logLines } from '../../../support/live-stage.ts';
import { plantListeners } from '../../../support/listening-receivers.ts';
import { planted } from '../../../support/planted.ts';

const now = Date.UTC(2026, 4, 1);
const fiveMinutes = 300_000;
const contact = (over: Partial<Contact> = {}): Contact => ({
  rxId: 1,
  ant: 1,
  freq: 150.05,
  code: 42,
  type: 8,
  power: -80,
  ts: now,
  ...over,
});

let database: Database;
let intake: Intake;
let keyId: number;
const events: BusEvent[] = [];
const contactEvents = () => events.flatMap((event) => (event.kind === 'contacts' ? [event] : []));
const heardEvents = () => events.filter(({ kind }) => kind === 'heard');
const logged = logLines();
beforeAll(async () => {
  database = await withTestDatabase();
  await plantListeners(database, [1, 2, 3], 'field');
  await createReceiverKey(database, 'field', 'test');
  keyId = (await database.db.selectFrom('receiver_keys').select('id').executeTakeFirstOrThrow()).id;
  const bus = createLocalBus();
  bus.subscribe((event) => events.push(event));
  intake = createIntake({ database, bus, log: logged.log, now: () => now });
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query('delete from contacts');
  events.length = 0;
});

type Way = [name: string, accept: (contacts: Contact[]) => Promise<{ accepted: number; duplicates: number }>];
let seq = 0;
const ways: Way[] = [
  ['uncounted', (contacts) => intake.accept('field', contacts)],
  [
    'counted',
    (contacts) =>
      intake.acceptSequenced(
        'field',
        keyId,
        contacts.map((one) => ({ contact: one, seq: seq++ })),
      ),
  ],
];

test.each(ways)('those of the last five minutes, to the millisecond, make one event: %s (CON-12)', async (_, accept) => {
  const contacts = [
    contact({ ts: now - fiveMinutes - 1 }),
    contact({ ts: now - fiveMinutes }),
    contact({ ts: now }),
    contact({ ts: now + 60_000 }),
  ];
  expect(await accept(contacts)).toMatchObject({ accepted: 4, duplicates: 0 });
  expect(contactEvents()).toEqual([{ kind: 'contacts', mitasId: 'field', contacts: contacts.slice(1) }]);
});

test.each(ways)('without a recent one there is none: %s', async (_, accept) => {
  expect(await accept([contact({ ts: now - fiveMinutes - 1 })])).toMatchObject({ accepted: 1, duplicates: 0 });
  expect(await accept([])).toMatchObject({ accepted: 0, duplicates: 0 });
  expect(contactEvents()).toEqual([]);
});

test.each(ways)(
  'who was heard is published once for each batch, old contacts and sent again or not: %s (RX-23)',
  async (_, accept) => {
    const old = now - 24 * 60 * 60_000;
    const contacts = [contact({ rxId: 2, ts: old }), contact({ rxId: 1, ts: old }), contact({ rxId: 2, ts: now })];
    await accept(contacts);
    await accept(contacts);
    await accept([]);
    const heard = { kind: 'heard', mitasId: 'field', rxIds: [2, 1] };
    expect(heardEvents()).toEqual([heard, heard]);
  },
);

test.each(ways)('who is retired is not heard: %s (RX-37)', async (_, accept) => {
  const retire = (at: Date | null) =>
    planted(database).updateTable('receivers').set({ retired_at: at }).where('id', '=', 3).execute();
  await retire(new Date(now));
  try {
    await accept([contact({ rxId: 3, ts: now - 1 })]);
    await accept([contact({ rxId: 3, ts: now - 2 }), contact({ rxId: 1, ts: now - 2 })]);
    expect(heardEvents()).toEqual([{ kind: 'heard', mitasId: 'field', rxIds: [1] }]);
  } finally {
    await retire(null);
  }
});

test('of a batch only what is new is told', async () => {
  await intake.accept('field', [contact({ code: 1 })]);
  expect(await intake.accept('field', [contact({ code: 1 }), contact({ code: 2 })])).toEqual({
    accepted: 1,
    duplicates: 1,
    refused: [],
  });
  await intake.accept('field', [contact({ code: 1 }), contact({ code: 2 })]);
  expect(contactEvents().map(({ contacts }) => contacts.map(({ code }) => code))).toEqual([[1], [2]]);
});

test('what could not be stored is not told', async () => {
  await database.pool.query('alter table contacts rename to contacts_gone');
  await expect(intake.accept('field', [contact()])).rejects.toThrow('contacts');
  await expect(intake.acceptSequenced('field', keyId, [{ contact: contact(), seq: seq++ }])).rejects.toThrow('contacts');
  await database.pool.query('alter table contacts_gone rename to contacts');
  expect(events).toEqual([]);
});
