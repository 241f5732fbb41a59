import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Change, ChangeItem } from '#model/changes/change.ts';
import type { ErrorBody } from '#model/contract/failure.ts';
import { offlineText } from '#model/contract/session-failures.ts';
import { expiredText } from '#model/entities/expiry.ts';
import { changeStages, type ChangeStage, type Sitter } from '../../../support/change-stage.ts';
import { lockWaits } from '../../../support/database-attacks.ts';
import { foreignChange } from '../../../support/foreign-change.ts';
import { planted } from '../../../support/planted.ts';
import { until } from '../../../support/live-stage.ts';

/** The calls that change a system's things, and those that report changes (CHG-1, CHG-5, CHG-17). */

type Reply = { epoch: string; revision: number; items: ChangeItem[] };
type Told = { epoch: string; revision: number; changes: Change[] };
const errorOf = ({ json }: { json: unknown }) => (json as ErrorBody).error;

const openStage = changeStages();
let stage: ChangeStage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

describe('quick edits', () => {
  test('of a receiver: name, address, port, switch and colour, each one change that its reply tells', async () => {
    const ada = await stage.sit('ada', 3);
    const [a] = stage.rx;
    const edits = [
      ['name', { oldName: 'whatever', newName: 'North' }, 'receiver.renamed', { alias: 'A' }, { alias: 'North' }],
      ['ip', { oldIp: '', newIp: '10.0.0.7' }, 'receiver.ipChanged', { ipAddress: '' }, { ipAddress: '10.0.0.7' }],
      ['port', { oldPort: 1, newPort: 9_000 }, 'receiver.portChanged', { portNumber: 20_001 }, { portNumber: 9_000 }],
      ['enabled', { enabled: false }, 'receiver.enabledChanged', { enabled: true }, { enabled: false }],
      ['color', { oldColor: '', newColor: '#123456' }, 'receiver.recoloured', { color: '#9ccc65' }, { color: '#123456' }],
    ] as const;
    for (const [i, [what, body, kind, before, after]] of edits.entries()) {
      const answer = await ada.call('PATCH', `/receivers/${a}/${what}`, { body });
      expect([answer.status, answer.json]).toEqual([
        200,
        { epoch: expect.any(String), revision: i + 2, items: [{ kind, id: a, name: i === 0 ? 'A' : 'North', before, after }] },
      ]);
    }
    const list = await ada.call('GET', '/receiver-sites');
    expect(list.json).toMatchObject({
      asOf: { revision: 6 },
      receivers: [
        { alias: 'B' },
        { alias: 'North', ipAddress: '10.0.0.7', portNumber: 9_000, enabled: false, color: '#123456', rev: 6 },
      ],
    });
    await until('their own socket to hear of all', () => ada.of('changed').length === 5);
    expect(ada.of('changed').map(({ payload }) => payload.revision)).toEqual([2, 3, 4, 5, 6]);
  });

  test('of a site: made, renamed, recoloured, another point style, deleted; one with receivers stays, and they are named (SITE-5)', async () => {
    const ada = await stage.sit('ada', 3);
    const made = await ada.call('POST', '/sites', { body: { newSiteName: 'Shore' } });
    const { id } = made.json as { id: number };
    expect(made.json).toMatchObject({ alias: 'Shore', rxIds: [], rev: 2, revision: 2, items: [{ kind: 'site.created', id }] });
    await ada.call('PATCH', `/sites/${id}/name`, { body: { newName: 'Bank' } });
    await ada.call('PATCH', `/sites/${id}/color`, { body: { newColor: '#111111', oldColor: '' } });
    await ada.call('PATCH', `/sites/${id}/pointStyle`, { body: { newPointStyle: 'star', oldPointStyle: '' } });
    expect((await ada.call('GET', '/receiver-sites')).json).toMatchObject({
      sites: [{ id, alias: 'Bank', color: '#111111', pointStyle: 'star', rev: 5 }],
    });
    await stage.change(async (writer) => {
      for (const rx of stage.rx) await writer.edit('receiver.moved', rx, { SiteId: id });
    });
    const refused = await ada.call('DELETE', `/sites?siteId=${id}`);
    expect([refused.status, errorOf(refused).message]).toEqual([
      409,
      'There are receivers at this site: A, B. Move or delete them first.',
    ]);
    await stage.change(async (writer) => {
      for (const rx of stage.rx) await writer.edit('receiver.moved', rx, { SiteId: null });
    });
    const gone = await ada.call('DELETE', `/sites?siteId=${id}`);
    expect(gone.json).toMatchObject({
      revision: 8,
      items: [{ kind: 'site.deleted', id, before: { alias: 'Bank' }, after: null }],
    });
  });

  test('a name that another has is refused by its field; a thing of another system is not there (RX-8, SITE-4)', async () => {
    const ada = await stage.sit('ada', 3);
    const [a] = stage.rx;
    const taken = await ada.call('PATCH', `/receivers/${a}/name`, { body: { oldName: 'A', newName: 'B' } });
    expect([taken.status, errorOf(taken).field]).toEqual([409, 'newName']);
    const eve = await stage.sit('eve', 1, stage.lake);
    const foreign = await eve.call('PATCH', `/receivers/${a}/name`, { body: { oldName: 'A', newName: 'Mine' } });
    expect(foreign.status).toBe(404);
    const viewer = await stage.sit('victor', 4);
    expect((await viewer.call('PATCH', `/receivers/${a}/name`, { body: { oldName: 'A', newName: 'V' } })).status).toBe(403);
    expect(await stage.revision()).toBe(1);
  });
});

