import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { connectDatabase } from '../../../../host/platform/store/database.ts';
import { migratedBefore } from '../../../support/migrated-before.ts';
import { engines, withEmptyDatabase } from '../../../support/test-database.ts';

describe.each(engines)('receivers that raised alarms on a host of before, on the %s engine', (engine) => {
  test('stand judged as the last of them said, so that none is raised twice (ALM-6)', async () => {
    const { url, drop } = await withEmptyDatabase(engine);
    const before = await migratedBefore(url, '0045-alarm-standings');
    await before.query(`
      set console.writing = 'on';
      insert into systems (id, common_name) values ('lab', 'Lab');
      insert into receivers (system_id, alias) values ('lab', 'full'), ('lab', 'well again'), ('lab', 'silent');
      insert into receiver_reports (rx_id, status) values (1, 4), (2, 4), (3, 4);
      insert into alarms (system_id, rx_id, alarm_code_id, alias, site_name) values
        ('lab', 1, 3100, 'full', ''), ('lab', 1, 4102, 'full', ''), ('lab', 1, 3101, 'full', ''), ('lab', null, 2101, 'gone', ''),
        ('lab', 2, 4102, 'well', ''), ('lab', 2, 2101, 'well', ''), ('lab', 2, 3101, 'well', ''), ('lab', 2, 2102, 'well', '');`);
    await before.end();
    const { pool, close } = await connectDatabase(url, pino({ level: 'silent' }));
    const { rows } = await pool.query('select memory_level, voltage_level from receiver_reports order by rx_id');
    expect(rows).toEqual([
      { memory_level: 'bad', voltage_level: 'low' },
      { memory_level: 'good', voltage_level: 'good' },
      { memory_level: null, voltage_level: null },
    ]);
    expect((await pool.query('select count(*)::integer as count from alarms')).rows).toEqual([{ count: 8 }]);
    await close();
    await drop();
  });
});
