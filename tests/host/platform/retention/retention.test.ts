import { beforeEach, describe, expect, test } from 'vitest';
import { monthBefore, noticeDays } from '#model/entities/retention.ts';
import { deleteDue, lookAtRetention } from '../../../../host/platform/retention/retention.ts';
import { copyContacts, insertContacts, insertTogether } from '../../../../host/platform/store/contacts/contacts-store.ts';
import { contactsBetween, newestContacts } from '../../../../host/platform/store/contacts/contacts-query.ts';
import { droppedDays } from '../../../../host/platform/store/contacts/contact-partitions.ts';
import { interestingStart, nextStretch } from '../../../../host/platform/store/contacts/replay-stretches.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { stateSpans } from '../../../../host/platform/store/fleet/state-timeline.ts';
import { sampleContact } from '../../../support/contact-samples.ts';
import { emptiedDatabase } from '../../../support/emptied-database.ts';
import { plantListeners } from '../../../support/listening-receivers.ts';
import { planted } from '../../../support/planted.ts';
import {
  contactsByMonth,
  contactsLike,
  keep,
  keptIn,
  standingAt,
  times,
  toldBy,
  undisturbed,
} from '../../../support/retention-stage.ts';
import { triedEngines } from '../../../support/test-database.ts';

const dayMs = 86_400_000;
const { ancient, before, due, gone, now } = times;
const log = { info: () => undefined };
const monthOf = (time: number) => new Date(time).toISOString().slice(0, 7);
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10).replaceAll('-', '');
/** One in the month before the deleted one, and one in a month that stays. */
const earlier = before - 40 * dayMs;
const young = before + dayMs;

