import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { SystemFollower } from '../../../../host/domain/detection/follow-system.ts';
import { noSums, type RunHour } from '../../../../host/domain/detection/run-hours.ts';
import { connectDatabase } from '../../../../host/platform/store/database.ts';
import { migratedBefore } from '../../../support/migrated-before.ts';
import { engines, withEmptyDatabase } from '../../../support/test-database.ts';

const hour = Date.UTC(2026, 4, 1, 12);
const minute = 60_000;

/** A run of three hits from some minute of the hour on, as it was stored. */
function part(at: number, power: number): RunHour {
  const [firstTs, lastTs] = [hour + at * minute, hour + at * minute + 10_000];
  const sums = { ...noSums(), hits: 3, power: 3 * power, maxPower: power, gaps: 2, fineGaps: 2, firstTs, lastTs };
  const name = { transmitterId: 1, startTs: firstTs, n: 0 };
  return { ...sums, ...name, rxId: 1, ant: 1, hour, emitInterval: 5_000, rivals: [], rhythm: 'fits' };
}

describe.each(engines)('a host of before, on the %s engine', (engine) => {
  test('gets the stretches of its hours and the visits of its tags from the passes that follow (VISIT-1)', async () => {
    const { url, drop } = await withEmptyDatabase(engine);
    const before = await migratedBefore(url, '0085-visits');
    await before.query(`
      set console.writing = 'on';
      insert into systems (id, common_name) values ('lab', 'Lab');
      insert into receivers (system_id, alias, enabled) values ('lab', 'Weir', true);
      insert into transmitter_models (system_id, model_number) values ('lab', 'M');
      insert into transmitters (system_id, serial_number, model_number, protocol_id, code_number, frequency_hz, emit_interval_ms)
        values ('lab', 'serial', 'M', 18, 7, 150000000, 5000);
      insert into animals (system_id, species, alias, gender, weight_g, age_days) values ('lab', 'Salmon', 'Sam', 1, 100, 100);
      insert into tags (system_id, animal_id, transmitter_id, release_time) values ('lab', 1, 1, '2026-05-01 12:30Z');
      insert into detections (system_id, rx_id, ant, hour, transmitter_id, hits, mean_power, power_deviation, max_power, mean_interval_ms,
          interval_deviation_ms, first_ts, last_ts, is_ambiguous, has_rhythm, config_version)
        select 'lab', 1, 1, '2026-05-01 12:00Z', 1, 6, -80, 0, -70, 5000, 0, '2026-05-01 12:10Z', '2026-05-01 12:50:10Z', false, true, 1;`);
    const parts = [part(10, -70), part(50, -90)].map((each) => JSON.stringify(each));
    await before.query(
      `insert into detection_parts (system_id, rx_id, hour, given_hour, config_version, part)
        select 'lab', 1, '2026-05-01 12:00Z', '2026-05-01 12:00Z', 1, part::json from unnest($1::text[]) as part`,
      [parts],
    );
    await before.end();

    const database = await connectDatabase(url, pino({ level: 'silent' }));
    const follower = new SystemFollower(database, 'lab');
    for (let isMore = true; isMore;) isMore = (await follower.pass(hour + 24 * 60 * minute))?.isMore ?? false;
    expect((await database.pool.query('select stretches from detections')).rows).toEqual([
      { stretches: [10 * minute, 10 * minute + 10_000, 3, -70, 0, 50 * minute, 50 * minute + 10_000, 3, -90, 0] },
    ]);
    expect(
      (await database.pool.query('select tag_id, own_rx_id, arrived_at, left_at from visits')).rows,
      'since its release',
    ).toEqual([
      { tag_id: 1, own_rx_id: 1, arrived_at: new Date(hour + 50 * minute), left_at: new Date(hour + 50 * minute + 10_000) },
    ]);
    expect((await database.pool.query('select last_contacted, rx_id from tag_contacts')).rows).toEqual([
      { last_contacted: new Date(hour + 50 * minute + 10_000), rx_id: 1 },
    ]);
    await database.close();
    await drop();
  });
});
