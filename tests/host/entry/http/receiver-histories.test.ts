import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AsOf, ChangeItem } from '#model/changes/change.ts';
import type { ErrorBody } from '#model/contract/failure.ts';
import type { ReceiverLocation, ReceiverNote, ReceiverVersion, RetiredReceiver } from '#model/contract/receiver-history-calls.ts';
import type { Contact } from '#model/entities/contact.ts';
import type { Receiver } from '#model/entities/receiver.ts';
import type { Site } from '#model/entities/site.ts';
import { createIntake } from '../../../../host/domain/contacts/intake.ts';
import { readDirectory } from '../../../../host/domain/contacts/receiver-directory.ts';
import { newestContacts } from '../../../../host/platform/store/contacts/contacts-query.ts';
import { recentStates, setReceiverState } from '../../../../host/platform/store/fleet/receiver-states.ts';
import { countReceivers, simulatedReceivers } from '../../../../host/platform/store/fleet/receivers.ts';
import { logLines, until } from '../../../support/live-stage.ts';
import { planted } from '../../../support/planted.ts';
import { changeStages, type ChangeStage, type Sitter } from '../../../support/change-stage.ts';

/** The history of receivers: retiring and restoring, field notes, saved configurations. */

const errorOf = ({ json }: { json: unknown }) => (json as ErrorBody).error;
const itemsOf = ({ json }: { json: unknown }) => (json as { items: ChangeItem[] }).items;
const kindsOf = (answer: { json: unknown }) => itemsOf(answer).map(({ kind }) => kind);

const openStage = changeStages();
let stage: ChangeStage;
let ada: Sitter;
let [a, b] = [0, 0];
beforeEach(async () => {
  stage = await openStage();
  ada = await stage.sit('ada', 3);
  [a, b] = stage.rx;
});
afterEach(() => stage.close());

const openIntake = (now = Date.now()) => {
  const logged = logLines();
  const { database, bus } = stage.host;
  return { logged, intake: createIntake({ database, bus, log: logged.log, now: () => now }) };
};
const contactOf = (rxId: number, ts = Date.now()): Contact => ({ rxId, ant: 1, freq: 150.05, code: 42, type: 8, power: -80, ts });
const hear = (rxId: number) => openIntake().intake.accept(stage.river, [contactOf(rxId)]);
const remove = (who: Sitter, id: number) => who.call('DELETE', `/receivers/${id}`);
const restore = (who: Sitter, id: number) => who.call('POST', `/receivers/${id}/restore`);
const undo = (who: Sitter, { json }: { json: unknown }) =>
  who.call('POST', `/changes/${(json as { revision: number }).revision}/undo`);
const fleet = async (who: Sitter) => (await who.call('GET', '/receiver-sites')).json as { receivers: Receiver[]; sites: Site[] };
const inFleet = async (who: Sitter) => (await fleet(who)).receivers.map(({ alias }) => alias);
const retired = async (who: Sitter) =>
  ((await who.call('GET', '/receivers/retired')).json as { receivers: RetiredReceiver[] }).receivers;
const makeSite = async (name: string) => ((await ada.call('POST', '/sites', { body: { newSiteName: name } })).json as Site).id;
const moveTo = (id: number, newSiteId: number) =>
  ada.call('PATCH', `/receivers/${id}/site`, { body: { newSiteId, oldSiteId: null } });