describe('operations', () => {
  const operation = 'an-operation-of-ada-1';
  test('a repeat is answered as the first was; the same id for something else is 422; a malformed one 400 (CHG-5)', async () => {
    const ada = await stage.sit('ada', 3);
    const [a] = stage.rx;
    const rename = (newName: string, id = operation) =>
      ada.call('PATCH', `/receivers/${a}/name`, { body: { oldName: 'A', newName }, operation: id });
    const [first, beside] = await Promise.all([rename('North'), rename('North')]);
    const later = await rename('North');
    expect(first.status).toBe(200);
    expect([beside.json, later.json]).toEqual([first.json, first.json]);
    expect(await stage.revision()).toBe(2);
    const other = await rename('South');
    expect([other.status, errorOf(other).type]).toEqual([422, 'OperationReused']);
    const elsewhere = await ada.call('PATCH', `/receivers/${stage.rx[1]}/name`, {
      body: { oldName: 'A', newName: 'North' },
      operation,
    });
    expect(elsewhere.status).toBe(422);
    expect((await rename('South', 'short')).status).toBe(400);
    // Refusals are not stored: the same request succeeds once nothing prevents it.
    const again = 'an-operation-of-ada-2';
    expect((await rename('B', again)).status).toBe(409);
    await stage.change((writer) => writer.edit('receiver.renamed', stage.rx[1], { alias: 'C' }));
    expect((await rename('B', again)).status).toBe(200);
  });

  const standing = (set: { expiry?: Date; offline?: boolean }) =>
    planted(stage.host.database).updateTable('systems').set(set).where('id', '=', stage.river).execute();
  const roles = (role_id: number) =>
    planted(stage.host.database).updateTable('memberships').set({ role_id }).where('system_id', '=', stage.river).execute();
  const roleText = 'Your role in this system does not allow this';

  test.each<[string, () => Promise<unknown>, status: number, sentence: string]>([
    ['the system expired', () => standing({ expiry: new Date(0) }), 409, expiredText],
    ['the system went offline', () => standing({ offline: true }), 503, offlineText],
    ['the role became too low', () => roles(4), 403, roleText],
  ])('what was done before %s is answered as it was; anything new is refused (CHG-5, SYS-15)', async (_, become, ...refusal) => {
    const [ada, bob] = [await stage.sit('ada', 3), await stage.sit('bob', 3)];
    const rename = (who: Sitter, operation: string, newName = 'North') =>
      who.call('PATCH', `/receivers/${stage.rx[0]}/name`, { body: { oldName: 'A', newName }, operation });
    const first = await rename(ada, 'operation-number-1');
    const undo = () => ada.call('POST', '/changes/2/undo', { operation: 'operation-number-2' });
    const undone = await undo();
    await become();
    stage.host.bus.publish({ kind: 'systemsChanged', mitasIds: [stage.river] });
    const again = [await rename(ada, 'operation-number-1'), await undo()];
    expect(again.map(({ status, json }) => [status, json])).toEqual([
      [200, first.json],
      [200, undone.json],
    ]);
    const refused = [
      await rename(ada, 'operation-number-3'),
      await rename(bob, 'operation-number-1'),
      await rename(ada, 'short'),
      await ada.call('PATCH', `/receivers/${stage.rx[0]}/name`, { body: { oldName: 'A', newName: 'North' } }),
    ];
    expect(refused.map((answer) => [answer.status, errorOf(answer).message])).toEqual(refused.map(() => refusal));
    expect((await rename(ada, 'operation-number-1', 'South')).status).toBe(422);
    expect(await stage.revision()).toBe(3);
  });

  test('who does not belong to the system any more is told nothing of what they did there', async () => {
    const ada = await stage.sit('ada', 3);
    const rename = () =>
      ada.call('PATCH', `/receivers/${stage.rx[0]}/name`, { body: { oldName: 'A', newName: 'North' }, operation });
    expect((await rename()).status).toBe(200);
    await planted(stage.host.database).deleteFrom('memberships').where('user_id', '=', ada.id).execute();
    stage.host.bus.publish({ kind: 'membershipChanged', userId: ada.id, mitasId: stage.river });
    expect((await rename()).status).toBe(403);
  });

  test('a repeat that comes while the first is on its way waits for it, though the role is too low by then (CHG-5)', async () => {
    const ada = await stage.sit('ada', 3);
    const [a] = stage.rx;
    const body = { oldName: 'A', newName: 'North' };
    const rename = (id: string) => ada.call('PATCH', `/receivers/${a}/name`, { body, operation: id });
    const { reply } = await stage.change(async (writer) => {
      await writer.lock('receiver', [a]);
      const first = rename(operation);
      await expect.poll(() => lockWaits(stage.host.database), { timeout: 10_000 }).toBe(1);
      await roles(4);
      stage.host.bus.publish({ kind: 'membershipChanged', userId: ada.id, mitasId: stage.river });
      const repeat = rename(operation);
      const other = await rename('an-operation-of-ada-2');
      return { answers: () => Promise.all([first, repeat]), other };
    });
    const [first, repeat] = await reply.answers();
    expect([first.status, repeat.status, reply.other.status]).toEqual([200, 200, 403]);
    expect(repeat.json).toEqual(first.json);
    expect(await stage.revision()).toBe(2);
  });

  test('an operation is told to its author alone; of two people the same id is two', async () => {
    const [ada, bob] = [await stage.sit('ada', 3), await stage.sit('bob', 3)];
    const edit = (who: typeof ada, newPort: number) =>
      who.call('PATCH', `/receivers/${stage.rx[0]}/port`, { body: { oldPort: 1, newPort }, operation });
    await edit(ada, 1_000);
    await edit(bob, 2_000);
    await until('both to hear both', () => [ada, bob].every((who) => who.of('changed').length === 2));
    const heard = (who: typeof ada) => who.of('changed').map(({ payload }) => payload.operation);
    expect([heard(ada), heard(bob)]).toEqual([
      [operation, undefined],
      [undefined, operation],
    ]);
    const { changes } = (await bob.call('GET', '/changes?after=1')).json as Told;
    expect(changes.map((change) => change.operation)).toEqual([undefined, operation]);
  });
});

