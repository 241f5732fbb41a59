import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { connectDatabase } from '../../../../host/platform/store/database.ts';
import { migratedBefore } from '../../../support/migrated-before.ts';
import { engines, withEmptyDatabase } from '../../../support/test-database.ts';

describe.each(engines)('receivers that were gone on a host of before, on the %s engine', (engine) => {
  test('stand as their alarms said: none is raised twice, and who comes back says so (ALM-5)', async () => {
    const { url, drop } = await withEmptyDatabase(engine);
    const before = await migratedBefore(url, '0047-offline-alarms');
    await before.query(`
      set console.writing = 'on';
      insert into systems (id, common_name) values ('lab', 'Lab');
      insert into receivers (system_id, alias) values ('lab', 'gone'), ('lab', 'back'), ('lab', 'off'), ('lab', 'quiet'), ('lab', 'on');
      insert into receiver_reports (rx_id, status) values (1, 0), (2, 4), (3, -1), (4, 0), (5, 4);
      insert into alarms (system_id, rx_id, alarm_code_id, alias, site_name, at) values
        ('lab', 1, 2100, 'gone', '', '2026-01-01Z'), ('lab', 1, 4101, 'gone', '', '2026-01-02Z'), ('lab', 1, 3101, 'gone', '', '2026-01-03Z'),
        ('lab', 2, 4101, 'back', '', '2026-01-01Z'), ('lab', 2, 2100, 'back', '', '2026-01-02Z'),
        ('lab', 3, 4101, 'off', '', '2026-01-01Z'), ('lab', null, 4101, 'deleted', '', '2026-01-02Z'),
        -- It was switched off while it was gone, and on when it was there again.
        ('lab', 5, 4101, 'on', '', '2026-01-02Z');`);
    await before.end();
    const { pool, close } = await connectDatabase(url, pino({ level: 'silent' }));
    const { rows } = await pool.query('select missed_since as since, gone_alarmed as told from receiver_reports order by rx_id');
    expect(rows).toEqual([
      { since: new Date('2026-01-02T00:00:00Z'), told: true },
      { since: null, told: false },
      { since: null, told: true },
      { since: null, told: false },
      { since: null, told: false },
    ]);
    expect((await pool.query('select offline_alarm_minutes from systems')).rows).toEqual([{ offline_alarm_minutes: 5 }]);
    expect((await pool.query('select count(*)::integer as count from alarms where missed_since is null')).rows).toEqual([
      { count: 8 },
    ]);
    await close();
    await drop();
  });
});