describe('a receiver that is deleted (RX-24, RX-35)', () => {
  test('is removed where it was never heard, and comes back by undo', async () => {
    const answer = await remove(ada, a);
    expect(answer.json).toMatchObject({ outcome: 'removed', items: [{ kind: 'receiver.deleted', id: a, name: 'A' }] });
    expect(await inFleet(ada)).toEqual(['B']);
    expect(await retired(ada)).toEqual([]);
    await undo(ada, answer);
    expect(await inFleet(ada)).toEqual(['A', 'B']);
  });

  test.each<[string, (rxId: number) => Promise<unknown>]>([
    ['sent a contact', hear],
    ['was online', (rxId) => setReceiverState(stage.host.database, stage.river, { rxId, status: 4, ts: 1_000 }, 0)],
    ['has a note of a visit', (rxId) => ada.call('POST', `/receivers/${rxId}/notes`, { body: { time: 5, text: 'Found it' } })],
  ])('is retired where it %s: hidden from everybody and not counted', async (_, happens) => {
    const ben = await stage.sit('ben', 4);
    await happens(a);
    const answer = await remove(ada, a);
    expect(answer.json).toMatchObject({ outcome: 'retired', items: [{ kind: 'receiver.retired', id: a, after: null }] });
    await until('the other console to hear', () =>
      ben.of('changed').some(({ payload }) => payload.items?.some(({ kind }) => kind === 'receiver.retired')),
    );
    expect(await inFleet(ben)).toEqual(['B']);
    expect(await retired(ben)).toMatchObject([
      { id: a, alias: 'A', by: { name: 'Test ada' }, at: expect.any(Number), heardAt: null },
    ]);
    const { database } = stage.host;
    expect(await countReceivers(database, stage.river)).toBe(1);
    expect((await simulatedReceivers(database, stage.river)).map(({ id }) => id)).toEqual([b]);
    expect((await recentStates(database, stage.river)).before).toEqual([]);
  });

  test('that only the host called offline or disabled was not heard', async () => {
    await setReceiverState(stage.host.database, stage.river, { rxId: a, status: -1, ts: 1_000 }, 0);
    expect((await remove(ada, a)).json).toMatchObject({ outcome: 'removed' });
  });

  test('keeps its contacts, states, alarms, notes, places and configurations under its name (RX-36)', async () => {
    const { db } = stage.host.database;
    await hear(a);
    await setReceiverState(stage.host.database, stage.river, { rxId: a, status: 4, ts: 1_000 }, 0);
    await db
      .insertInto('alarms')
      .values({ system_id: stage.river, alarm_code_id: 4101, rx_id: a, alias: 'A', site_name: '' })
      .execute();
    await ada.call('POST', `/receivers/${a}/notes`, { body: { time: 5, text: 'Found it' } });
    const count = async (table: 'contacts' | 'receiver_state_events' | 'alarms' | 'receiver_notes' | 'receiver_locations') =>
      (await db.selectFrom(table).select('rx_id').where('rx_id', '=', a).execute()).length;
    const all = ['contacts', 'receiver_state_events', 'alarms', 'receiver_notes', 'receiver_locations'] as const;
    const before = await Promise.all(all.map(count));
    expect(before).toEqual([1, 1, 1, 1, 1]);
    await remove(ada, a);
    expect(await Promise.all(all.map(count))).toEqual(before);
    for (const what of ['notes', 'locations', 'versions'])
      expect([what, (await ada.call('GET', `/receivers/${a}/${what}`)).status]).toEqual([what, 200]);
    expect(await db.selectFrom('receivers').select('alias').where('id', '=', a).executeTakeFirst()).toEqual({ alias: 'A' });
  });

  test('is as if it were not there for whoever would write to it, or move another there', async () => {
    await hear(a);
    await remove(ada, a);
    const writes = [
      ada.call('PATCH', `/receivers/${a}/name`, { body: { oldName: 'A', newName: 'C' } }),
      ada.call('PUT', `/receivers/${a}`, { body: { rxData: { basic: { alias: 'C' } } } }),
      ada.call('PATCH', `/receivers/${a}/location`, { body: { newLat: 1, newLon: 2 } }),
      ada.call('POST', `/receivers/${a}/notes`, { body: { time: 1, text: 'x' } }),
      ada.call('POST', '/receivers/copy', { body: { siteId: await makeSite('Spit'), rxId: a } }),
      ada.call('GET', `/receivers/${a}`),
      remove(ada, a),
    ];
    for (const answer of await Promise.all(writes)) expect([answer.status, errorOf(answer).type]).toEqual([404, 'NotFound']);
    const batch = { applyIds: [a], rxData: { orion: { general: { squelch: -100 } } } };
    expect((await ada.call('PUT', '/receivers/batchUpdate', { body: batch })).json).toMatchObject({
      items: [],
      results: [{ rxId: a, reason: 'It no longer exists' }],
    });
  });

  test('by somebody else meanwhile is answered as unknown, and a repeat of one operation as the first', async () => {
    await hear(a);
    const operation = 'retire-once-000001';
    const first = await ada.call('DELETE', `/receivers/${a}`, { operation });
    const again = await ada.call('DELETE', `/receivers/${a}`, { operation });
    expect(again.json).toEqual(first.json);
    const ben = await stage.sit('ben', 3);
    expect((await remove(ben, a)).status).toBe(404);
  });

  test('is no viewer’s to delete or restore, and not of another system', async () => {
    await hear(a);
    const viewer = await stage.sit('vic', 4);
    const outsider = await stage.sit('olga', 2, stage.lake);
    expect((await remove(viewer, a)).status).toBe(403);
    const [foreign, unknown] = [await remove(outsider, a), await remove(outsider, 999)];
    expect([foreign.status, errorOf(foreign).message]).toEqual([404, errorOf(unknown).message?.replace('999', String(a))]);
    await remove(ada, a);
    expect((await restore(viewer, a)).status).toBe(403);
    expect((await restore(outsider, a)).status).toBe(404);
    for (const what of ['notes', 'locations', 'versions', 'versions/0'])
      expect([what, (await outsider.call('GET', `/receivers/${a}/${what}`)).status]).toEqual([what, 404]);
    expect(await retired(outsider)).toEqual([]);
  });
});