describe('reading changes', () => {
  test('after a revision, in order, a bounded number; 410 for what is not known (CHG-7)', async () => {
    const ada = await stage.sit('ada', 4);
    for (const portNumber of [1, 2, 3, 4])
      await stage.change((writer) => writer.edit('receiver.portChanged', stage.rx[0], { portNumber }));
    const { epoch, ...told } = (await ada.call('GET', '/changes?after=2&limit=2')).json as Told;
    expect([told.revision, told.changes.map(({ revision }) => revision)]).toEqual([5, [3, 4]]);
    const statusOf = async (query: string) => (await ada.call('GET', `/changes?${query}`)).status;
    expect(await statusOf(`after=5&epoch=${epoch}`)).toBe(200);
    expect(await statusOf(`after=2&epoch=another`)).toBe(410);
    expect(await statusOf('after=6')).toBe(410);
    expect(await statusOf('after=0&limit=501')).toBe(400);
    expect((await ada.call('GET', '/changes?after=5')).json).toMatchObject({ changes: [] });
  });

  test('what is above the own role is withheld, never that something was: of each role, by each way (ROLE-8)', async () => {
    const people = await Promise.all(([0, 1, 2, 3, 4] as const).map((role) => stage.sit(`role${role}`, role)));
    const [, , administrator] = people;
    if (administrator === undefined) throw new Error('nobody administers');
    const bob = await stage.sit('bob', null);
    await stage.change(
      async (writer) => {
        await writer.edit('receiver.portChanged', stage.rx[0], { portNumber: 5 });
        await writer.create('member', { RoleId: 4 }, { id: bob.id });
      },
      { by: { id: administrator.id }, through: 'console' },
    );
    await stage.change((writer) => writer.edit('member.roleChanged', bob.id, { RoleId: 3 }));
    await until('all to hear both', () => people.every((who) => who.of('changed').length === 2));
    const all = [['receiver.portChanged', 'member.added'], ['member.roleChanged']];
    const some = [['receiver.portChanged'], []];
    const kinds = (changes: readonly Pick<Change, 'items'>[]) => changes.map(({ items }) => items?.map(({ kind }) => kind));
    for (const [role, who] of people.entries()) {
      const expected = role <= 2 ? all : some;
      expect(kinds(who.of('changed').map(({ payload }) => payload))).toEqual(expected);
      expect(who.of('changed').map(({ payload }) => payload.revision)).toEqual([2, 3]);
      const { changes } = (await who.call('GET', '/changes?after=1')).json as Told;
      expect(kinds(changes)).toEqual(expected);
      const activity = (await who.call('GET', '/activity')).json as Told;
      expect(kinds(activity.changes)).toEqual([...expected.toReversed(), ['receiver.created', 'receiver.created']]);
      const members = (await who.call('GET', `/activity?entity=member&id=${bob.id}`)).json as Told;
      expect(members.changes.map(({ revision }) => revision)).toEqual(role <= 2 ? [3, 2] : []);
    }
  });
});

