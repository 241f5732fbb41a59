import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { connectDatabase } from '../../../../host/platform/store/database.ts';
import { migratedBefore } from '../../../support/migrated-before.ts';
import { engines, withEmptyDatabase } from '../../../support/test-database.ts';

const log = pino({ level: 'silent' });
const stock = `
  set console.writing = 'on';
  insert into systems (id, common_name) values ('lab', 'Lab');
  insert into transmitters (system_id, serial_number, model_number, protocol_id, frequency_hz, emit_interval_ms)
    select 'lab', 'serial' || n, 'M', 18, 150000000, 5000 from generate_series(1, 3) as n;
  insert into animals (system_id, species, alias, gender, weight_g, age_days)
    select 'lab', 'Salmon', 'Sam' || n, 1, 100, 100 from generate_series(1, 3) as n;`;
const tag = `insert into tags (system_id, animal_id, transmitter_id, release_time, retrieve_time) values`;

describe.each(engines)('tags of a host of before, on the %s engine (REG-23)', (engine) => {
  test('stay as they are: one after the other, and of different animals', async () => {
    const { url, drop } = await withEmptyDatabase(engine);
    const before = await migratedBefore(url, '0066-tags-by-changes');
    await before.query(
      `${stock} ${tag} ('lab', 1, 1, '2026-05-01Z', '2026-06-01Z'), ('lab', 1, 2, '2026-06-01Z', null), ('lab', 2, 3, null, null)`,
    );
    const { rows } = await before.query('select * from tags order by id');
    await before.end();
    const { pool, close } = await connectDatabase(url, log);
    expect((await pool.query('select * from tags order by id')).rows).toMatchObject(rows);
    await close();
    await drop();
  });

  test('that cannot be are named, and all is left as it was', async () => {
    const { url, drop } = await withEmptyDatabase(engine);
    const before = await migratedBefore(url, '0066-tags-by-changes');
    await before.query(
      `${stock} ${tag} ('lab', 1, 1, '2026-05-01Z', null), ('lab', 1, 2, '2026-06-01Z', null), ('lab', 3, 3, '2026-05-02Z', '2026-05-01Z')`,
    );
    await expect(connectDatabase(url, log)).rejects.toThrow(
      /the tags 1, 2, 3 overlap others or are retrieved before their release/,
    );
    expect((await before.query('select id from tags')).rows).toHaveLength(3);
    await before.end();
    await drop();
  });
});
