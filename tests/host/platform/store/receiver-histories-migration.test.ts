import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { connectDatabase } from '../../../../host/platform/store/database.ts';
import { migratedBefore } from '../../../support/migrated-before.ts';
import { engines, withEmptyDatabase } from '../../../support/test-database.ts';

describe.each(engines)('receivers of a host of before, on the %s engine', (engine) => {
  test('stand where they stood all along, and none is retired (RX-39)', async () => {
    const { url, drop } = await withEmptyDatabase(engine);
    const before = await migratedBefore(url, '0026-receiver-histories');
    await before.query(`
      set console.writing = 'on';
      insert into systems (id, common_name) values ('lab', 'Lab');
      insert into sites (system_id, alias) values ('lab', 'Weir');
      insert into receivers (system_id, alias, site_id, latitude, longitude) values
        ('lab', 'placed', 1, 49.28, -123.14), ('lab', 'unplaced', null, null, null);`);
    await before.end();

    const { pool, close } = await connectDatabase(url, pino({ level: 'silent' }));
    const places =
      'select rx_id, since, until, latitude, longitude, site_id, site_alias from receiver_locations order by rx_id, id';
    const none = { since: null, until: null };
    expect((await pool.query(places)).rows).toEqual([
      { rx_id: 1, ...none, latitude: 49.28, longitude: -123.14, site_id: 1, site_alias: 'Weir' },
      { rx_id: 2, ...none, latitude: null, longitude: null, site_id: null, site_alias: null },
    ]);
    expect((await pool.query('select retired_at from receivers')).rows).toEqual([{ retired_at: null }, { retired_at: null }]);
    await close();
    await drop();
  });

  test('have one place each, thousands of them, and none is lost; a second start changes nothing', async () => {
    const { url, drop } = await withEmptyDatabase(engine);
    const before = await migratedBefore(url, '0026-receiver-histories');
    await before.query(`
      set console.writing = 'on';
      insert into systems (id, common_name, max_receivers) values ('lab', 'Lab', 10000), ('lake', 'Lake', 10000);
      insert into sites (system_id, alias) select 'lab', 'Site ' || n from generate_series(1, 40) as n;
      insert into receivers (system_id, alias, site_id, latitude, longitude, config)
        select case when n % 10 = 0 then 'lake' else 'lab' end, 'R' || n, case when n % 10 = 0 then null else n % 40 + 1 end,
          case when n % 3 = 0 then null else n / 100.0 end, case when n % 3 = 0 then null else -n / 100.0 end, '{"x": 1}'
        from generate_series(1, 5000) as n;`);
    const known = `select receivers.system_id, receivers.id as rx_id, latitude, longitude, site_id, sites.alias as site_alias
      from receivers left join sites on sites.id = site_id order by receivers.id`;
    const { rows: stood } = await before.query(known);
    await before.end();

    const { pool, close } = await connectDatabase(url, pino({ level: 'silent' }));
    const places = 'select system_id, rx_id, latitude, longitude, site_id, site_alias from receiver_locations order by rx_id, id';
    expect((await pool.query(known)).rows).toEqual(stood);
    expect((await pool.query(places)).rows).toEqual(stood);
    const again = await connectDatabase(url, pino({ level: 'silent' }));
    expect((await again.pool.query(places)).rows).toEqual(stood);
    await again.close();
    await close();
    await drop();
  });

  test('that are simulated stay so: their world is kept, and is yet to be set (SIM-11)', async () => {
    const { url, drop } = await withEmptyDatabase(engine);
    const before = await migratedBefore(url, '0027-simulated-setups');
    await before.query(`
      set console.writing = 'on';
      insert into systems (id, common_name, kind) values ('river', 'River', 'simulated');
      insert into simulations (system_id, seed, live_from, live_to, rx_ids)
        values ('river', 7, '2026-05-01Z', '2026-05-02Z', '{1,2}');`);
    const { rows: simulations } = await before.query<object>(
      'select system_id, seed::integer, live_from, live_to, rx_ids from simulations',
    );
    await before.end();
    const { pool, close } = await connectDatabase(url, pino({ level: 'silent' }));
    expect((await pool.query('select * from simulations')).rows).toEqual(
      simulations.map((row) => ({ ...row, obeys: false, manners: null, edition: 1 })),
    );
    await close();
    await drop();
  });
});
