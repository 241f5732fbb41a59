import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { addAlarms } from '../../../../host/platform/store/fleet/alarms.ts';
import { changeStage, type ChangeStage, type Sitter } from '../../../support/change-stage.ts';
import { until } from '../../../support/live-stage.ts';
import { planted } from '../../../support/planted.ts';
import { triedEngines } from '../../../support/test-database.ts';

const hour = 3_600_000;
const day = 24 * hour;
const path = '/alarms/rx-snooze-times';

describe.each(triedEngines)('snoozes of receivers on the %s engine (ALM-12)', (engine) => {
  let stage: ChangeStage;
  let ada: Sitter;
  let viewer: Sitter;
  beforeAll(async () => {
    stage = await changeStage({ engine });
    ada = await stage.sit('ada', 3);
    viewer = await stage.sit('vera', 4);
  });
  afterAll(() => stage.close());
  afterEach(async () => {
    await planted(stage.host.database).deleteFrom('rx_snooze').execute();
  });

  const snooze = (rxIds: readonly number[], snoozeUntil: number, who = ada) =>
    who.call('PUT', path, { body: { rxIds, snoozeUntil } });
  const unsnooze = (rxIds: readonly number[], who = ada) => who.call('DELETE', `${path}?rxIds=${rxIds.join()}`);
  const list = async () => ((await viewer.call('GET', path)).json as { snoozeTimes: unknown }).snoozeTimes;
  const revisionOf = ({ json }: { json: unknown }) => (json as { revision: number }).revision;

  test('are set, moved and removed for many at once, as changes that everybody hears', async () => {
    const [a, b] = stage.rx;
    const [first, later] = [Date.now() + hour, Date.now() + 2 * hour];
    const item = (id: number, name: string, before: number | null, after: number | null) => ({
      kind: 'receiver.snoozed',
      id,
      name,
      before: { snoozeUntil: before },
      after: { snoozeUntil: after },
    });
    const set = await snooze([b, a, b], first);
    expect(set).toMatchObject({ status: 200, json: { items: [item(b, 'B', null, first), item(a, 'A', null, first)] } });
    expect(await list()).toEqual([
      { rxId: a, snoozeUntil: first },
      { rxId: b, snoozeUntil: first },
    ]);
    const { json } = await viewer.call('GET', '/receiver-sites');
    expect(json).toMatchObject({ receivers: [{ id: a, snoozeUntil: first }, { id: b }] });
    await until('the viewer to hear of it', () =>
      viewer.of('changed').some(({ payload }) => payload.revision === revisionOf(set)),
    );
    const moved = await snooze([a], later);
    expect(moved.json).toMatchObject({ items: [item(a, 'A', first, later)] });
    // Setting the same value again is no change (CHG-4).
    expect(await snooze([a], later)).toMatchObject({ status: 200, json: { revision: revisionOf(moved), items: [] } });
    expect((await unsnooze([a, b])).json).toMatchObject({ items: [item(a, 'A', later, null), item(b, 'B', first, null)] });
    expect(await list()).toEqual([]);
  });

  test('are undone and redone; what is over by then does not come back (CHG-17)', async () => {
    const [a] = stage.rx;
    const time = Date.now() + hour;
    const { json } = await snooze([a], time);
    const undo = (revision: number) => ada.call('POST', `/changes/${revision}/undo`);
    const undone = await undo(revisionOf({ json }));
    expect([undone.status, await list()]).toEqual([200, []]);
    await undo(revisionOf(undone));
    expect(await list()).toEqual([{ rxId: a, snoozeUntil: time }]);
    const removed = await unsnooze([a]);
    await snooze([a], time + hour);
    // Another snooze was set since.
    expect((await undo(revisionOf(removed))).status).toBe(409);
    const ended = revisionOf(await unsnooze([a]));
    await planted(stage.host.database)
      .updateTable('changes')
      .set({ items: sql`jsonb_set(items, '{0,before,snoozeUntil}', '1000')` })
      .where('revision', '=', ended)
      .execute();
    expect(await undo(ended)).toMatchObject({ status: 200, json: { items: [] } });
  });

  test('are refused for a time that is over or too far ahead, by a role that is too low, and of what is not there', async () => {
    const [a, b] = stage.rx;
    const ahead = Date.now() + hour;
    const before = await stage.revision();
    expect(await snooze([a], Date.now() - 1)).toMatchObject({ status: 400, json: { error: { field: 'snoozeUntil' } } });
    expect(await snooze([a], Date.now() + 367 * day)).toMatchObject({ status: 400, json: { error: { field: 'snoozeUntil' } } });
    expect((await snooze([a], ahead, viewer)).status).toBe(403);
    expect((await unsnooze([a], viewer)).status).toBe(403);
    expect((await snooze([a], ahead, await stage.sit('lena', 3, 'lake'))).status).toBe(404);
    await planted(stage.host.database).updateTable('receivers').set({ retired_at: new Date() }).where('id', '=', b).execute();
    for (const [id, answer] of [
      [b, await snooze([a, b], ahead)],
      [4_711, await snooze([a, 4_711], ahead)],
      [b, await unsnooze([a, b])],
    ] as const)
      expect(answer).toMatchObject({ status: 404, json: { error: { message: `There is no receiver ${id} here` } } });
    await planted(stage.host.database).updateTable('receivers').set({ retired_at: null }).execute();
    expect([await list(), await stage.revision()]).toEqual([[], before]);
  });

  test('one whose answer was lost is answered as it was, also when its time is over by then (CHG-5)', async () => {
    const snoozeUntil = Date.now() + 60_000;
    const body = { rxIds: [stage.rx[0]], snoozeUntil };
    const ask = () => ada.call('PUT', path, { body, operation: 'snooze-of-lost-answer' });
    const first = await ask();
    vi.spyOn(Date, 'now').mockReturnValue(snoozeUntil + 1);
    const [again, other] = [await ask(), await snooze(body.rxIds, snoozeUntil)];
    vi.restoreAllMocks();
    expect([first.status, again.status, again.json, other.status]).toEqual([200, 200, first.json, 400]);
  });

  test('tell an alarm that is raised meanwhile, until they are over by the host’s clock', async () => {
    const [a, b] = stage.rx;
    await snooze([a], Date.now() + hour);
    const raise = () =>
      addAlarms(stage.host.database, 'river', [
        { rxId: a, code: 3101 },
        { rxId: b, code: 3101 },
      ]);
    await raise();
    await planted(stage.host.database)
      .updateTable('rx_snooze')
      .set({ snooze_until: new Date(Date.now() - 1) })
      .execute();
    await raise();
    expect(await list()).toEqual([]);
    const { alarms } = (await viewer.call('GET', '/alarms')).json as { alarms: { alias: string; snoozed?: boolean }[] };
    expect(alarms.map(({ alias, snoozed }) => [alias, snoozed])).toEqual([
      ['B', undefined],
      ['A', undefined],
      ['B', undefined],
      ['A', true],
    ]);
    // A snooze that is over counts as none: the next one has nothing before it.
    expect((await snooze([a], Date.now() + hour)).json).toMatchObject({ items: [{ before: { snoozeUntil: null } }] });
  });

  test('go with a receiver that is removed, and come back with it', async () => {
    const { reply: id } = await stage.change((writer) => writer.create('receiver', { alias: 'Short-lived' }));
    const time = Date.now() + hour;
    await snooze([id], time);
    const removed = await ada.call('DELETE', `/receivers/${id}`);
    expect([removed.status, await list()]).toEqual([200, []]);
    expect((await ada.call('POST', `/changes/${revisionOf(removed)}/undo`)).status).toBe(200);
    expect(await list()).toEqual([{ rxId: id, snoozeUntil: time }]);
  });
});
