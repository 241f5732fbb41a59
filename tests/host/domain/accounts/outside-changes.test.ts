import { expect, describe, test } from 'vitest';
import { watchOutsideChanges } from '../../../../host/domain/accounts/outside-changes.ts';
import { usersCommands } from '../../../../host/entry/admin/users-commands.ts';
import { openLine } from '../../../../host/platform/bus/database-line.ts';
import { createLog } from '../../../../host/platform/log.ts';
import { createLocalBus, type BusEvent } from '../../../../host/platform/bus/bus.ts';
import { triedEngines, withTestDatabase } from '../../../support/test-database.ts';
import { planted } from '../../../support/planted.ts';

describe.each(triedEngines)('what another process changed, on the %s engine (ACC-19)', (engine) => {
  test('is told also when it was made and unmade between two looks, and when person or system is gone', async () => {
    const database = await withTestDatabase(engine);
    const { db } = database;
    await planted(database)
      .insertInto('systems')
      .values(['first', 'brief', 'gone'].map((id) => ({ id, common_name: id })))
      .execute();
    const { id: user_id } = await db
      .insertInto('users')
      .values({ username: 'ann', email: 'ann@example.org' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const grant = (system_id: string) =>
      planted(database).insertInto('memberships').values({ user_id, system_id, role_id: 3 }).execute();
    const bus = createLocalBus();
    const told: BusEvent[] = [];
    bus.subscribe((event) => told.push(event));
    const stop = watchOutsideChanges(database, bus, createLog({ level: 'fatal' }), { everyMs: 300 });
    const changed = (mitasId: string) => ({ kind: 'membershipChanged', userId: user_id, mitasId });

    // The watch reports nothing from before its first look, so it has begun once it reports one of these.
    await grant('first');
    await expect
      .poll(
        async () => {
          await planted(database).updateTable('memberships').set({ role_id: 2 }).where('system_id', '=', 'first').execute();
          return told;
        },
        { timeout: 10_000, interval: 100 },
      )
      .toContainEqual(changed('first'));

    await grant('brief');
    await planted(database).deleteFrom('memberships').where('system_id', '=', 'brief').execute();
    await grant('gone');
    await planted(database).deleteFrom('systems').where('id', '=', 'gone').execute();
    const toldOf = (mitasId: string) => told.filter((event) => 'mitasId' in event && event.mitasId === mitasId);
    await expect.poll(() => toldOf('brief').length, { timeout: 10_000 }).toBe(2);
    await expect.poll(() => toldOf('gone').length, { timeout: 10_000 }).toBe(2);

    // A change that does not concern rights is not reported.
    const before = told.length;
    await planted(database).updateTable('memberships').set({ last_seen_alarm_id: 9 }).execute();
    await planted(database).deleteFrom('users').execute();
    await expect.poll(() => told.length, { timeout: 10_000 }).toBe(before + 1);
    expect(told.at(-1)).toEqual(changed('first'));
    await stop();
    await database.close();
  });

  test('is told as soon as it is committed, without a look', async () => {
    const database = await withTestDatabase(engine);
    const log = createLog({ level: 'fatal' });
    const line = openLine(database.pool.options, log);
    const bus = createLocalBus();
    const told: BusEvent[] = [];
    bus.subscribe((event) => told.push(event));
    const stop = watchOutsideChanges(database, bus, log, { everyMs: 600_000, line });
    await line.opened;
    const { db } = database;
    await planted(database).insertInto('systems').values({ id: 'first', common_name: 'first' }).execute();
    const ann = { username: 'ann', email: 'ann@example.org' };
    const { id: user_id } = await db.insertInto('users').values(ann).returning('id').executeTakeFirstOrThrow();
    const expires_at = new Date(Date.now() + 3_600_000);
    const sessions = [1, 2].map(() => ({ user_id, expires_at }));
    const opened = await db.insertInto('sessions').values(sessions).returning('id').execute();

    await planted(database).insertInto('memberships').values({ user_id, system_id: 'first', role_id: 3 }).execute();
    await expect
      .poll(() => told, { timeout: 10_000 })
      .toEqual([{ kind: 'membershipChanged', userId: user_id, mitasId: 'first' }]);
    const [disable] = usersCommands.filter(({ name }) => name === 'users disable');
    await disable?.run({ database, readPassword: () => Promise.resolve(''), hostUrl: '' }, ['ann'], {});
    const ended = opened.map(({ id }) => ({ kind: 'sessionEnded', sessionId: id }));
    await expect.poll(() => told.slice(1), { timeout: 10_000 }).toEqual(expect.arrayContaining(ended));
    expect(told).toHaveLength(3);
    await stop();
    await line.close();
    await database.close();
  });
});
