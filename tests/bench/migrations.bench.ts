import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { withServer } from '../../host/platform/backup/with-server.ts';
import { connectDatabase, openDatabase } from '../../host/platform/store/database.ts';
import { migratedBefore } from '../support/migrated-before.ts';
import type { BenchRow } from './bench-row.ts';

const log = pino({ level: 'warn' }, pino.destination(2));
/** The first version that had contacts in months and days; every later step runs over what it stored. */
const earliest = '0013-login-names';
const days = 30;
const receivers = 40;
const perReceiverAndDay = 8_334;
const targetMs = 2_000;

/** STO-15: a start of this version on the data of the earliest one, with 10 million contacts in them. */
export async function run(): Promise<BenchRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'migrations-bench-'));
  try {
    // Makes the folder and the server; the tables are made in a database of their own.
    await (await openDatabase({ dataDir, log })).close();
    return await withServer({ dataDir, log, existing: true }, async (url) => {
      const own = new URL(url);
      own.pathname = '/earlier';
      const admin = await connectDatabase(url, log);
      await admin.pool.query('create database earlier');
      await admin.close();
      const before = await migratedBefore(own.href, earliest);
      const filling = performance.now();
      await before.query(`
        insert into systems (id, common_name) values ('old', 'Old');
        insert into receivers (system_id, alias) select 'old', 'R' || at from generate_series(1, ${receivers}) as at`);
      for (let day = 1; day <= days; day += 1) {
        const from = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000 - day * 86_400_000).toISOString();
        await before.query(`select ensure_contact_partition('${from.slice(0, 10)}')`);
        await before.query(`
          insert into contacts (ts, rx_id, freq_hz, code, power, ant, type, system_id)
            select '${from}'::timestamptz + at * (interval '1 day' / ${perReceiverAndDay}), id, 150100000, 1 + at % 60, -60 - at % 50, 1 + at % 4, 8, 'old'
            from receivers, generate_series(0, ${perReceiverAndDay - 1}) as at`);
        await before.query(`
          insert into contacts_hourly (hour, count, sum_power, sum_power_sq, max_power, rx_id, ant, system_id)
            select date_trunc('hour', ts), count(*), sum(power), sum(power * power), max(power), rx_id, ant, system_id
            from contacts where ts >= '${from}' and ts < '${from}'::timestamptz + interval '1 day' group by 1, rx_id, ant, system_id`);
      }
      await before.query('checkpoint');
      const filled = Math.round((performance.now() - filling) / 1_000);
      await before.end();
      const began = performance.now();
      const after = await connectDatabase(own.href, log);
      const took = performance.now() - began;
      const { rows } = await after.pool.query<{ count: number }>('select count(*)::integer as count from contacts');
      await after.close();
      const count = rows[0]?.count ?? 0;
      return [
        {
          what: `tables of the earliest version brought up to date, ${count.toLocaleString('en')} contacts`,
          target: `≤ ${targetMs / 1_000} s`,
          better: 'less',
          measured: `${(took / 1_000).toFixed(2)} s`,
          met: took <= targetMs && count === days * receivers * perReceiverAndDay,
          details: `nothing is taken in for so long; filled in ${filled} s`,
        },
      ];
    });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
