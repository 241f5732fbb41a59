import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { newestContacts } from '../../host/platform/store/contacts/contacts-query.ts';
import { contactSpan } from '../support/contact-span.ts';
import { plantListeners } from '../support/listening-receivers.ts';
import { copyContacts, insertContacts } from '../../host/platform/store/contacts/contacts-store.ts';
import { openDatabase } from '../../host/platform/store/database.ts';
import type { Contact } from '#model/entities/contact.ts';
import type { BenchRow } from './bench-row.ts';

const dayMs = 86_400_000;
const days = 12_000;
const perDay = 5;
const targetSeconds = 60;
const targetMs = 100;

/**
 * A study of 33 years with a few contacts each day, into an empty embedded database: by COPY, as live
 * batches, and read again.
 */
export async function run(): Promise<BenchRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sparse-bench-'));
  const database = await openDatabase({ dataDir, log: pino({ level: 'warn' }, pino.destination(2)) });
  try {
    const { pool } = database;
    await plantListeners(database, [1], 'copied');
    await plantListeners(database, [2], 'inserted');
    const today = Math.floor(Date.now() / dayMs) * dayMs;
    const study = (rxId: number) =>
      Array.from({ length: days * perDay }, (_, i): Contact => {
        const ts = today - (days - 1 - Math.floor(i / perDay)) * dayMs + (i % perDay) * 60_000;
        return { rxId, ant: 1, freq: 150.1, code: 1 + (i % perDay), type: 8, power: -80, ts };
      });
    const copied = await timed(async () => (await copyContacts(pool, 'copied', [study(1)])).accepted);
    const inserted = await timed(async () => {
      const contacts = study(2);
      let accepted = 0;
      for (let start = 0; start < contacts.length; start += 5_000)
        accepted += (await insertContacts(pool, 'inserted', contacts.slice(start, start + 5_000))).accepted.length;
      return accepted;
    });
    const read = await timed(async () => {
      await contactSpan(pool, 'copied');
      return (await newestContacts(pool, 'copied', 0, 100)).length;
    });
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::integer as count from pg_inherits where inhparent = 'contacts'::regclass`,
    );
    const partitions = `${rows[0]?.count ?? 0} partitions`;
    return [
      load(`a study of ${days.toLocaleString('en')} days loaded into an empty database`, copied, partitions),
      load('the same sent live in batches of 5,000 to another system', inserted, partitions),
      {
        what: 'its span and its newest 100 contacts',
        target: `≤ ${targetMs} ms`,
        better: 'less',
        measured: `${Math.round(read.seconds * 1000)} ms`,
        met: read.seconds * 1000 <= targetMs,
      },
    ];
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

type Timed = { seconds: number; contacts: number };

async function timed(work: () => Promise<number>): Promise<Timed> {
  const began = performance.now();
  const contacts = await work();
  return { contacts, seconds: (performance.now() - began) / 1000 };
}

function load(what: string, { seconds, contacts }: Timed, partitions: string): BenchRow {
  const details = `${contacts.toLocaleString('en')} contacts accepted, ${partitions} in the end`;
  return {
    what,
    target: `≤ ${targetSeconds} s`,
    better: 'less',
    measured: `${seconds.toFixed(1)} s`,
    met: seconds <= targetSeconds,
    details,
  };
}
