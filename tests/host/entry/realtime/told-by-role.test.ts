import { afterEach, beforeEach, expect, test } from 'vitest';
import { maxPublishedItems } from '#model/changes/change.ts';
import { closeCodes } from '#model/contract/socket-messages.ts';
import { changeStages, type ChangeStage } from '../../../support/change-stage.ts';
import { lockWaits } from '../../../support/database-attacks.ts';
import { planted } from '../../../support/planted.ts';
import { undisturbed } from '../../../support/retention-stage.ts';
import { until } from '../../../support/live-stage.ts';
import { sweepOperations } from '../../../../host/platform/changes/operation-sweep.ts';
import { deletePast } from '../../../../host/platform/retention/delete-past.ts';
import { shelves } from '../../../../host/platform/retention/shelves.ts';

const openStage = changeStages();
let stage: ChangeStage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

test('a role that a change takes holds from that change on, and its person loads again what they may see (ROLE-8, ROLE-9)', async () => {
  const [ada, bob, victor] = [await stage.sit('ada', 2), await stage.sit('bob', 2), await stage.sit('victor', 4)];
  const carla = await stage.sit('carla', null);
  await stage.change((writer) => writer.create('member', { RoleId: 4 }, { id: carla.id }));
  // In direct succession: the second change is the first that ada may not see.
  await stage.change((writer) => writer.edit('member.roleChanged', ada.id, { RoleId: 4 }));
  await stage.change((writer) => writer.edit('member.roleChanged', carla.id, { RoleId: 3 }));
  await stage.change((writer) => writer.edit('member.roleChanged', ada.id, { RoleId: 2 }));
  await stage.change((writer) => writer.edit('member.roleChanged', carla.id, { RoleId: 4 }));
  await until('all to be told', () => [ada, bob, victor].every((who) => who.of('changed').length === 5));
  const items = (who: typeof ada) => who.of('changed').map(({ payload }) => payload.items?.length);
  expect([items(ada), items(bob), items(victor)]).toEqual([
    [1, 0, 0, 1, 1],
    [1, 1, 1, 1, 1],
    [0, 0, 0, 0, 0],
  ]);
  await until('both loads', () => ada.of('invalidate').filter(({ payload }) => payload.includes('fleet')).length === 2);
  // The list of collaborators, of which a change shows only a part (ROLE-8).
  const people = Array.from({ length: 5 }, () => ['collaborators']);
  expect(bob.of('invalidate').map(({ payload }) => payload)).toEqual(people);
  expect(victor.of('invalidate').map(({ payload }) => payload)).toEqual(people);
  const allowed = await ada.call('PATCH', `/receivers/${stage.rx[0]}/port`, { body: { oldPort: 1, newPort: 2 } });
  expect(allowed.status).toBe(200);
});

test('who is taken out of a system hears nothing more of it', async () => {
  const ada = await stage.sit('ada', 2);
  await stage.change((writer) => writer.remove('member', ada.id));
  await stage.change((writer) => writer.edit('receiver.portChanged', stage.rx[0], { portNumber: 5 }));
  await until('the close', () => ada.code() !== undefined);
  expect(ada.code()).toBe(closeCodes.forbidden);
  expect(ada.of('changed').map(({ payload }) => payload.revision)).not.toContain(3);
  expect((await ada.call('GET', '/changes?after=0')).status).toBe(403);
});

