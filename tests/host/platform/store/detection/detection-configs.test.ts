import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectDatabase, type Database } from '../../../../../host/platform/store/database.ts';
import {
  currentDetectionConfig,
  detectionConfigsOf,
  saveDetectionConfig,
} from '../../../../../host/platform/store/detection/detection-configs.ts';
import { migratedBefore } from '../../../../support/migrated-before.ts';
import { planted } from '../../../../support/planted.ts';
import { engines, withEmptyDatabase, withTestDatabase } from '../../../../support/test-database.ts';

const defaults = {
  minimumHits: 2,
  minimumAveragePower: null,
  maximumPowerDeviation: null,
  maximumIntervalDeviation: null,
  frequencyToleranceMultiplier: 1,
  intervalToleranceMultiplier: 1,
};
const strict = {
  minimumHits: 3,
  minimumAveragePower: -80.5,
  maximumPowerDeviation: 3,
  maximumIntervalDeviation: 500,
  frequencyToleranceMultiplier: 0.75,
  intervalToleranceMultiplier: 0.75,
};
const founding = { version: 1, effectiveTo: null, modifiedBy: null, changeReason: 'Default configuration', ...defaults };

describe.each(engines)('detection settings on the %s engine', (engine) => {
  let database: Database;
  let userId: number;
  beforeAll(async () => {
    database = await withTestDatabase(engine);
    const { db } = database;
    const values = { username: 'ada', email: 'ada@example.org', password_hash: 'x' };
    userId = (await db.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()).id;
  });
  afterAll(() => database.close());

  const addSystem = async (id: string) => {
    await planted(database).insertInto('systems').values({ id, common_name: id }).execute();
    return id;
  };
  const save = (systemId: string, changeReason: string | null = null, parameters = strict) =>
    saveDetectionConfig(database, { systemId, parameters, modifiedBy: userId, changeReason });
  const pages = (systemId: string, page = 1, limit = 10) => detectionConfigsOf(database, systemId, { page, limit });

  test('a system has version 1 with the defaults from its making on (DET-10)', async () => {
    const river = await addSystem('river');
    const { created_at } = await database.db
      .selectFrom('systems')
      .select('created_at')
      .where('id', '=', river)
      .executeTakeFirstOrThrow();
    expect(await currentDetectionConfig(database, river)).toEqual({ ...founding, effectiveFrom: created_at.getTime() });
    expect(await pages(river)).toMatchObject({ configs: [founding], total: 1 });
    await expect(currentDetectionConfig(database, 'nowhere')).rejects.toThrow('no result');
  });

  test('a save makes the next version and closes the one before at the same instant, of that system alone (DET-10)', async () => {
    const [one, other] = [await addSystem('one'), await addSystem('other')];
    const second = await save(one, 'Less noise');
    expect(second).toMatchObject({ version: 2, effectiveTo: null, modifiedBy: userId, changeReason: 'Less noise', ...strict });
    const third = await save(one, null, defaults as never);
    expect(await currentDetectionConfig(database, one)).toEqual(third);
    const { configs, total } = await pages(one);
    expect([total, configs.map(({ version }) => version)]).toEqual([3, [3, 2, 1]]);
    expect(configs.map(({ effectiveTo }) => effectiveTo)).toEqual([null, third.effectiveFrom, second.effectiveFrom]);
    expect(await pages(other)).toMatchObject({ configs: [founding], total: 1 });
    expect(await currentDetectionConfig(database, other)).toMatchObject(founding);
  });

  test('of saves at once each becomes a version, in order of time, and one is the present (DET-10)', async () => {
    const busy = await addSystem('busy');
    await Promise.all(Array.from({ length: 8 }, (_, each) => save(busy, `save ${each}`)));
    const { configs, total } = await pages(busy);
    expect(total).toBe(9);
    expect(configs.map(({ version }) => version)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
    const [newest, ...closed] = configs;
    expect(newest?.effectiveTo).toBeNull();
    for (const [each, { effectiveTo }] of closed.entries()) expect(effectiveTo).toBe(configs[each]?.effectiveFrom);
  });

  test.each([
    [1, 2, [5, 4]],
    [3, 2, [1]],
    [4, 2, []],
  ])('page %i of %i holds the versions %j (DET-10)', async (page, limit, versions) => {
    const id = `paged-${page}`;
    await addSystem(id);
    for (let each = 0; each < 4; each += 1) await save(id);
    const { configs, total } = await pages(id, page, limit);
    expect([configs.map(({ version }) => version), total]).toEqual([versions, 5]);
  });

  test('versions go with their system, are renamed with it, and outlive who saved them', async () => {
    const brief = await addSystem('brief');
    const { id } = await database.db
      .insertInto('users')
      .values({ username: 'eve', email: 'eve@example.org', password_hash: 'x' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await saveDetectionConfig(database, { systemId: brief, parameters: strict, modifiedBy: id, changeReason: null });
    await database.db.deleteFrom('users').where('id', '=', id).execute();
    await planted(database).updateTable('systems').set({ id: 'renamed' }).where('id', '=', brief).execute();
    expect(await currentDetectionConfig(database, 'renamed')).toMatchObject({ version: 2, modifiedBy: null, ...strict });
    await planted(database).deleteFrom('systems').where('id', '=', 'renamed').execute();
    expect(await pages('renamed')).toEqual({ configs: [], total: 0 });
  });

  test('systems of a host of before have version 1 (DET-10)', async () => {
    const { url, drop } = await withEmptyDatabase(engine);
    const before = await migratedBefore(url, '0068-detection-configs');
    await before.query(`
      set console.writing = 'on';
      insert into systems (id, common_name, created_at) values ('lab', 'Lab', '2026-11-01T12:00:00.123456Z'), ('lake', 'Lake', '2026-11-02');`);
    await before.end();
    const opened = await connectDatabase(url, pino({ level: 'silent' }));
    const effectiveFrom = Date.parse('2026-11-01T12:00:00.123Z');
    expect(await currentDetectionConfig(opened, 'lab')).toEqual({ ...founding, effectiveFrom });
    expect(await currentDetectionConfig(opened, 'lake')).toMatchObject(founding);
    await opened.close();
    await drop();
  });
});
