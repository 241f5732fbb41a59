import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { change } from '../../../../host/platform/changes/change.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { planted } from '../../../support/planted.ts';
import { engines, withTestDatabase } from '../../../support/test-database.ts';
import { addPerson } from '../../../support/test-host.ts';

describe.each(engines)('what writes past changes, on the %s engine (CHG-1, CODE-12)', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await withTestDatabase(engine);
    const ada = await addPerson({ database }, 'ada');
    await addPerson({ database }, 'bob');
    const db = planted(database);
    await db.insertInto('systems').values({ id: 'river', common_name: 'River' }).execute();
    await db.insertInto('sites').values({ system_id: 'river', alias: 'Shore' }).execute();
    await db.insertInto('receivers').values({ system_id: 'river', alias: 'A' }).execute();
    await db.insertInto('memberships').values({ system_id: 'river', user_id: ada, role_id: 4 }).execute();
    await db
      .insertInto('map_layer_contents')
      .values({
        system_id: 'river',
        hash: '0'.repeat(64),
        packed: Buffer.alloc(1),
        bytes: 1,
        format: 'gpx',
        features: 1,
        vertices: 1,
        bounds: [0, 0, 0, 0],
      })
      .execute();
    await db
      .insertInto('map_layers')
      .values({ system_id: 'river', name: 'Rivers', content: '0'.repeat(64) })
      .execute();
    await db
      .insertInto('animals')
      .values({ system_id: 'river', species: 'x', alias: 'y', gender: 0, weight_g: 1, age_days: 1 })
      .execute();
  });
  afterAll(() => database.close());

  test.each([
    `update receivers set alias = 'B'`,
    `update receivers set enabled = not enabled`,
    `delete from receivers`,
    `insert into receivers (system_id, alias) values ('river', 'C')`,
    `update sites set color = '#000000'`,
    `insert into sites (system_id, alias) values ('river', 'Bank')`,
    `update systems set common_name = 'Lake'`,
    `update systems set offline = true`,
    `update systems set expiry = now()`,
    `insert into systems (id, common_name) values ('lake', 'Lake')`,
    `delete from systems`,
    `update memberships set role_id = 1`,
    `insert into memberships (system_id, user_id, role_id) select 'river', id, 1 from users where username = 'bob'`,
    `delete from memberships`,
    `delete from users where username = 'ada'`,
    `update animals set species = 'z'`,
    `update map_layers set color = '#000000'`,
    `delete from map_layers`,
    `insert into rx_snooze (system_id, rx_id, snooze_until) select system_id, id, now() from receivers`,
  ])('is refused: %s', async (statement) => {
    await expect(database.pool.query(statement)).rejects.toThrow(/write through change\(\)/);
  });

  test.each([
    `update memberships set last_seen_alarm_id = 7, email_alarms = false`,
    `update systems set emails_enabled = false`,
    `update receivers set alias = 'B' where false`,
    `delete from users where username = 'bob'`,
  ])('is nothing that changes tell: %s', async (statement) => {
    await database.pool.query(statement);
  });

  test('a change writes, its mark ends with it, and so does that of a founding', async () => {
    const { id } = await database.db.selectFrom('receivers').select('id').executeTakeFirstOrThrow();
    await change(database, { systemId: 'river', by: null, through: 'host' }, (writer) =>
      writer.edit('receiver.renamed', id, { alias: 'B' }),
    );
    await planted(database).updateTable('sites').set({ color: '#111111' }).execute();
    for (let i = 0; i < 20; i++)
      await expect(database.pool.query(`update sites set color = '#222222'`)).rejects.toThrow(/write through/);
  });
});