describe('a retired receiver (RX-38)', () => {
  test('is restored with all that people set of it, for every console, and undone and redone', async () => {
    await ada.call('PATCH', `/receivers/${a}/ip`, { body: { newIp: '10.0.0.9', oldIp: '' } });
    await hear(a);
    await remove(ada, a);
    const answer = await restore(ada, a);
    expect(itemsOf(answer)).toMatchObject([{ kind: 'receiver.restored', id: a, before: null, after: { ipAddress: '10.0.0.9' } }]);
    expect(await inFleet(ada)).toEqual(['A', 'B']);
    expect(await retired(ada)).toEqual([]);
    const undone = await undo(ada, answer);
    expect(kindsOf(undone)).toEqual(['receiver.retired']);
    expect(await inFleet(ada)).toEqual(['B']);
    expect(kindsOf(await undo(ada, undone))).toEqual(['receiver.restored']);
    expect(await inFleet(ada)).toEqual(['A', 'B']);
  });

  test('comes back by the undo of its retirement', async () => {
    await hear(a);
    const answer = await remove(ada, a);
    expect(kindsOf(await undo(ada, answer))).toEqual(['receiver.restored']);
    expect(await inFleet(ada)).toEqual(['A', 'B']);
  });

  test('leaves its name to a new one, and is not restored while that has it: the refusal says what to do', async () => {
    await hear(a);
    const gone = await remove(ada, a);
    await ada.call('PATCH', `/receivers/${b}/name`, { body: { oldName: 'B', newName: 'A' } });
    expect(await inFleet(ada)).toEqual(['A']);
    const refused = await restore(ada, a);
    expect([refused.status, errorOf(refused).message]).toEqual([
      409,
      "Another receiver is now called 'A'. Rename it, then restore this one",
    ]);
    expect((await undo(ada, gone)).status).toBe(409);
    await ada.call('PATCH', `/receivers/${b}/name`, { body: { oldName: 'A', newName: 'B' } });
    expect((await restore(ada, a)).status).toBe(200);
  });

  test('makes room in a full system, and is not restored into one', async () => {
    await planted(stage.host.database).updateTable('systems').set({ max_receivers: 2 }).where('id', '=', stage.river).execute();
    const siteId = await makeSite('Spit');
    const create = (alias: string) => ada.call('POST', '/receivers', { body: { siteId, newRx: { basic: { alias } } } });
    expect((await create('C')).status).toBe(409);
    await hear(a);
    await remove(ada, a);
    expect((await create('C')).status).toBe(200);
    const refused = await restore(ada, a);
    expect([refused.status, errorOf(refused).message]).toEqual([409, 'This system takes at most 2 receivers.']);
  });

  test('that is as it was before holds up no undo, and no form that was open meanwhile (CHG-16, CHG-17)', async () => {
    const ben = await stage.sit('ben', 3);
    const siteId = await makeSite('Spit');
    const moved = await moveTo(a, siteId);
    const named = await ada.call('PATCH', `/receivers/${a}/name`, { body: { oldName: 'A', newName: 'New' } });
    await hear(a);
    const form = (await ada.call('GET', `/receivers/${a}`)).json as { asOf: AsOf };
    const retiredOnce = await remove(ben, a);
    await restore(ben, a);
    const save = (basic: object) => ada.call('PUT', `/receivers/${a}`, { body: { rxData: { basic }, asOf: form.asOf } });
    expect((await save({ ipAddress: '10.0.0.9' })).status).toBe(200);
    expect((await undo(ben, retiredOnce)).status, 'what was restored is not retired any more').toBe(409);

    // A receiver restored to another site has moved.
    await remove(ben, a);
    await ben.call('DELETE', `/sites?siteId=${siteId}`);
    await restore(ben, a);
    expect((await undo(ada, named)).status).toBe(200);
    expect(await inFleet(ada)).toEqual(['A', 'B']);
    const refused = await undo(ada, moved);
    expect([refused.status, errorOf(refused)]).toMatchObject([409, { field: 'SiteId', conflict: { by: { id: ben.id } } }]);
  });

  test('that was retired by somebody, which was taken back, is as it was before (CHG-17)', async () => {
    const ben = await stage.sit('ben', 3);
    const named = await ada.call('PATCH', `/receivers/${a}/name`, { body: { oldName: 'A', newName: 'New' } });
    const form = (await ada.call('GET', `/receivers/${a}`)).json as { asOf: AsOf };
    await undo(ben, await remove(ben, a));
    const body = { rxData: { basic: { alias: 'North' } }, asOf: form.asOf };
    const saved = await ada.call('PUT', `/receivers/${a}`, { body });
    expect(saved.status).toBe(200);
    await undo(ada, saved);
    expect((await undo(ada, named)).status).toBe(200);
    expect(await inFleet(ada)).toEqual(['A', 'B']);
  });

  test('holds up no site, and stands at none when its site went; the place it had stays known (SITE-7)', async () => {
    const siteId = await makeSite('Spit');
    await moveTo(a, siteId);
    await hear(a);
    await remove(ada, a);
    const deleted = await ada.call('DELETE', `/sites?siteId=${siteId}`);
    expect(deleted.status).toBe(200);
    expect(await retired(ada)).toMatchObject([{ alias: 'A', SiteId: null }]);
    const answer = await restore(ada, a);
    expect([answer.status, (answer.json as { message?: string }).message]).toEqual([
      200,
      "'A' has no site: its site 'Spit' no longer exists",
    ]);
    expect((await fleet(ada)).receivers.find(({ id }) => id === a)).toMatchObject({ alias: 'A', SiteId: null });
    const { locations } = (await ada.call('GET', `/receivers/${a}/locations`)).json as { locations: ReceiverLocation[] };
    expect(locations.map(({ siteName }) => siteName)).toEqual([null, 'Spit', null]);
  });

  test('has its site back when the deletion of that is undone, also where it was restored and retired between (SITE-7)', async () => {
    const siteId = await makeSite('Spit');
    await moveTo(a, siteId);
    await hear(a);
    await remove(ada, a);
    const deleted = await ada.call('DELETE', `/sites?siteId=${siteId}`);
    const restored = await restore(ada, a);
    await undo(ada, restored);
    expect(await retired(ada)).toMatchObject([{ alias: 'A', SiteId: null }]);
    const undone = await undo(ada, deleted);
    expect(await retired(ada)).toMatchObject([{ alias: 'A', SiteId: siteId }]);
    const goneAgain = await undo(ada, undone);
    const landed = await restore(ada, a);
    expect((await undo(ada, goneAgain)).status).toBe(200);
    await undo(ada, landed);
    expect(await retired(ada)).toMatchObject([{ alias: 'A', SiteId: siteId }]);
  });

  test('restored at its site says nothing of it', async () => {
    const siteId = await makeSite('Spit');
    await moveTo(a, siteId);
    await hear(a);
    await remove(ada, a);
    const { json } = await restore(ada, a);
    expect(json).not.toHaveProperty('message');
    expect(json).toMatchObject({ items: [{ kind: 'receiver.restored', after: { SiteId: siteId } }] });
  });

  test('comes back by undo to the site that an undo brought back before it', async () => {
    const siteId = await makeSite('Spit');
    await moveTo(a, siteId);
    await hear(a);
    const gone = await remove(ada, a);
    const deleted = await ada.call('DELETE', `/sites?siteId=${siteId}`);
    const refused = await undo(ada, gone);
    expect([refused.status, errorOf(refused).message]).toEqual([
      409,
      "The site 'Spit' no longer exists (Test ada deleted it): without it this cannot be taken back",
    ]);
    await undo(ada, deleted);
    await undo(ada, gone);
    expect((await fleet(ada)).receivers.find(({ id }) => id === a)).toMatchObject({ SiteId: siteId });
  });
});