describe('taking back (CHG-17)', () => {
  const undo = (who: Sitter, revision: number) => who.call('POST', `/changes/${revision}/undo`);

  test('is of the order that the page knew: the same number of another is another change', async () => {
    const ada = await stage.sit('ada', 3);
    const [a] = stage.rx;
    const renamed = await ada.call('PATCH', `/receivers/${a}/name`, { body: { oldName: 'A', newName: 'North' } });
    const { epoch, revision } = renamed.json as Reply;
    const refused = await ada.call('POST', `/changes/${revision}/undo?epoch=another`);
    expect([refused.status, errorOf(refused).message]).toEqual([
      410,
      'The system began another order of changes since: reload it',
    ]);
    expect(await stage.revision()).toBe(2);
    expect((await ada.call('POST', `/changes/${revision}/undo?epoch=${epoch}`)).json).toMatchObject({ epoch, revision: 3 });
    expect((await ada.call('POST', '/changes/3/undo')).json).toMatchObject({ epoch, revision: 4 });
  });

  test("one's own change, and the undo of it, are new changes", async () => {
    const ada = await stage.sit('ada', 3);
    const [a] = stage.rx;
    await ada.call('PATCH', `/receivers/${a}/name`, { body: { oldName: 'A', newName: 'North' } });
    const undone = await undo(ada, 2);
    expect(undone.json).toMatchObject({ revision: 3, items: [{ before: { alias: 'North' }, after: { alias: 'A' } }] });
    const twice = await undo(ada, 2);
    expect([twice.status, errorOf(twice).conflict?.revision]).toEqual([409, 3]);
    const redone = await undo(ada, 3);
    expect(redone.json).toMatchObject({ revision: 4, items: [{ before: { alias: 'A' }, after: { alias: 'North' } }] });
    expect((await undo(ada, 2)).json).toMatchObject({ revision: 5, items: [{ after: { alias: 'A' } }] });
    const { changes } = (await ada.call('GET', '/changes?after=1')).json as Told;
    expect(changes.map(({ undoes }) => undoes)).toEqual([null, 2, 3, 2]);
  });

  test("nobody else's, none that is not there, and none that one's role no longer allows", async () => {
    const [ada, bob] = [await stage.sit('ada', 3), await stage.sit('bob', 1)];
    await ada.call('PATCH', `/receivers/${stage.rx[0]}/name`, { body: { oldName: 'A', newName: 'North' } });
    expect((await undo(bob, 2)).status).toBe(403);
    expect((await undo(ada, 1)).status).toBe(403);
    expect((await undo(ada, 9)).status).toBe(404);
    await stage.change((writer) => writer.edit('member.roleChanged', ada.id, { RoleId: 4 }));
    const refused = await undo(ada, 2);
    expect([refused.status, errorOf(refused).message]).toEqual([403, 'Your role in this system does not allow this']);
  });

  test('409 with who, where somebody touched the same field since; another field of the same thing is nothing', async () => {
    const [ada, bob] = [await stage.sit('ada', 3), await stage.sit('bob', 3)];
    const [a] = stage.rx;
    await ada.call('PATCH', `/receivers/${a}/name`, { body: { oldName: 'A', newName: 'North' } });
    await bob.call('PATCH', `/receivers/${a}/color`, { body: { oldColor: '', newColor: '#000000' } });
    await bob.call('PATCH', `/receivers/${a}/name`, { body: { oldName: 'North', newName: 'South' } });
    const refused = await undo(ada, 2);
    expect([refused.status, errorOf(refused)]).toMatchObject([
      409,
      { field: 'alias', conflict: { value: 'South', by: { id: bob.id, name: 'Test bob' }, revision: 4 } },
    ]);
    // A change that was itself undone prevents nothing.
    await undo(bob, 4);
    expect((await undo(ada, 2)).json).toMatchObject({ revision: 6, items: [{ after: { alias: 'A' } }] });
  });

  test('what was deleted comes back under its number, with all that it had; what was made goes', async () => {
    const ada = await stage.sit('ada', 3);
    const made = await ada.call('POST', '/sites', { body: { newSiteName: 'Shore' } });
    const { id } = made.json as { id: number };
    const row = () => stage.host.database.db.selectFrom('sites').selectAll().where('id', '=', id).executeTakeFirst();
    const before = await row();
    await ada.call('DELETE', `/sites?siteId=${id}`);
    expect(await row()).toBeUndefined();
    expect((await undo(ada, 3)).json).toMatchObject({ revision: 4, items: [{ kind: 'site.created', id }] });
    expect(await row()).toEqual({ ...before, rev: 4 });
    const next = (await ada.call('POST', '/sites', { body: { newSiteName: 'Other' } })).json as { id: number };
    expect(next.id).toBeGreaterThan(id);
    expect((await undo(ada, 4)).json).toMatchObject({ revision: 6, items: [{ kind: 'site.deleted', id }] });
    expect(await row()).toBeUndefined();
    // Another site of that name now exists.
    await ada.call('POST', '/sites', { body: { newSiteName: 'Shore' } });
    expect((await undo(ada, 6)).status).toBe(409);
  });

  test('what others have put at a site keeps it', async () => {
    const ada = await stage.sit('ada', 3);
    const { id } = (await ada.call('POST', '/sites', { body: { newSiteName: 'Shore' } })).json as { id: number };
    await stage.change((writer) => writer.edit('receiver.moved', stage.rx[0], { SiteId: id }));
    const refused = await undo(ada, 2);
    expect([refused.status, errorOf(refused).message]).toEqual([409, expect.stringContaining('at this site: A.')]);
  });

  test('of a thing that is gone: 409 with who deleted it', async () => {
    const [ada, bob] = [await stage.sit('ada', 3), await stage.sit('bob', 3)];
    const { id } = (await ada.call('POST', '/sites', { body: { newSiteName: 'Shore' } })).json as { id: number };
    await ada.call('PATCH', `/sites/${id}/name`, { body: { newName: 'Bank' } });
    await bob.call('DELETE', `/sites?siteId=${id}`);
    const refused = await undo(ada, 3);
    expect([refused.status, errorOf(refused).conflict]).toMatchObject([409, { by: { name: 'Test bob' }, value: null }]);
  });
});

