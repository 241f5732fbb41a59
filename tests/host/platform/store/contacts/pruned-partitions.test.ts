import { Client } from 'pg';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { histogramOf } from '../../../../../host/platform/store/contacts/contact-statistics.ts';
import { insertContacts } from '../../../../../host/platform/store/contacts/contacts-store.ts';
import {
  countPowers,
  hoursAtOnce,
  type StaleHour,
  staleHours,
} from '../../../../../host/platform/store/contacts/hourly-powers.ts';
import { insertSequencedContacts } from '../../../../../host/platform/store/contacts/sequenced-contacts.ts';
import type { Database } from '../../../../../host/platform/store/database.ts';
import { planted } from '../../../../support/planted.ts';
import { sampleContact } from '../../../../support/contact-samples.ts';
import { fileDatabase } from '../../../../support/file-database.ts';
import { plantListeners } from '../../../../support/listening-receivers.ts';
import { engines } from '../../../../support/test-database.ts';

const hour = 3_600_000;
const day = 24 * hour;
const start = Date.UTC(2025, 0, 1);
/** 200 days, the last 12 busier: 7 receivers hear 2,400 contacts a day. */
const [crowded, end] = [start + 188 * day, start + 200 * day];

type Plan = {
  'Relation Name'?: string;
  'Actual Loops': number;
  Plans?: Plan[];
};

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Returns the statements about contacts that `work` sends to the database, with their values. */
async function statementsOf(work: () => Promise<unknown>): Promise<{ text: string; values: unknown[] }[]> {
  const sent = vi.spyOn(Client.prototype, 'query');
  try {
    await work();
    return sent.mock.calls.flatMap((call: unknown[]) => {
      const [query, given] = call as [string | { text: string; values?: unknown[] }, unknown];
      const text = typeof query === 'string' ? query : query.text;
      const values = typeof query === 'string' ? given : query.values;
      return /\b(from|join) contacts\b/.test(text) ? [{ text, values: Array.isArray(values) ? values : [] }] : [];
    });
  } finally {
    sent.mockRestore();
  }
}

/**
 * Runs statements again and returns how many days of contacts they open, and how often. The planner may not
 * loop over hours one by one: its estimates differ from database to database, so this shows the worst plan.
 * Rolls everything back.
 */
async function openedBy(database: Database, statements: readonly { text: string; values: unknown[] }[]) {
  const client = await database.pool.connect();
  try {
    const scans: Plan[] = [];
    for (const { text, values } of statements) {
      await client.query('begin');
      await client.query('set local enable_nestloop = off');
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (analyze, timing off, format json) ${text}`,
        values,
      );
      const nodes = nodesOf((rows[0] as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'][0].Plan);
      scans.push(...nodes.filter((node) => /^contacts_\d{8}$/.test(node['Relation Name'] ?? '') && node['Actual Loops'] > 0));
      await client.query('rollback');
    }
    return {
      days: new Set(scans.map((scan) => scan['Relation Name'])).size,
      times: scans.reduce((sum, scan) => sum + scan['Actual Loops'], 0),
    };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

describe.each(engines)('what reads contacts by a list of hours opens their days only, on the %s engine', (engine) => {
  const ofFile = fileDatabase(engine);
  let database: Database;
  let keyId: number;
  let newest: readonly StaleHour[];
  const seen = [crowded + 3 * day, crowded + 4 * day].flatMap((ts) =>
    Array.from({ length: 150 }, (_, at) => sampleContact({ rxId: 1, ts: ts + at })),
  );
  /** Forgets the counts again, since what is up to date is not counted a second time. */
  const countNewest = async () => {
    await countPowers(database, newest);
    await database.pool.query('delete from hourly_powers');
  };
  const powers = (hasNoise: boolean) => histogramOf(database, 'demo', { from: crowded, to: end, rxIds: null, hasNoise }, 'power');
  beforeAll(async () => {
    database = await ofFile();
    await plantListeners(database, [1, 2, 3, 4, 5, 6, 7]);
    const key = { system_id: 'demo', name: 'river', key_hash: Buffer.alloc(32) };
    ({ id: keyId } = await planted(database).insertInto('receiver_keys').values(key).returning('id').executeTakeFirstOrThrow());
    const days = [new Date(start), new Date(end - 1)];
    await database.pool.query('select ensure_contact_partitions($1::timestamptz::date, $2::timestamptz::date)', days);
    const plant = (from: number, to: number, everyMs: number) =>
      database.pool.query(
        `insert into contacts (system_id, rx_id, ts, ant, freq_hz, code, power, type, n)
          select 'demo', 1 + at % 7, ts, 1, 150000000, 25, -80 - at % 30, case at % 5 when 0 then 4 else 18 end, 0
          from generate_series($1::timestamptz, $2::timestamptz - interval '1 ms', $3::float8 * interval '1 ms')
            with ordinality as each (ts, at)`,
        [new Date(from), new Date(to), everyMs],
      );
    await plant(start, crowded, hour);
    await plant(crowded, end, day / 2_400);
    await database.pool.query(
      `insert into touched_hours (system_id, rx_id, hour, touched)
        select distinct 'demo', rx_id, date_bin('1 hour', ts, 'epoch'), pg_current_xact_id() from contacts`,
    );
    // The second time marks the system as sending again.
    for (let times = 0; times < 2; times++) await insertContacts(database.pool, 'demo', seen);
    // Transactions of other tests on the server must end before these hours are certain.
    const certain = 'select bool_and(touched < pg_snapshot_xmin(pg_current_snapshot())) as are from touched_hours';
    await vi.waitFor(async () => expect((await database.pool.query(certain)).rows).toEqual([{ are: true }]), { timeout: 50_000 });
    newest = (await staleHours(database)).slice(0, hoursAtOnce);
  }, 60_000);

  describe.each([
    ['before it was ever analysed', false],
    ['analysed', true],
  ])('%s', (_, isAnalysed) => {
    beforeAll(async () => {
      if (isAnalysed) await database.pool.query('analyze');
    });

    const hours = 12 * 24 * 7;
    test.each<[name: string, work: () => Promise<unknown>, most: { days: number; times: number }]>([
      ['the powers of a histogram', () => powers(true), { days: 12, times: hours }],
      ['the powers of one without noise', () => powers(false), { days: 12, times: hours }],
      ['the count of powers', countNewest, { days: 2, times: 200 }],
      ['contacts that are sent again', () => insertContacts(database.pool, 'demo', seen), { days: 2, times: 4 }],
      [
        'contacts that are sent again with numbers',
        () =>
          insertSequencedContacts(
            database.pool,
            'demo',
            keyId,
            seen.map((contact, at) => ({ contact, seq: at + (isAnalysed ? 1_000 : 0) })),
          ),
        { days: 2, times: seen.length },
      ],
    ])('%s', async (_name, work, most) => {
      const statements = await statementsOf(work);
      const opened = await openedBy(database, statements);
      expect(opened.days).toBeGreaterThan(0);
      expect(opened.days).toBeLessThanOrEqual(most.days);
      expect(opened.times).toBeLessThanOrEqual(most.times);
    });
  });
});
