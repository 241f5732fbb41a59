import { pino } from 'pino';
import { expect, test } from 'vitest';
import { connectDatabase } from '../../../../host/platform/store/database.ts';
import { migratedBefore } from '../../../support/migrated-before.ts';
import { engines, withEmptyDatabase } from '../../../support/test-database.ts';

test.each(engines)('what was detected before intervals were measured has none, on the %s engine (DET-22)', async (engine) => {
  const { url, drop } = await withEmptyDatabase(engine);
  const before = await migratedBefore(url, '0079-measured-intervals');
  await before.query(`
    set console.writing = 'on';
    insert into systems (id, common_name) values ('lab', 'Lab');
    insert into detections (system_id, rx_id, ant, hour, transmitter_id, hits, mean_power, power_deviation, max_power,
        mean_interval_ms, first_ts, last_ts, is_ambiguous, has_rhythm, config_version)
      values ('lab', 1, 2, '2026-11-01T12:00Z', 3, 40, -80, 1, -75, 14200, '2026-11-01T12:01Z', '2026-11-01T12:50Z', false, true, 1);`);
  await before.end();
  const opened = await connectDatabase(url, pino({ level: 'silent' }));
  const { rows } = await opened.pool.query(
    'select hits, mean_interval_ms, measured_interval_ms, registered_interval_ms from detections',
  );
  expect(rows).toEqual([{ hits: 40, mean_interval_ms: 14_200, measured_interval_ms: null, registered_interval_ms: null }]);
  await opened.close();
  await drop();
});
