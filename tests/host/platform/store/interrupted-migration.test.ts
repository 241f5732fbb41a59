import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { Pool } from 'pg';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { connectDatabase } from '../../../../host/platform/store/database.ts';
import { migrate, migrationNames } from '../../../../host/platform/store/migrate.ts';
import { openSingle } from '../../../../host/platform/store/pools.ts';
import { startCommand } from '../../../support/command-line.ts';
import { hostPlace } from '../../../support/host-process.ts';
import { migratedBefore } from '../../../support/migrated-before.ts';
import { engines, withEmptyDatabase } from '../../../support/test-database.ts';

const patience = { timeout: 60_000, interval: 50 };
const silent = pino({ level: 'silent' });
/** A later migration locks `systems`; a test that holds that lock stops the start midway. */
const earlier = '0045-alarm-standings';

const stateOf = async (pool: Pool) => ({
  names: (await pool.query<{ name: string }>('select name from kysely_migration order by name')).rows.map(({ name }) => name),
  tables: (
    await pool.query<{ name: string }>(`select relname::text as name from pg_class where relkind in ('r', 'p') order by 1`)
  ).rows,
  contacts: (await pool.query('select * from contacts order by ts')).rows,
});

describe.each(engines)('bringing tables up to date, on the %s engine', (engine) => {
  test(
    'killed in the middle it has done nothing, and the next start does all of it (STO-2, STO-15)',
    { timeout: 120_000 },
    async () => {
      const { url, drop } = await withEmptyDatabase(engine);
      const before = await migratedBefore(url, earlier);
      await before.query(`
      set console.writing = 'on';
      insert into systems (id, common_name) values ('lab', 'Lab');
      select ensure_contact_partition('2026-05-02');
      insert into contacts (ts, rx_id, freq_hz, code, power, ant, type, system_id)
        select '2026-05-02 12:00Z'::timestamptz + at * interval '1 second', 1, 150100000, 1, -60, 1, 8, 'lab' from generate_series(1, 100) as at;`);
      const was = await stateOf(before);
      const holder = await before.connect();
      await holder.query('begin; lock table systems in access exclusive mode');

      const dataDir = await mkdtemp(path.join(tmpdir(), 'interrupted-'));
      const { env } = await hostPlace(dataDir, { DATABASE_URL: url, SIMULATOR: 'off', DEMO: 'off' });
      const { child, ended } = startCommand('main.ts', [], env as Record<string, string>);
      const waits = async () =>
        (
          await before.query(
            `select 1 from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`,
          )
        ).rowCount;
      await expect.poll(waits, patience).toBe(1);
      child.kill('SIGKILL');
      expect((await ended).said).toContain('bringing the tables up to date');
      await holder.query('rollback');
      holder.release();
      await expect.poll(waits, patience).toBe(0);
      await expect.poll(async () => stateOf(before), patience).toEqual(was);
      await before.end();

      const after = await connectDatabase(url, silent);
      const now = await stateOf(after.pool);
      expect(now.names).toEqual(migrationNames);
      expect(now.contacts).toEqual(was.contacts);
      await after.close();
      await drop();
    },
  );

  test('what is to be done is said before, and at which step it is while it lasts (STO-15)', async () => {
    const { url, drop } = await withEmptyDatabase(engine);
    const before = await migratedBefore(url, earlier);
    const holder = await before.connect();
    await holder.query('begin; lock table systems in access exclusive mode');
    const lines: Record<string, unknown>[] = [];
    const log = pino(
      new Writable({
        write(chunk: Buffer, _, done) {
          lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
          done();
        },
      }),
    );
    const lane = openSingle(url, log);
    const migrated = migrate(lane.db, log, 20);
    const steps = migrationNames.filter((name) => name >= earlier).length;
    await expect
      .poll(() => lines.find(({ msg }) => msg === 'still bringing the tables up to date'), patience)
      .toMatchObject({ step: expect.stringMatching(/^00/), number: expect.any(Number), of: steps, seconds: expect.any(Number) });
    expect(lines[0]).toMatchObject({ steps, databaseMiB: expect.any(Number) });
    await holder.query('rollback');
    holder.release();
    await migrated;
    expect(lines.at(-1)).toMatchObject({ applied: migrationNames.slice(-steps), seconds: expect.any(Number) });
    lines.length = 0;
    await migrate(lane.db, log, 20);
    expect(lines, 'nothing is said where there is nothing to do').toEqual([]);
    await lane.pool.end();
    await before.end();
    await drop();
  });

  test('tables of a newer version are refused in one line, and left as they are (STO-16)', { timeout: 60_000 }, async () => {
    const { url, drop } = await withEmptyDatabase(engine);
    const made = await connectDatabase(url, silent);
    await made.close();
    const later = new Pool({ connectionString: url, max: 1 });
    await later.query(
      `insert into kysely_migration (name, timestamp) values ('0998-next', '2027-01-01'), ('0999-after-that', '2027-01-02')`,
    );
    const was = await stateOf(later);
    const dataDir = await mkdtemp(path.join(tmpdir(), 'newer-'));
    const { env } = await hostPlace(dataDir, { DATABASE_URL: url, DEMO: 'off' });
    const { code, said } = await startCommand('main.ts', [], env as Record<string, string>).ended;
    expect(code).toBe(1);
    const fatal = said.split('\n').filter((line) => line.includes('"level":60'));
    expect(fatal).toEqual([
      expect.stringContaining(
        `These data were used by a newer version (their tables are of 0999-after-that, this version knows up to ${migrationNames.at(-1)}): start that version, or restore a backup that was made before it.`,
      ),
    ]);
    expect(said, 'no stack').not.toContain('at migrate');
    expect(await stateOf(later)).toEqual(was);
    await later.end();
    await drop();
  });
});
