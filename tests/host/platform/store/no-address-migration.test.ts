import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { connectDatabase } from '../../../../host/platform/store/database.ts';
import { migratedBefore } from '../../../support/migrated-before.ts';
import { engines, withEmptyDatabase } from '../../../support/test-database.ts';

describe.each(engines)('receivers whose IP address nobody entered, on the %s engine', (engine) => {
  test('have none in a simulated system, and keep what is stored in any other (RX-4)', async () => {
    const { url, drop } = await withEmptyDatabase(engine);
    const before = await migratedBefore(url, '0077-no-address');
    await before.query(`
      set console.writing = 'on';
      insert into systems (id, common_name) values ('lab', 'Lab'), ('river', 'River');
      insert into simulations (system_id, seed, live_from, live_to, rx_ids) values ('river', 1, now(), now(), '{}');
      insert into receivers (system_id, alias) values ('lab', 'real'), ('river', 'joined');
      insert into receivers (system_id, alias, ip_address) values ('river', 'founded', '10.20.1.16'), ('lab', 'without', '');
      update receivers set retired_at = now() where alias = 'joined';`);
    await before.end();
    const { pool, close } = await connectDatabase(url, pino({ level: 'silent' }));
    await pool.query(`
      set console.writing = 'on';
      insert into receivers (system_id, alias) values ('lab', 'new')`);
    const { rows } = await pool.query('select alias, ip_address as ip, rev::integer from receivers order by id');
    expect(rows).toEqual([
      { alias: 'real', ip: '127.0.0.1', rev: 0 },
      { alias: 'joined', ip: '', rev: 0 },
      { alias: 'founded', ip: '10.20.1.16', rev: 0 },
      { alias: 'without', ip: '', rev: 0 },
      { alias: 'new', ip: '', rev: 0 },
    ]);
    await close();
    await drop();
  });
});
