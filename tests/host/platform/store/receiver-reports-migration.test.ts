import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { connectDatabase } from '../../../../host/platform/store/database.ts';
import { migratedBefore } from '../../../support/migrated-before.ts';
import { engines, withEmptyDatabase } from '../../../support/test-database.ts';

describe.each(engines)('receivers of a host of before, on the %s engine', (engine) => {
  test('keep what they reported, and tags who heard them last; who said nothing has no report', async () => {
    const { url, drop } = await withEmptyDatabase(engine);
    const before = await migratedBefore(url, '0021-receiver-reports');
    await before.query(`
      set console.writing = 'on';
      insert into systems (id, common_name) values ('lab', 'Lab');
      insert into receivers (system_id, alias, model, status, status_time, created_at, memory_used_mb, memory_total_mb, voltage,
          firmware_major, firmware_minor, firmware_patch) values
        ('lab', 'all', 1, 4, '2026-05-01 12:00Z', '2026-01-01Z', 7.5, 64, 12.25, 7, 10, 2),
        ('lab', 'silent', 0, 0, null, '2026-01-01Z', null, null, null, null, null, null),
        ('lab', 'offline', -1, 0, '2026-05-02 12:00Z', '2026-01-01Z', null, null, null, null, null, null),
        ('lab', 'vitals', 0, 0, null, '2026-01-03Z', null, null, 9, null, null, null);
      insert into receiver_state_events (system_id, rx_id, at, status) values ('lab', 1, '2026-05-01 12:00Z', 4);
      insert into alarms (system_id, rx_id, alarm_code_id, alias, site_name) values ('lab', 1, 4101, 'all', '');
      insert into transmitter_models (model_number) values ('M');
      insert into transmitters (system_id, serial_number, transmitter_model_id, protocol_id, frequency_hz, emit_interval_ms)
        select 'lab', 'serial' || n, 1, 18, 150000000, 5000 from generate_series(1, 3) as n;
      insert into animals (system_id, species, alias, gender, weight_g, age_days)
        select 'lab', 'Salmon', 'Sam' || n, 1, 100, 100 from generate_series(1, 3) as n;
      insert into tags (system_id, animal_id, transmitter_id, last_contacted, rx_id) values
        ('lab', 1, 1, '2026-05-03 12:00Z', 1), ('lab', 2, 2, '2026-05-04 12:00Z', null), ('lab', 3, 3, null, null);`);
    const people =
      'id, system_id, site_id, alias, model, ip_address, port_number, enabled, color, latitude, longitude, created_at';
    const { rows: receivers } = await before.query(`select ${people} from receivers order by id`);
    const { rows: events } = await before.query('select * from receiver_state_events');
    const { rows: alarms } = await before.query('select * from alarms');
    await before.end();

    const { pool, close } = await connectDatabase(url, pino({ level: 'silent' }));
    expect((await pool.query(`select ${people} from receivers order by id`)).rows).toEqual(receivers);
    expect((await pool.query('select * from receiver_state_events')).rows).toEqual(events);
    expect((await pool.query('select * from alarms')).rows).toMatchObject(alarms);
    const none = {
      memory_used_mb: null,
      memory_total_mb: null,
      firmware_major: null,
      firmware_minor: null,
      firmware_patch: null,
    };
    // Which models were reported is unknown: existing values stay as set by people.
    const said = Object.keys({ rx_id: 0, status: 0, status_time: 0, info_time: 0, model: 0, voltage: 0, ...none }).join();
    expect((await pool.query(`select ${said} from receiver_reports order by rx_id`)).rows).toEqual([
      {
        rx_id: 1,
        status: 4,
        status_time: new Date('2026-05-01T12:00Z'),
        info_time: new Date('2026-05-01T12:00Z'),
        model: null,
        memory_used_mb: 7.5,
        memory_total_mb: 64,
        voltage: 12.25,
        firmware_major: 7,
        firmware_minor: 10,
        firmware_patch: 2,
      },
      { ...none, rx_id: 3, status: 0, status_time: new Date('2026-05-02T12:00Z'), info_time: null, model: null, voltage: null },
      { ...none, rx_id: 4, status: 0, status_time: null, info_time: new Date('2026-01-03T00:00Z'), model: null, voltage: 9 },
    ]);
    expect((await pool.query('select * from tag_contacts order by tag_id')).rows).toEqual([
      { tag_id: 1, last_contacted: new Date('2026-05-03T12:00Z'), rx_id: 1 },
      { tag_id: 2, last_contacted: new Date('2026-05-04T12:00Z'), rx_id: null },
    ]);
    expect((await pool.query('select id, animal_id, transmitter_id from tags order by id')).rows).toHaveLength(3);

    await pool.query(
      `begin; set local console.writing = 'on'; delete from tags where id = 2; delete from receivers where id = 1; commit`,
    );
    expect((await pool.query('select * from tag_contacts order by tag_id')).rows).toMatchObject([{ tag_id: 1, rx_id: null }]);
    await close();
    await drop();
  });
});