describe('a unit that still sends under a retired name (RX-37)', () => {
  const heardLive = () =>
    new Promise<number[]>((resolve) => {
      const rxIds: number[] = [];
      const end = stage.host.bus.subscribe((event) => {
        if (event.kind === 'contacts' && event.mitasId === stage.river) rxIds.push(...event.contacts.map(({ rxId }) => rxId));
        if (!rxIds.includes(b)) return;
        end();
        resolve(rxIds);
      });
    });

  test('is stored under it, not shown live, and reported once until it is restored', async () => {
    const { database } = stage.host;
    await hear(a);
    await remove(ada, a);
    const { intake, logged } = openIntake();
    const live = heardLive();
    const later = Date.now() + 1_000;
    await intake.accept(stage.river, [contactOf(a, later), contactOf(b, later)]);
    await intake.accept(stage.river, [contactOf(a, later + 1)]);
    expect(await live).toEqual([b]);
    const { rows } = await database.pool.query('select rx_id from contacts where rx_id = $1', [a]);
    expect(rows.length).toBe(3);
    expect(logged.lines.filter((line) => line.includes('still sending'))).toHaveLength(1);
    expect(await retired(ada)).toMatchObject([{ id: a, heardAt: expect.any(Number) }]);
    const alarms = async () => (await ada.call('GET', '/alarms')).json as { alarms: { AlarmCodeId: number; alias: string }[] };
    expect((await alarms()).alarms).toMatchObject([{ AlarmCodeId: 3102, alias: 'A' }]);
    expect((await newestContacts(database.pool, stage.river, 0, 10)).map(({ rxId }) => rxId)).toEqual([b]);
    await restore(ada, a);
    await remove(ada, a);
    await intake.accept(stage.river, [contactOf(a, Date.now() + 5_000)]);
    expect((await alarms()).alarms).toHaveLength(2);
  });

  test('that sends what it heard before it was retired is not reported', async () => {
    await hear(a);
    await remove(ada, a);
    const { intake, logged } = openIntake();
    await intake.accept(stage.river, [contactOf(a, Date.now() - 60_000)]);
    expect(logged.lines).toEqual([]);
    expect(await retired(ada)).toMatchObject([{ heardAt: null }]);
  });

  test('is heard as the new receiver that has the name, from that moment on', async () => {
    const { database } = stage.host;
    await hear(a);
    await remove(ada, a);
    expect((await readDirectory(database, stage.river)).idOf('A')).toBe(a);
    await ada.call('PATCH', `/receivers/${b}/name`, { body: { oldName: 'B', newName: 'A' } });
    const directory = await readDirectory(database, stage.river);
    expect([directory.idOf('A'), directory.has(a)]).toEqual([b, true]);
    await hear(b);
    await remove(ada, b);
    expect((await readDirectory(database, stage.river)).idOf('A')).toBe(b);
  });
});

