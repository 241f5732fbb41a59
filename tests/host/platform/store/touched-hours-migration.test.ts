import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { touchedSince } from '../../../../host/platform/store/contacts/contacts-query.ts';
import { connectDatabase } from '../../../../host/platform/store/database.ts';
import { migratedBefore } from '../../../support/migrated-before.ts';
import { engines, withEmptyDatabase } from '../../../support/test-database.ts';

describe.each(engines)('contacts that a host of before stored, on the %s engine', (engine) => {
  test('are told with their hours as touched at once; days that were deleted or dropped are not (STO-14)', async () => {
    const { url, drop } = await withEmptyDatabase(engine);
    const before = await migratedBefore(url, '0039-touched-hours');
    const kept = 'select system_id, rx_id, ant, hour, count::integer from contacts_hourly order by system_id, hour, rx_id, ant';
    await before.query(`
      set console.writing = 'on';
      insert into systems (id, common_name) values ('lab', 'Lab'), ('far', 'Far');
      insert into contacts_hourly (system_id, rx_id, ant, hour, count, sum_power, sum_power_sq, max_power)
        select system_id, rx_id, ant, hour::timestamptz, 1, -80, 6400, -80 from (values
          ('lab', 2, 1, '2026-05-02 12:00Z'), ('lab', 2, 2, '2026-05-02 12:00Z'), ('lab', 1, 1, '2026-05-02 13:00Z'),
          ('lab', 1, 1, '2026-04-30 23:00Z'), ('lab', 1, 1, '2026-05-03 00:00Z'), ('far', 3, 1, '2026-04-30 23:00Z')
        ) as hourly (system_id, rx_id, ant, hour);
      insert into data_floors (system_id, sort, before, announced) values ('lab', 'contacts', '2026-05-01Z', 1);
      insert into dropped_contact_days (day) values ('2026-05-03');`);
    const { rows: counted } = await before.query(kept);
    await before.end();

    const { pool, close } = await connectDatabase(url, pino({ level: 'silent' }));
    expect((await pool.query(kept)).rows).toEqual(counted);
    const { rows: settings } = await pool.query<{ name: string }>(
      `select option_name as name from pg_class, pg_options_to_table(reloptions) where relname = 'touched_hours' order by 1`,
    );
    expect(settings.map(({ name }) => name)).toEqual([
      'autovacuum_analyze_scale_factor',
      'autovacuum_vacuum_scale_factor',
      'autovacuum_vacuum_threshold',
    ]);
    const told = async (systemId: string) =>
      (await touchedSince(pool, systemId, null, 10)).map(
        ({ rxId, hour }) => `${rxId} ${new Date(hour).toISOString().slice(5, 13)}`,
      );
    await expect.poll(() => told('lab'), { timeout: 30_000 }).toEqual(['1 05-02T13', '2 05-02T12']);
    expect(await told('far')).toEqual(['3 04-30T23']);
    await close();
    await drop();
  });
});
