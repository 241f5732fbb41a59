import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { connectDatabase } from '../../../../host/platform/store/database.ts';
import { migratedBefore } from '../../../support/migrated-before.ts';
import { engines, withEmptyDatabase } from '../../../support/test-database.ts';

describe.each(engines)('transmitters of a host of before, on the %s engine', (engine) => {
  test('keep all that they were; each system has the models of its own alone (REG-17)', async () => {
    const { url, drop } = await withEmptyDatabase(engine);
    const before = await migratedBefore(url, '0062-registries-by-changes');
    await before.query(`
      set console.writing = 'on';
      insert into systems (id, common_name) values ('lab', 'Lab'), ('river', 'River');
      insert into transmitter_models (model_number) values ('A'), ('B'), ('Nobody has it');
      insert into transmitters (system_id, serial_number, transmitter_model_id, protocol_id, frequency_hz, emit_interval_ms, code_number) values
        ('lab', 'serial1', 1, 18, 150000000, 5000, 7), ('lab', 'serial2', 2, 7, 150100000, 600, null),
        ('river', 'serial1', 1, 19, 151000000, 5000, 70);
      insert into animals (system_id, species, alias, gender, weight_g, age_days) values ('lab', 'Salmon', 'Sam', 1, 100, 100);
      insert into tags (system_id, animal_id, transmitter_id) values ('lab', 1, 1);`);
    const kept = 'id, system_id, serial_number, protocol_id, frequency_hz, emit_interval_ms, code_number';
    const { rows } = await before.query(`select ${kept} from transmitters order by id`);
    await before.end();
    const { pool, close } = await connectDatabase(url, pino({ level: 'silent' }));
    expect((await pool.query(`select ${kept} from transmitters order by id`)).rows).toEqual(rows);
    const models = await pool.query('select system_id, model_number from transmitter_models order by id');
    expect(models.rows.map(({ system_id, model_number }) => `${system_id} ${model_number}`)).toEqual([
      'lab A',
      'lab B',
      'river A',
    ]);
    expect((await pool.query('select serial_number, model_number from transmitters order by id')).rows).toMatchObject([
      { model_number: 'A' },
      { model_number: 'B' },
      { model_number: 'A' },
    ]);
    expect((await pool.query('select animal_id, transmitter_id from tags')).rows).toEqual([{ animal_id: 1, transmitter_id: 1 }]);
    await expect(pool.query(`update transmitters set purpose = 1`)).rejects.toThrow('write through change()');
    await pool.query(`set console.writing = 'on'; delete from systems where id = 'river'`);
    expect((await pool.query('select count(*)::integer as count from transmitter_models')).rows).toEqual([{ count: 2 }]);
    await close();
    await drop();
  });
});