test('of two undos of one deletion at once the second hears that it was taken back', async () => {
  const ada = await stage.sit('ada', 3);
  for (let round = 0; round < 5; round++) {
    const { id } = (await ada.call('POST', '/sites', { body: { newSiteName: `Shore ${round}` } })).json as { id: number };
    const { revision } = (await ada.call('DELETE', `/sites?siteId=${id}`)).json as Reply;
    const answers = await Promise.all([1, 2, 3].map(() => ada.call('POST', `/changes/${revision}/undo`)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const refused = answers.filter(({ status }) => status === 409).map((answer) => errorOf(answer));
    expect(refused).toEqual(
      Array.from({ length: 2 }, () =>
        expect.objectContaining({
          message: 'This change was taken back already',
          conflict: expect.objectContaining({ by: { id: ada.id, name: 'Test ada' }, revision: revision + 1 }),
        }),
      ),
    );
  }
});

test('a repeat of an undo is answered as the first was', async () => {
  const ada = await stage.sit('ada', 3);
  await ada.call('PATCH', `/receivers/${stage.rx[0]}/name`, { body: { oldName: 'A', newName: 'North' } });
  const operation = 'an-undo-of-ada-0001';
  const first = await ada.call('POST', '/changes/2/undo', { operation });
  const again = await ada.call('POST', '/changes/2/undo', { operation });
  expect([first.status, again.json]).toEqual([200, first.json]);
  expect((first.json as Reply).revision).toBe(3);
});

test('a change of a kind that only a newer host knows is told by its revision alone, and is no more to take back than what it touched', async () => {
  const [ada, bob] = [await stage.sit('ada', 3), await stage.sit('bob', 0)];
  const [a] = stage.rx;
  await ada.call('PATCH', `/receivers/${a}/port`, { body: { oldPort: 1, newPort: 7 } });
  await ada.call('PATCH', `/receivers/${a}/name`, { body: { oldName: 'A', newName: 'North' } });
  const tuned = {
    kind: 'receiver.tuned',
    id: a,
    name: 'North',
    before: { gain: 1, alias: 'North' },
    after: { gain: 2, alias: 'Peak' },
  };
  const revision = await foreignChange(stage.host.database, { systemId: stage.river, userId: ada.id }, [tuned]);
  await stage.change((writer) => writer.edit('receiver.recoloured', a, { color: '#000000' }));
  await until('both to hear what followed', () => [ada, bob].every((who) => who.of('changed').length === 4));
  for (const who of [ada, bob]) {
    expect(who.of('changed').map(({ payload }) => [payload.revision, payload.items?.length])).toEqual([
      [2, 1],
      [3, 1],
      [4, 0],
      [5, 1],
    ]);
    const { changes } = (await who.call('GET', '/changes?after=3&limit=1')).json as Told;
    expect(changes).toMatchObject([{ revision, items: [], by: { id: ada.id } }]);
    const page = (await who.call('GET', `/activity?entity=receiver&id=${a}`)).json as Told;
    expect(page.changes.map(({ items }) => items?.length)).toEqual([1, 0, 1, 1, 2]);
  }
  const undo = (of: number) => ada.call('POST', `/changes/${of}/undo`);
  const unknown = await undo(revision);
  expect([unknown.status, errorOf(unknown).message]).toEqual([
    409,
    'A newer version of the host made this change: this one cannot take it back',
  ]);
  const touched = await undo(3);
  expect([touched.status, errorOf(touched).conflict]).toMatchObject([409, { revision, by: { id: ada.id } }]);
  expect((await undo(2)).status).toBe(200);
});

test.each([3, 4] as const)(
  'a repeat tells nothing that one may not read any more, in role %i (CHG-5, ROLE-8)',
  async (RoleId) => {
    const [ada, bob] = [await stage.sit('ada', 2), await stage.sit('bob', 3)];
    const made = await stage.change((writer) => writer.edit('member.roleChanged', bob.id, { RoleId: 4 }), {
      by: { id: ada.id },
      through: 'console',
    });
    const operation = 'an-undo-of-ada-0002';
    const undo = () => ada.call('POST', `/changes/${made.revision}/undo`, { operation });
    const first = await undo();
    expect(first.json).toMatchObject({ revision: 3, items: [{ kind: 'member.roleChanged', id: bob.id }] });
    await stage.change((writer) => writer.edit('member.roleChanged', ada.id, { RoleId }));
    await until('the new role to hold', () => ada.of('changed').length === 3);
    const again = await undo();
    expect([again.status, again.json]).toEqual([200, { ...(first.json as Reply), items: [] }]);
  },
);

describe('what comes back needs what it belongs to:', () => {
  const by = (who: Sitter) => ({ by: { id: who.id }, through: 'console' }) as const;
  const undo = (who: Sitter, revision: number) => who.call('POST', `/changes/${revision}/undo`);

  test.each(['deleted', 'moved'])('a receiver that was %s is told which site is missing, and who deleted it', async (how) => {
    const [ada, bob] = [await stage.sit('ada', 3), await stage.sit('bob', 3)];
    const [a] = stage.rx;
    const { id } = (await bob.call('POST', '/sites', { body: { newSiteName: 'Shore' } })).json as { id: number };
    await stage.change((writer) => writer.edit('receiver.moved', a, { SiteId: id }));
    const { revision } = await stage.change(async (writer) => {
      if (how === 'deleted') await writer.remove('receiver', a);
      else await writer.edit('receiver.moved', a, { SiteId: null });
    }, by(ada));
    await bob.call('DELETE', `/sites?siteId=${id}`);
    const refused = await undo(ada, revision);
    expect([refused.status, errorOf(refused).message]).toEqual([
      409,
      "The site 'Shore' no longer exists (Test bob deleted it): without it this cannot be taken back",
    ]);
    expect((await undo(bob, revision + 1)).status).toBe(200);
    expect((await undo(ada, revision)).status).toBe(200);
  });

  test('a member is told that the person is gone', async () => {
    const [ada, bob] = [await stage.sit('ada', 2), await stage.sit('bob', 3)];
    const { revision } = await stage.change((writer) => writer.remove('member', bob.id), by(ada));
    await planted(stage.host.database).deleteFrom('users').where('id', '=', bob.id).execute();
    const refused = await undo(ada, revision);
    expect([refused.status, errorOf(refused).message]).toEqual([
      409,
      `The person '${bob.name}' no longer exists: without them this cannot be taken back`,
    ]);
  });
});