describe.each(triedEngines)('what is past its time, on the %s engine', { timeout: 120_000 }, (engine) => {
  const emptied = emptiedDatabase(engine);
  let database: Database;
  beforeEach(async () => {
    database = await emptied();
    await plantListeners(database, [1, 2], 'river');
    await plantListeners(database, [3], 'lake');
  });

  const like = (rxId: number, ts: number, count: number) => contactsLike(sampleContact({ rxId, ts }), count);
  const store = (systemId: string, ...contacts: ReturnType<typeof like>[]) =>
    copyContacts(database.ingest.pool, systemId, contacts);
  const look = (time = now) => lookAtRetention(database, undisturbed, standingAt(time));
  const remove = (systemId: string, time = due) => deleteDue(database, systemId, undisturbed, { log, clock: standingAt(time) });
  const isThere = async (table: string) => {
    const { rows } = await database.pool.query<{ found: boolean }>('select to_regclass($1) is not null as found', [table]);
    return rows[0]?.found;
  };

  test('contacts go on the day that was announced, whole partitions where nobody else has any in them, and are told of (RET-3 to RET-6)', async () => {
    await store('river', like(1, gone, 30), like(2, gone, 3), like(1, earlier, 4), like(1, ancient, 5), like(2, young, 6));
    await store('lake', like(3, gone, 7), like(3, young, 8));
    const lake = await contactsByMonth(database, 'lake');
    await keep(database, 'river', { contacts: 60 });
    expect(await look()).toEqual([]);
    const { announced } = await keptIn(database, 'river', 'contacts');
    expect(announced).toMatchObject({ before, count: 42, days: 60 });
    expect(announced!.on).toBeGreaterThanOrEqual(now + noticeDays * dayMs);

    // Not a day early, for any caller.
    expect(await look(announced!.on - 1)).toEqual([]);
    await remove('river', announced!.on - 1);
    expect((await contactsByMonth(database, 'river')).stored).toMatchObject({ [monthOf(gone)]: 33 });
    expect(await look(due)).toEqual(['river']);
    await remove('river');

    const { stored, counted } = await contactsByMonth(database, 'river');
    expect(stored).toEqual({ [monthOf(young)]: 6 });
    expect(Object.values(counted).reduce((sum, count) => sum + count, 0)).toBe(48);
    // Touched hours remain for the contacts that remain (STO-14).
    const { rows: touched } = await database.pool.query('select system_id, rx_id from touched_hours order by hour, rx_id');
    expect(touched).toEqual([
      { system_id: 'lake', rx_id: 3 },
      { system_id: 'river', rx_id: 2 },
      { system_id: 'lake', rx_id: 3 },
    ]);
    expect(await contactsByMonth(database, 'lake')).toEqual(lake);
    const tables = [`contacts_${dayOf(gone)}`, `contacts_${dayOf(earlier)}`, `contacts_${dayOf(ancient).slice(0, 6)}`];
    expect(await Promise.all(tables.map(isThere))).toEqual([true, false, false]);
    expect(await keptIn(database, 'river', 'contacts')).toMatchObject({ announced: null, deleted: { before, count: 42 } });
    expect((await toldBy(database, 'river')).map(([kind]) => kind)).toEqual(['system.deletionAnnounced', 'system.deletionMade']);
    expect(await toldBy(database, 'lake')).toEqual([]);
    expect(await look(due)).toEqual([]);
  });

  test('what one system has deleted is refused when it comes again, and is counted once; another may bring it (RET-5)', async () => {
    const [old, other] = [like(1, gone, 2), like(3, gone, 2)];
    await store('river', old, like(1, young, 1));
    await keep(database, 'river', { contacts: 60 });
    await look();
    await remove('river');
    const before = await contactsByMonth(database, 'river');
    const again = [...old, ...like(1, young, 2)];
    expect(await insertContacts(database.pool, 'river', again)).toMatchObject({
      accepted: [again[3]],
      duplicates: 1,
      refused: old,
    });
    expect(await copyContacts(database.ingest.pool, 'river', [again])).toEqual({ accepted: 0, duplicates: 2, refused: 2 });
    expect([...(await droppedDays(database.pool, 'river', again))]).toEqual([Math.floor(gone / dayMs)]);
    expect(await insertContacts(database.pool, 'lake', other)).toMatchObject({ accepted: other, duplicates: 0, refused: [] });
    // The partition exists again for another system's contacts; contacts of the deleted range are still
    // refused.
    expect(await insertContacts(database.pool, 'river', old)).toMatchObject({ accepted: [], duplicates: 0, refused: old });
    expect(await copyContacts(database.ingest.pool, 'river', [old])).toEqual({ accepted: 0, duplicates: 0, refused: 2 });
    // Enough that the host counts them itself, and together with others in one statement.
    const many = like(1, gone, 300);
    expect(await insertContacts(database.pool, 'river', many)).toMatchObject({ accepted: [], duplicates: 0, refused: many });
    const [both, others] = [
      [...old, ...like(1, young + 5_000, 1)],
      [...other, ...like(3, gone + 5_000, 1)],
    ];
    expect(
      await insertTogether(database.pool, [
        { systemId: 'lake', contacts: others },
        { systemId: 'river', contacts: both },
      ]),
    ).toMatchObject([
      { accepted: [others[2]], duplicates: 2, refused: [] },
      { accepted: [both[2]], duplicates: 0, refused: old },
    ]);
    const { stored, counted } = await contactsByMonth(database, 'river');
    expect([stored, counted[monthOf(gone)]]).toEqual([{ [monthOf(young)]: 3 }, before.counted[monthOf(gone)]]);
  });

  test('who reads the past finds what is left, and no stretch of what is gone (RET-7)', async () => {
    await store('river', like(1, gone, 5), like(2, young, 4));
    await keep(database, 'river', { contacts: 60 });
    await look();
    await remove('river');
    expect(await contactsBetween(database.pool, 'river', 0, now, 100)).toHaveLength(4);
    expect(await newestContacts(database.pool, 'river', 0, 100)).toHaveLength(4);
    const hour = Math.floor(young / 3_600_000) * 3_600_000;
    expect(await interestingStart(database.pool, 'river')).toBe(hour);
    expect(await nextStretch(database.pool, 'river', null, 1)).toMatchObject({ from: hour });
  });

  test('kept forever again, kept longer, or more than was told: nothing goes that nobody was told of (RET-4)', async () => {
    await store('river', like(1, gone, 5));
    await keep(database, 'river', { contacts: 60 });
    await look();
    await keep(database, 'river', { contacts: null });
    // The day arrived before the next look.
    await remove('river');
    expect((await contactsByMonth(database, 'river')).stored).toEqual({ [monthOf(gone)]: 5 });
    await look(due);
    expect(await keptIn(database, 'river', 'contacts')).toMatchObject({ announced: null, deleted: null });

    await keep(database, 'river', { contacts: 60 });
    await look();
    await store('river', like(2, gone, 1));
    await remove('river');
    expect((await contactsByMonth(database, 'river')).stored).toEqual({ [monthOf(gone)]: 6 });
    expect(await look(due)).toEqual([]);
    const { announced } = await keptIn(database, 'river', 'contacts');
    expect(announced!.count).toBe(6);
    expect(announced!.on).toBeGreaterThanOrEqual(due + noticeDays * dayMs);
    await keep(database, 'river', { contacts: 36_500 });
    await look(due);
    expect(await keptIn(database, 'river', 'contacts')).toMatchObject({ announced: null, deleted: null });
    expect((await contactsByMonth(database, 'river')).stored).toEqual({ [monthOf(gone)]: 6 });
  });

  test('of states, alarms and vitals what still says how things stand is kept (RET-7)', async () => {
    const db = planted(database);
    const at = (days: number) => new Date(before + days * dayMs);
    const event = (rx_id: number, days: number, status: number, system_id = 'river') => ({
      system_id,
      rx_id,
      at: at(days),
      status,
    });
    const events = [event(1, -9, 0), event(1, -8, 3), event(1, -7, 0), event(1, 2, 3), event(2, -9, 3), event(2, -8, 0)];
    const others = [event(3, -9, 0, 'lake'), event(3, -8, 3, 'lake')];
    await db
      .insertInto('receiver_state_events')
      .values([...events, ...others])
      .execute();
    const spans = () => stateSpans(database, 'river', { from: before, to: now, rxIds: null, limit: 100 });
    const timeline = await spans();
    const alarm = (rx_id: number | null, days: number, alarm_code_id: number, system_id = 'river') => ({
      system_id,
      rx_id,
      at: at(days),
      alarm_code_id,
      alias: 'A',
      site_name: 'B',
    });
    const alarms = [
      alarm(1, -9, 4101),
      alarm(1, -8, 2100),
      alarm(1, -7, 4101),
      alarm(null, -6, 4101),
      alarm(2, -5, 4101),
      alarm(1, 3, 2100),
    ];
    await db
      .insertInto('alarms')
      .values([...alarms, alarm(3, -9, 4101, 'lake'), alarm(3, -8, 4101, 'lake')])
      .execute();
    const report = (rx_id: number, days: number) => ({ rx_id, ts: at(days), voltage: 12 });
    const reports = [report(1, -9), report(1, -8), report(1, 2), report(2, -9), report(3, -9), report(3, -8)];
    await db.insertInto('receiver_vitals').values(reports).execute();
    await keep(database, 'river', { states: 60, alarms: 60, vitals: 60 });
    await look();
    expect((await keptIn(database, 'river', 'vitals')).announced?.count).toBe(1);
    expect([
      (await keptIn(database, 'river', 'states')).announced?.count,
      (await keptIn(database, 'river', 'alarms')).announced?.count,
    ]).toEqual([1, 2]);
    // A later alarm of the same code does not cause more deletions than announced.
    await db
      .insertInto('alarms')
      .values(alarm(2, 4, 4101))
      .execute();
    await remove('river');
    const left = await database.db.selectFrom('alarms').select('id').where('system_id', '=', 'river').orderBy('id').execute();
    expect(left.map(({ id }) => id)).toEqual([2, 3, 5, 6, 7]);
    expect(await spans()).toEqual(timeline);
    const vitals = await database.db
      .selectFrom('receiver_vitals')
      .select(['rx_id', 'ts'])
      .orderBy('rx_id')
      .orderBy('ts')
      .execute();
    expect(vitals.map(({ rx_id, ts }) => [rx_id, (ts.getTime() - before) / dayMs])).toEqual([
      [1, -8],
      [1, 2],
      [2, -9],
      [3, -9],
      [3, -8],
    ]);
    const { rows } = await database.pool.query<{ system_id: string; count: number }>(
      'select system_id, count(*) as count from receiver_state_events group by 1 order by 1',
    );
    expect(rows).toEqual([
      { system_id: 'lake', count: 2 },
      { system_id: 'river', count: 5 },
    ]);
    const { rows: lake } = await database.pool.query(`select from alarms where system_id = 'lake'`);
    expect(lake).toHaveLength(2);
    expect(await keptIn(database, 'river', 'alarms')).toMatchObject({ announced: null, deleted: { count: 2 } });
  });

  test('changes are kept 400 days where nobody set anything, and go a week after it was told (RET-1, CHG-7)', async () => {
    for (const alarms of [100, 200, 300]) await keep(database, 'river', { alarms });
    const past = monthBefore(now, 400) - dayMs;
    await planted(database)
      .updateTable('changes')
      .set({ at: new Date(past) })
      .where('revision', '<=', 2)
      .execute();
    await look();
    expect((await keptIn(database, 'river', 'changes')).announced).toMatchObject({ count: 2, days: 400 });
    await remove('river', now);
    expect(await database.db.selectFrom('changes').select('revision').execute()).toHaveLength(4);
    await remove('river');
    const { rows } = await database.pool.query('select kept_after from system_revisions where system_id = $1', ['river']);
    expect(rows).toEqual([{ kept_after: 2 }]);
    expect(await database.db.selectFrom('changes').select('revision').orderBy('revision').execute()).toEqual(
      [3, 4, 5].map((revision) => ({ revision })),
    );
    expect(await keptIn(database, 'river', 'changes')).toMatchObject({ announced: null, deleted: { count: 2 } });
  });
});
