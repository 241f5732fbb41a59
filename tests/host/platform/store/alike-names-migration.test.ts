import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { connectDatabase } from '../../../../host/platform/store/database.ts';
import { migratedBefore } from '../../../support/migrated-before.ts';
import { engines, withEmptyDatabase } from '../../../support/test-database.ts';

describe.each(engines)('names that were alike before they counted as one, on the %s engine', (engine) => {
  test('stay, and can be edited in all else; no further one is made (REG-22, ACC-25)', async () => {
    const { url, drop } = await withEmptyDatabase(engine);
    const before = await migratedBefore(url, '0076-alike-names');
    await before.query(`
      set console.writing = 'on';
      insert into systems (id, common_name) values ('lab', 'Lab'), ('river', 'River');
      insert into transmitter_models (system_id, model_number) values ('lab', 'M'), ('river', 'M');
      insert into transmitters (system_id, serial_number, model_number, protocol_id, frequency_hz, emit_interval_ms) values
        ('lab', 'TX-0001', 'M', 7, 150000000, 5000), ('lab', 'tx\u20130001', 'M', 7, 150000000, 5000),
        ('lab', 'TX-0002', 'M', 7, 150000000, 5000), ('river', 'TX-0001', 'M', 7, 150000000, 5000);
      insert into users (username, email) values ('owen', 'owen@example.org'), ('ovven', 'ovven@example.org'), ('sam', 'sam@example.org');`);
    const all = 'select id, system_id, serial_number from transmitters order by id';
    const { rows } = await before.query(all);
    await before.end();
    const { pool, close } = await connectDatabase(url, pino({ level: 'silent' }));
    expect((await pool.query(all)).rows).toEqual(rows);
    const write = (query: string) => pool.query(`set console.writing = 'on'; ${query}`);
    await write(`update transmitters set purpose = 1, serial_number = serial_number`);
    for (const query of [
      `update transmitters set serial_number = 'Tx-0001' where id = 2`,
      `update transmitters set serial_number = 'tx-0001' where id = 3`,
      `insert into transmitters (system_id, serial_number, model_number, protocol_id, frequency_hz, emit_interval_ms)
        values ('river', 'tx-0001', 'M', 7, 150000000, 5000)`,
    ])
      await expect(write(query)).rejects.toThrow('this serial number is like another');
    await write(
      `update transmitters set serial_number = 'TX-0003' where id = 2; update transmitters set serial_number = 'tx-0001' where id = 1`,
    );

    await pool.query(`update users set first_name = 'Owen', username = 'OVVEN' where id = 2`);
    for (const query of [
      `insert into users (username, email) values ('\u03bfvven', 'x@example.org')`,
      `insert into users (username, email) values ('sarn', 'x@example.org')`,
      `update users set username = 'Ovven1' where id = 2; update users set username = 'owen1' where id = 3`,
    ])
      await expect(pool.query(query)).rejects.toThrow('looks like another');
    await close();
    await drop();
  });
});