test("a system's new name reaches its own consoles and the lists of its people elsewhere, and nobody else", async () => {
  const [ada, eve] = [await stage.sit('ada', 4), await stage.sit('eve', 4, stage.lake)];
  const both = await stage.sit('both', 4, stage.lake);
  await planted(stage.host.database)
    .insertInto('memberships')
    .values({ system_id: stage.river, user_id: both.id, role_id: 4 })
    .execute();
  const { number } = await stage.host.database.db
    .selectFrom('systems')
    .select('number')
    .where('id', '=', stage.river)
    .executeTakeFirstOrThrow();
  await stage.change((writer) => writer.edit('system.renamed', number, { commonName: 'Salmon' }));
  await until('both to hear', () => ada.of('invalidate').length > 0 && both.of('invalidate').length > 0);
  expect(ada.of('invalidate').map(({ payload }) => payload)).toEqual([['systems', 'config']]);
  expect(both.of('invalidate').map(({ payload }) => payload)).toEqual([['systems']]);
  expect(eve.of('invalidate')).toEqual([]);
  expect([ada.of('changed').length, both.of('changed').length]).toEqual([1, 0]);
  await stage.change((writer) => writer.edit('system.switchedOff', number, { offline: true }));
  await until('the close', () => ada.code() !== undefined);
  expect(ada.code()).toBe(closeCodes.noSuchSystem);
});

test('each heartbeat says up to which change everything was told (SOCK-25)', async () => {
  const ada = await stage.sit('ada', 4);
  expect(ada.of('heartbeat')[0]?.payload.changes).toEqual({ epoch: expect.any(String), revision: 1 });
  await stage.change((writer) => writer.edit('receiver.portChanged', stage.rx[0], { portNumber: 5 }));
  await until('the next one', () => ada.of('heartbeat').at(-1)?.payload.changes?.revision === 2);
  const order = ada.heard.map((message) => (message.type === 'heartbeat' ? message.payload.changes?.revision : message.type));
  expect(order.indexOf('changed')).toBeLessThan(order.indexOf(2));
  await planted(stage.host.database)
    .updateTable('system_revisions')
    .set({ epoch: 'another' })
    .where('system_id', '=', stage.river)
    .execute();
  await until('the new epoch', () => ada.of('heartbeat').at(-1)?.payload.changes?.epoch === 'another', 10_000);
});

test('a change too large to be told says where to load again from, and is told as too large to whoever asks (CHG-10)', async () => {
  const ada = await stage.sit('ada', 4);
  await stage.change(async (writer) => {
    for (let i = 0; i <= maxPublishedItems; i++) await writer.create('receiver', { alias: `many ${i}` });
  });
  await until('the news', () => ada.of('invalidate').length === 1);
  expect(ada.of('invalidate')[0]).toMatchObject({ payload: [], asOf: { revision: 2 } });
  expect(ada.of('changed')).toEqual([]);
  expect((await ada.call('GET', '/changes?after=1')).json).toMatchObject({ changes: [{ revision: 2, items: null }] });
  expect((await ada.call('GET', '/activity')).json).toMatchObject({ changes: [{ revision: 2, items: null }, { revision: 1 }] });
});

/** Deletes changes older than 400 days. */
function deleteChanges(attempt: Parameters<typeof deletePast>[3] = undisturbed) {
  const past = { systemId: stage.river, before: new Date(Date.now() - 400 * 86_400_000) };
  return deletePast(stage.host.database, 'changes', past, attempt, (_, within) => shelves.changes.count(within, past));
}

test('what is past its time is swept, and whoever asks for it is told to load again (CHG-7)', async () => {
  const ada = await stage.sit('ada', 3);
  const { pool } = stage.host.database;
  for (const newPort of [1, 2, 3, 4]) {
    const operation = `an-operation-of-ada-${newPort}`;
    await ada.call('PATCH', `/receivers/${stage.rx[0]}/port`, { body: { oldPort: 1, newPort }, operation });
  }
  const past = planted(stage.host.database);
  await past
    .updateTable('changes')
    .set({ at: new Date(Date.now() - 401 * 86_400_000) })
    .where('system_id', '=', stage.river)
    .where('revision', '<=', 3)
    .execute();
  await past
    .updateTable('operations')
    .set({ at: new Date(Date.now() - 8 * 86_400_000) })
    .where('system_id', '=', stage.river)
    .where('revision', '<=', 3)
    .execute();
  const stopped = { ...undisturbed, signal: AbortSignal.abort(new Error('the host stops')) };
  await expect(deleteChanges(stopped)).rejects.toThrow('stops');
  const kept = async (table: 'changes' | 'change_entities' | 'operations') => {
    const { rows } = await pool.query<{ revision: number }>(
      `select distinct revision from ${table} where system_id = $1 order by revision`,
      [stage.river],
    );
    return rows.map(({ revision }) => revision);
  };
  expect(await kept('changes')).toEqual([1, 2, 3, 4, 5]);
  expect(await deleteChanges()).toBe(3);
  await sweepOperations(stage.host.database);
  for (const table of ['changes', 'change_entities', 'operations'] as const)
    expect([table, await kept(table)]).toEqual([table, [4, 5]]);
  const statusOf = async (after: number) => (await ada.call('GET', `/changes?after=${after}`)).status;
  expect([await statusOf(2), await statusOf(3)]).toEqual([410, 200]);
  expect((await ada.call('POST', '/changes/3/undo')).status).toBe(410);
  expect((await ada.call('GET', '/activity')).json).toMatchObject({ more: false, changes: [{ revision: 5 }, { revision: 4 }] });
});

