import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bus, createLocalBus } from '../../../../host/platform/bus/bus.ts';
import { type DatabaseLine, openLine } from '../../../../host/platform/bus/database-line.ts';
import { watchJobs } from '../../../../host/platform/jobs/job-watch.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { endAllOthers } from '../../../support/database-attacks.ts';
import { withTestDatabase } from '../../../support/test-database.ts';

/** JOB-13: notice that jobs changed. */

const patience = { timeout: 30_000, interval: 20 };
let database: Database;
let line: DatabaseLine;
let bus: Bus;
let watch: { close: () => void };
const told: (readonly string[] | null)[] = [];

beforeAll(async () => {
  database = await withTestDatabase();
  const log = pino({ level: 'silent' });
  line = openLine(database.pool.options, log);
  bus = createLocalBus();
  bus.subscribe((event) => void (event.kind === 'jobsChanged' && told.push(event.mitasIds)));
  watch = watchJobs({ bus, line });
  await line.opened;
});
afterAll(async () => {
  watch.close();
  await line.close();
  await database.close();
});

const announce = (...mitasIds: string[]) =>
  database.pool.query("select pg_notify('console_jobs', name) from unnest($1::text[]) as name", [mitasIds]);
/** The pool may not have noticed yet that its connections are gone. */
const isAnnounced = (mitasId: string) =>
  announce(mitasId).then(
    () => true,
    () => false,
  );

test('what is announced is told once for all that comes together, and after a cut everybody is told to look', async () => {
  await announce('river');
  await expect.poll(() => told, patience).toEqual([['river']]);
  await announce('lake', '', 'river');
  await expect.poll(() => new Set(told.slice(1).flat()), patience).toEqual(new Set(['lake', '', 'river']));
  const before = told.length;
  expect(before).toBeLessThan(4);
  await endAllOthers(database.url);
  await expect.poll(() => told.slice(before), patience).toContain(null);
  await expect.poll(() => isAnnounced('lake'), patience).toBe(true);
  await expect.poll(() => told.at(-1), patience).toEqual(['lake']);
});