describe('field notes (RX-41)', () => {
  const write = (who: Sitter, text: string, time: number) => who.call('POST', `/receivers/${a}/notes`, { body: { time, text } });
  const notes = async (who: Sitter) => ((await who.call('GET', `/receivers/${a}/notes`)).json as { notes: ReceiverNote[] }).notes;

  test('hold when, what and who; the latest visit is first, and every console hears of it', async () => {
    const viewer = await stage.sit('vic', 4);
    const first = await write(ada, ' New battery\nand a new antenna ', 2_000);
    expect(first.json).toMatchObject({
      note: { time: 2_000, text: 'New battery\nand a new antenna', by: { id: ada.id, name: 'Test ada' } },
      items: [{ kind: 'receiver.noted', id: a, name: 'A' }],
    });
    await write(ada, 'Before', 1_000);
    expect((await notes(viewer)).map(({ text }) => text)).toEqual(['New battery\nand a new antenna', 'Before']);
    await until('the viewer to hear', () => viewer.of('changed').length > 1);
    expect((await write(viewer, 'Mine', 3_000)).status).toBe(403);
    expect(
      await stage.host.database.db.selectFrom('receiver_configs').select('revision').where('rx_id', '=', a).execute(),
    ).toHaveLength(1);
  });

  test('are deleted, and come back by undo as they were', async () => {
    const { note } = (await write(ada, 'New battery', 2_000)).json as { note: ReceiverNote };
    const deleted = await ada.call('DELETE', `/receivers/${a}/notes/${note.id}`);
    expect(await notes(ada)).toEqual([]);
    const again = await ada.call('DELETE', `/receivers/${a}/notes/${note.id}`);
    expect([again.status, errorOf(again).type]).toEqual([404, 'NotFound']);
    const undone = await undo(ada, deleted);
    expect(await notes(ada)).toEqual([note]);
    await undo(ada, undone);
    expect(await notes(ada)).toEqual([]);
  });

  test('of another receiver or system are not known', async () => {
    const { note } = (await write(ada, 'New battery', 2_000)).json as { note: ReceiverNote };
    expect((await ada.call('DELETE', `/receivers/${b}/notes/${note.id}`)).status).toBe(404);
    const outsider = await stage.sit('olga', 2, stage.lake);
    expect((await outsider.call('DELETE', `/receivers/${a}/notes/${note.id}`)).status).toBe(404);
    expect((await outsider.call('POST', `/receivers/${a}/notes`, { body: { time: 1, text: 'x' } })).status).toBe(404);
    expect(await notes(ada)).toEqual([note]);
  });

  test('are at most 1,000 of one receiver; then it says so', async () => {
    const row = { system_id: stage.river, rx_id: a, visited_at: new Date(1), text: 'x', user_id: null, user_name: null };
    const rows = Array.from({ length: 1_000 }, () => row);
    await planted(stage.host.database).insertInto('receiver_notes').values(rows).execute();
    const refused = await write(ada, 'One more', 1);
    expect([refused.status, errorOf(refused).message]).toEqual([
      409,
      'A receiver has at most 1000 notes: delete some that are no longer needed',
    ]);
  });

  test('are at most 1,000 also where one comes back by undo', async () => {
    const { note } = (await write(ada, 'The first', 1)).json as { note: ReceiverNote };
    const deleted = await ada.call('DELETE', `/receivers/${a}/notes/${note.id}`);
    const row = { system_id: stage.river, rx_id: a, visited_at: new Date(1), text: 'x', user_id: null, user_name: null };
    const rows = Array.from({ length: 1_000 }, () => row);
    await planted(stage.host.database).insertInto('receiver_notes').values(rows).execute();
    const refused = await undo(ada, deleted);
    expect([refused.status, errorOf(refused).message]).toEqual([
      409,
      'A receiver has at most 1000 notes: delete some that are no longer needed',
    ]);
    await planted(stage.host.database).deleteFrom('receiver_notes').where('rx_id', '=', a).execute();
    expect((await undo(ada, deleted)).status).toBe(200);
    expect(await notes(ada)).toEqual([note]);
  });
});

describe('saved configurations (CFG-8)', () => {
  test('are listed, newest first, and each can be read as it was saved', async () => {
    const save = (squelch: number) =>
      ada.call('PUT', '/receivers/batchUpdate', { body: { applyIds: [a], rxData: { orion: { general: { squelch } } } } });
    const { revision } = (await save(-100)).json as { revision: number };
    await save(-90);
    const { versions } = (await ada.call('GET', `/receivers/${a}/versions`)).json as { versions: ReceiverVersion[] };
    expect(versions.map(({ by, through }) => [by?.name, through])).toEqual([
      ['Test ada', 'console'],
      ['Test ada', 'console'],
      [undefined, 'host'],
    ]);
    expect(versions[1]).toMatchObject({ version: revision, at: expect.any(Number) });
    const one = await ada.call('GET', `/receivers/${a}/versions/${revision}`);
    expect(one.json).toMatchObject({ version: revision, by: { name: 'Test ada' }, orion: { general: { squelch: -100 } } });
    const unknown = await ada.call('GET', `/receivers/${a}/versions/999999`);
    expect([unknown.status, errorOf(unknown).message]).toEqual([404, 'There is no saved configuration 999999 of this receiver']);
  });
});