test('a sweep that another host has overtaken takes back nothing of what is noted as no longer kept', async () => {
  const { pool } = stage.host.database;
  for (let portNumber = 1; portNumber <= 4; portNumber++)
    await stage.change((writer) => writer.edit('receiver.portChanged', stage.rx[0], { portNumber }));
  const db = planted(stage.host.database);
  const old = new Date(Date.now() - 401 * 86_400_000);
  await db.updateTable('changes').set({ at: old }).where('system_id', '=', stage.river).where('revision', '<=', 2).execute();
  const other = await pool.connect();
  await other.query('begin');
  await other.query(`select set_config('console.writing', 'on', true)`);
  await other.query('update system_revisions set kept_after = 4 where system_id = $1', [stage.river]);
  await other.query('delete from changes where system_id = $1 and revision <= 4', [stage.river]);
  const sweeping = deleteChanges();
  await expect.poll(() => lockWaits({ pool }), { timeout: 10_000 }).toBe(1);
  await other.query('commit');
  other.release();
  await sweeping;
  const { rows } = await pool.query('select kept_after from system_revisions where system_id = $1', [stage.river]);
  expect(rows).toEqual([{ kept_after: 4 }]);
});

test('a load is of one moment: a change between its reads cannot tear it (CHG-11)', async () => {
  const ada = await stage.sit('ada', 4);
  const { pool } = stage.host.database;
  const site = await stage.change((writer) => writer.create('site', { alias: 'Shore' }));
  // Sites are read after receivers. Blocked here, so that the change falls between the two.
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('lock table sites in access exclusive mode');
  const loading = ada.call('GET', '/receiver-sites');
  await expect.poll(() => lockWaits({ pool }, 'sites'), { timeout: 10_000 }).toBe(1);
  await holder.query(`select set_config('console.writing', 'on', true)`);
  await holder.query('update receivers set site_id = $1 where system_id = $2', [site.reply, stage.river]);
  await holder.query(`update sites set alias = 'Bank' where system_id = $1`, [stage.river]);
  await holder.query('update system_revisions set revision = revision + 1 where system_id = $1', [stage.river]);
  await holder.query('commit');
  holder.release();
  expect((await loading).json).toMatchObject({
    asOf: { revision: 2 },
    receivers: [{ SiteId: null }, { SiteId: null }],
    sites: [{ alias: 'Shore', rxIds: [] }],
  });
});

test("a person's own settings are no change of a system: their consoles look at them again, and nobody else's (CHG-26)", async () => {
  const [ada, eve] = [await stage.sit('ada', 4), await stage.sit('eve', 4)];
  await stage.host.accounts.store.setDarkMode(ada.id, true);
  await until('the news', () => ada.of('invalidate').length === 1);
  await stage.change((writer) => writer.edit('receiver.portChanged', stage.rx[0], { portNumber: 5 }));
  await until('the next change', () => eve.of('changed').length === 1);
  expect(ada.of('invalidate').map(({ payload }) => payload)).toEqual([['account', 'systems']]);
  expect([eve.of('invalidate'), eve.of('changed')[0]?.payload.revision]).toEqual([[], 2]);
});
