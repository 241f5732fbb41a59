import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Family, configFrom, defaultConfig, problemsOf, settingsOf } from '#model/config/config.ts';
import type { Settings } from '#model/config/settings.ts';
import { type Database, connectDatabase } from '../../../../host/platform/store/database.ts';
import { migratedBefore } from '../../../support/migrated-before.ts';
import { engines, withEmptyDatabase } from '../../../support/test-database.ts';

const log = pino({ level: 'silent' });
const defaults = (family: Family) => settingsOf(family, defaultConfig(family));

describe.each(engines)('receivers of a host before configurations, on the %s engine', (engine) => {
  let url: string;
  let drop: () => Promise<void>;
  beforeEach(async () => ({ url, drop } = await withEmptyDatabase(engine)));
  afterEach(() => drop());

  const rows = async ({ pool }: Database) => ({
    receivers: (await pool.query('select id, system_id, alias, model, rev, config from receivers order by id')).rows,
    versions: (await pool.query('select * from receiver_configs order by rx_id, at')).rows,
  });

  test('are set as their family begins where nobody set them, and stay as they are where somebody did (CFG-4)', async () => {
    const before = await migratedBefore(url, '0025-receiver-configs');
    await before.query(`
      set console.writing = 'on';
      insert into systems (id, common_name) values ('lab', 'Lab'), ('lake', 'Lake');
      insert into receivers (system_id, alias, model, rev, config) values
        ('lab', 'unknown', -1, 0, '{}'),
        ('lab', 'orion', 0, 3, '{}'),
        ('lab', 'ares', 1, 0, '{}'),
        ('lab', 'named Orion, reports Ares', 0, 0, '{}'),
        ('lab', 'named Ares, reports Orion', 1, 0, '{}'),
        ('lab', 'named Ares, reports no model', 1, 0, '{}'),
        ('lab', 'partly set', 0, 7, '{"orion.general.squelch": -100}'),
        ('lake', 'set of what is not known', 1, 0, '{"ares.general.volume": 3, "later.field": [1, null, "x"]}');
      insert into receiver_reports (rx_id, model) values (4, 1), (5, 0), (6, null);`);
    await before.end();

    const database = await connectDatabase(url, log);
    const { receivers, versions } = await rows(database);
    const partly = { 'orion.general.squelch': -100 };
    const expected: [alias: string, rev: number, config: Settings][] = [
      ['unknown', 0, defaults('orion')],
      ['orion', 3, defaults('orion')],
      ['ares', 0, defaults('ares')],
      ['named Orion, reports Ares', 0, defaults('ares')],
      ['named Ares, reports Orion', 0, defaults('orion')],
      ['named Ares, reports no model', 0, defaults('ares')],
      ['partly set', 7, partly],
      ['set of what is not known', 0, { 'ares.general.volume': 3, 'later.field': [1, null, 'x'] } as never],
    ];
    expect(receivers.map(({ alias, rev, config }) => [alias, rev, config])).toEqual(expected);
    // The configuration before the migration becomes the first version of each.
    expect(versions.map(({ rx_id, revision, through, user_id, config }) => [rx_id, revision, through, user_id, config])).toEqual(
      expected.map(([, rev, config], index) => [index + 1, rev, 'host', null, config]),
    );
    expect(problemsOf('orion', configFrom('orion', partly))).toEqual([]);
    expect(configFrom('orion', partly)).toMatchObject({ general: { squelch: -100, antennaDwellTime: 3 } });

    const again = await connectDatabase(url, log);
    expect(await rows(again)).toEqual({ receivers, versions });
    await again.close();
    await database.close();
  });

  test('are all there still, thousands of them, each with one version', async () => {
    const before = await migratedBefore(url, '0025-receiver-configs');
    await before.query(`
      set console.writing = 'on';
      insert into systems (id, common_name, max_receivers) values ('lab', 'Lab', 10000);
      insert into receivers (system_id, alias, model, config)
        select 'lab', 'R' || n, n % 3 - 1, case when n % 4 = 0 then '{"orion.general.squelch": -99}'::jsonb else '{}' end
        from generate_series(1, 5000) as n;`);
    const { rows: known } = await before.query('select id, system_id, alias, model, rev::integer from receivers order by id');
    await before.end();

    const database = await connectDatabase(url, log);
    const { receivers, versions } = await rows(database);
    const named = receivers.map(({ id, system_id, alias, model, rev }) => ({ id, system_id, alias, model, rev }));
    expect(named).toEqual(known);
    expect(versions.map(({ rx_id, config }) => [rx_id, config])).toEqual(receivers.map(({ id, config }) => [id, config]));
    const set = receivers.filter(({ config }) => Object.keys(config as Settings).length === 1);
    expect([receivers.length, set.length]).toEqual([5_000, 1_250]);
    const began = receivers.filter((row) => !set.includes(row));
    for (const { model, config } of began) expect(config).toEqual(defaults(model === 1 ? 'ares' : 'orion'));
    await database.close();
  });
});
