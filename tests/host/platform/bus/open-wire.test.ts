import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BusEvent, createLocalBus } from '../../../../host/platform/bus/bus.ts';
import { openLine } from '../../../../host/platform/bus/database-line.ts';
import { openWire } from '../../../../host/platform/bus/open-wire.ts';
import { startRelay } from '../../../../host/platform/bus/relay.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { withTestDatabase } from '../../../support/test-database.ts';

const patience = { timeout: 30_000, interval: 10 };
const log = pino({ level: 'silent' });

let databases: Database[];
let meeting: Database;
const open: (() => Promise<void>)[] = [];
beforeEach(async () => {
  databases = [await withTestDatabase(), await withTestDatabase()];
  meeting = await withTestDatabase('system');
});
afterEach(async () => {
  for (const close of open.splice(0)) await close();
  for (const database of [...databases, meeting]) await database.close();
});

/** Starts a process on a database that meets others at BUS_URL. */
async function start(database: Database | undefined) {
  if (database === undefined) throw new Error('no database');
  const bus = createLocalBus();
  const events: BusEvent[] = [];
  bus.subscribe((event) => events.push(event));
  const line = openLine(database.pool.options, log);
  const { wire, close } = await openWire({ busUrl: meeting.url, database, line }, log);
  const relay = startRelay({ bus, wire, log });
  open.push(async () => {
    await relay.close();
    await close();
    await line.close();
  });
  await expect.poll(() => relay.isUp, patience).toBe(true);
  const users = () => events.flatMap((event) => (event.kind === 'accountChanged' ? [event.userId] : []));
  return { bus, users };
}

test('hosts of one database meet on another server, and those of two databases do not hear each other there (HOST-14)', async () => {
  const [one, two, other, another] = [
    await start(databases[0]),
    await start(databases[0]),
    await start(databases[1]),
    await start(databases[1]),
  ];
  one.bus.publish({ kind: 'accountChanged', userId: 1 });
  other.bus.publish({ kind: 'accountChanged', userId: 2 });
  await expect.poll(() => [two.users(), another.users()], patience).toEqual([[1], [2]]);
  one.bus.publish({ kind: 'accountChanged', userId: 3 });
  await expect.poll(() => two.users(), patience).toEqual([1, 3]);
  expect([one.users(), other.users(), another.users()]).toEqual([[1, 3], [2], [2]]);
});
