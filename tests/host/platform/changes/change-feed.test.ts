import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { announce } from '../../../../host/platform/changes/announce.ts';
import { startChangeFeed, type ChangeFeed } from '../../../../host/platform/changes/change-feed.ts';
import { noticeRestore } from '../../../../host/platform/changes/epochs.ts';
import { change } from '../../../../host/platform/changes/change.ts';
import { openLine, type DatabaseLine } from '../../../../host/platform/bus/database-line.ts';
import { createLocalBus, type BusEvent } from '../../../../host/platform/bus/bus.ts';
import { connectDatabase, type Database } from '../../../../host/platform/store/database.ts';
import { emptiedDatabase } from '../../../support/emptied-database.ts';
import { planted } from '../../../support/planted.ts';
import { foreignChange } from '../../../support/foreign-change.ts';
import { endBackend, linesOn, lockWaits } from '../../../support/database-attacks.ts';
import { until } from '../../../support/live-stage.ts';
import { withTestDatabase } from '../../../support/test-database.ts';
import { addPerson, addSystem } from '../../../support/test-host.ts';

const log = pino({ level: 'silent' });
/** The feed looks every 2 s by itself; the test allows three times as long. */
const promisedMs = 6_000;

let database: Database;
let line: DatabaseLine;
let feed: ChangeFeed;
let events: BusEvent[];
let rxId: number;

const begin = (everyMs?: number, to = log, on: Pick<Database, 'db' | 'pool'> = database) => {
  events = [];
  const bus = createLocalBus();
  bus.subscribe((event) => events.push(event));
  line = openLine(on.pool.options, to);
  feed = startChangeFeed({ database: on, bus, line, log: to }, everyMs);
};
/** Returns a log and its warnings. */
const warnings = () => {
  const lines: string[] = [];
  return { lines, to: pino({ level: 'warn' }, { write: (line) => void lines.push(line) }) };
};
const told = (mitasId = 'river') =>
  events.flatMap((event) => (event.kind === 'changed' && event.mitasId === mitasId ? [event.change.revision] : []));
const move = (portNumber: number, on: Pick<Database, 'db' | 'pool'> = database) =>
  change(on, { systemId: 'river', by: null, through: 'host' }, (writer) =>
    writer.edit('receiver.portChanged', rxId, { portNumber }),
  );
/** A database that fails to announce, as if the process were killed between commit and announcement. */
const mute = ({ db }: Pick<Database, 'db'>) => ({
  db,
  pool: { query: () => Promise.reject(new Error('killed')) } as unknown as Database['pool'],
});
const standing = (revision: number) => until(`revision ${revision}`, () => feed.positionOf('river')?.revision === revision);
const upTo = (last: number, first = 2) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

async function makeRiver(): Promise<void> {
  await addSystem({ database }, 'river');
  const made = await change(database, { systemId: 'river', by: null, through: 'host' }, (writer) =>
    writer.create('receiver', { alias: 'A' }),
  );
  rxId = made.reply;
}
async function end(): Promise<void> {
  await feed.close();
  await line.close();
}

describe('the feed of changes (CHG-9)', () => {
  const emptied = emptiedDatabase();
  beforeEach(async () => {
    database = await emptied();
    await makeRiver();
  });
  afterEach(end);

  test('stands where the system stands when it begins, and tells nothing of before', async () => {
    await move(5);
    begin();
    await standing(2);
    await move(6);
    await until('the next one', () => told().length === 1);
    expect(told()).toEqual([3]);
  });

  test('tells in order, without a gap and once each, whatever is announced when', async () => {
    begin();
    await standing(1);
    // Each change's transaction holds the counter, so that commits and announcements may come out of order.
    await Promise.all(upTo(60).map((portNumber) => move(portNumber)));
    for (let i = 0; i < 20; i++) announce(database, i % 2 === 0 ? 'river' : 'no such system');
    await standing(60);
    await move(1);
    await standing(61);
    expect(told()).toEqual(upTo(61));
  });

  test("tells another process's changes at once, and also where these were never announced", async () => {
    begin();
    await standing(1);
    const other = await connectDatabase(database.url, log);
    await move(5, other);
    await until('the one announced', () => told().length === 1, promisedMs);
    await move(6, mute(other));
    await until('the one that was not', () => told().length === 2, promisedMs);
    expect(told()).toEqual([2, 3]);
    await other.close();
  });

  test('after a restart stands at what was changed meanwhile', async () => {
    begin();
    await standing(1);
    await feed.close();
    await line.close();
    await move(5);
    await move(6);
    begin();
    await standing(3);
    await move(7);
    await standing(4);
    expect(told()).toEqual([4]);
  });

  test('follows a new system from its first change, and forgets one that is gone', async () => {
    begin();
    await standing(1);
    await addSystem({ database }, 'lake');
    await change(database, { systemId: 'lake', by: null, through: 'host' }, (writer) =>
      writer.create('site', { alias: 'Shore' }),
    );
    await until('its first', () => told('lake').length === 1);
    expect(told('lake')).toEqual([1]);
    await planted(database).deleteFrom('systems').where('id', '=', 'lake').execute();
    announce(database, 'lake');
    await until('it to be forgotten', () => feed.positionOf('lake') === undefined);
  });

  test('knows where a new system stands before its first change, and tells of another order also then', async () => {
    begin();
    await standing(1);
    await addSystem({ database }, 'lake');
    announce(database, 'lake');
    await until('its position', () => feed.positionOf('lake') !== undefined);
    expect(feed.positionOf('lake')).toEqual({ epoch: expect.any(String), revision: 0 });
    const lost = () => events.flatMap((event) => (event.kind === 'changesLost' ? [event.mitasId] : []));
    expect(lost()).toEqual([]);
    await planted(database).updateTable('system_revisions').set({ epoch: 'another' }).where('system_id', '=', 'lake').execute();
    announce(database, 'lake');
    await until('the news', () => lost().length > 0);
    expect(lost()).toEqual(['lake']);
    expect(feed.positionOf('lake')).toEqual({ epoch: 'another', revision: 0 });
  });

  test('says at once that the order is another one, or went back', async () => {
    begin();
    await standing(1);
    const lost = () => events.filter(({ kind }) => kind === 'changesLost').length;
    await planted(database).updateTable('system_revisions').set({ epoch: 'another' }).execute();
    announce(database, 'river');
    await until('the news', () => lost() === 1);
    expect(feed.positionOf('river')).toEqual({ epoch: 'another', revision: 1 });
    const db = planted(database);
    await db.deleteFrom('changes').execute();
    await db.updateTable('system_revisions').set({ revision: 0 }).execute();
    announce(database, 'river');
    await until('the news', () => lost() === 2);
    // Revisions that went back are assigned again: under the same epoch, consoles would confuse them with
    // those they hold.
    const { epoch } = await database.db.selectFrom('system_revisions').select('epoch').executeTakeFirstOrThrow();
    expect(feed.positionOf('river')).toEqual({ epoch, revision: 0 });
    expect(epoch).not.toBe('another');
  });

  test('tells whose memberships a change was of, and in whose lists a system stands that it renamed', async () => {
    begin();
    await standing(1);
    const [ada, bob] = [await addPerson({ database }, 'ada'), await addPerson({ database }, 'bob')];
    const operator = await addPerson({ database }, 'operator', { superuser: true });
    const request = { systemId: 'river', by: null, through: 'admin' } as const;
    await change(database, request, async (writer) => {
      await writer.create('member', { RoleId: 4 }, { id: ada });
    });
    const { number } = await database.db.selectFrom('systems').select('number').executeTakeFirstOrThrow();
    await change(database, request, (writer) => writer.edit('system.renamed', number, { commonName: 'Salmon' }));
    await until('both', () => events.some(({ kind }) => kind === 'systemChanged'));
    expect(events.filter(({ kind }) => kind !== 'changed')).toEqual([
      { kind: 'membershipChanged', userId: ada, mitasId: 'river' },
      { kind: 'systemChanged', mitasId: 'river', userIds: expect.arrayContaining([ada, operator]) },
    ]);
    const named = events.findLast(({ kind }) => kind === 'systemChanged');
    expect(named).not.toMatchObject({ userIds: expect.arrayContaining([bob]) });
    // Not notified twice: a membership change is only recorded by its revision.
    expect(await database.db.selectFrom('membership_changes').select('user_id').where('user_id', '=', ada).execute()).toEqual([]);
  });

  test('tells a change of a kind that it does not know by its revision and whom it concerns, and goes on', async () => {
    begin(50);
    await standing(1);
    const ada = await addPerson({ database }, 'ada');
    await foreignChange(database, {}, [
      { kind: 'receiver.tuned', id: rxId, name: 'A', before: { gain: 1 }, after: { gain: 2 } },
      { kind: 'member.suspended', id: ada, name: 'ada', before: { suspended: false }, after: { suspended: true } },
      { kind: 'buoy.launched', id: 7, name: 'Buoy', before: null, after: {} },
    ]);
    await move(5);
    await standing(3);
    const concerned = events.map((event) =>
      event.kind === 'changed' ? [event.change.revision, event.change.items.length, event.entities.toSorted()] : event,
    );
    expect(concerned).toEqual([
      [2, 0, ['member', 'receiver']],
      { kind: 'membershipChanged', userId: ada, mitasId: 'river' },
      [3, 1, ['receiver']],
    ]);
  });

  test('tells the changes of other systems while those of one cannot be read', async () => {
    const { lines: warned, to } = warnings();
    await addSystem({ database }, 'lake');
    begin(60_000, to);
    await standing(1);
    await foreignChange(database, {}, [{ kind: 'receiver.tuned', id: rxId, name: 'A', before: {}, after: {} }]);
    await planted(database)
      .updateTable('changes')
      .set({ items: JSON.stringify({ no: 'list' }) as never })
      .where('revision', '=', 2)
      .execute();
    // This wakes the feed. The system written last is read last.
    await change(database, { systemId: 'lake', by: null, through: 'host' }, (writer) =>
      writer.create('site', { alias: 'Shore' }),
    );
    await until('the sound one', () => told('lake').length === 1);
    await until('the broken one to be told of', () => warned.length > 0);
    expect([told(), warned.length]).toEqual([[], 1]);
  });

  test('tells no change of an order that began while it read', async () => {
    begin(60_000);
    await standing(1);
    await move(5, mute(database));
    const holder = await database.pool.connect();
    await holder.query('begin');
    await holder.query('lock table changes in access exclusive mode');
    announce(database, 'river');
    // The feed knows that the system is at revision 2, and waits to read that change.
    await expect.poll(() => lockWaits(database, 'changes'), { timeout: 10_000 }).toBe(1);
    await holder.query(`update system_revisions set epoch = 'another'`);
    await holder.query('commit');
    holder.release();
    await until('its new position', () => feed.positionOf('river')?.epoch === 'another');
    expect(told()).toEqual([]);
    expect(events).toEqual([{ kind: 'changesLost', mitasId: 'river' }]);
    expect(feed.positionOf('river')).toEqual({ epoch: 'another', revision: 2 });
  });
});

/** Each test has its own database, as it ends connections and changes tables. */
describe('the feed of changes where the database fails it (CHG-9)', () => {
  beforeEach(async () => {
    database = await withTestDatabase();
    await makeRiver();
  });
  afterEach(async () => {
    await end();
    await database.close();
  });

  /** Ends the connection on which the feed hears of changes, and waits for the next one. */
  async function cutListener(): Promise<void> {
    const listening = async () => (await linesOn(database.url))[0];
    await expect.poll(listening).toBeDefined();
    const cut = await listening();
    if (cut === undefined) throw new Error('nobody listens');
    await endBackend(database.url, cut);
    await expect.poll(async () => ![undefined, cut.pid].includes((await listening())?.pid)).toBe(true);
  }

  test('goes on when its connection was cut, and hears announcements again', async () => {
    begin(60_000);
    await standing(1);
    // The feed looks only once a minute here, so the change is reported over the new connection.
    await cutListener();
    await move(5);
    await until('the change', () => told().length === 1);
  });

  test('notices a restore when its connection was lost and made again (CHG-8)', async () => {
    await noticeRestore(database, log);
    begin();
    await standing(1);
    const before = feed.positionOf('river')?.epoch;
    await cutListener();
    await move(5);
    await standing(2);
    expect(feed.positionOf('river')?.epoch).toBe(before);
    // As if a standby had taken over or a backup been restored: the timeline differs from the one hosts last
    // saw.
    await database.db.updateTable('database_origin').set({ timeline: 77 }).execute();
    await cutListener();
    await until('another order', () => events.some(({ kind }) => kind === 'changesLost'), promisedMs);
    expect(feed.positionOf('river')).toEqual({ epoch: expect.any(String), revision: 2 });
    expect(feed.positionOf('river')?.epoch).not.toBe(before);
  });

  test('notices that revisions went back also where the row was away meanwhile, and warns of it (CHG-8)', async () => {
    const { lines: warned, to } = warnings();
    await noticeRestore(database, log);
    await move(5);
    begin(20, to);
    await standing(2);
    const before = feed.positionOf('river')?.epoch;
    await database.pool.query('create table kept as select * from system_revisions');
    // As a restore does, which empties the tables and fills them row by row.
    await planted(database).deleteFrom('system_revisions').execute();
    await until('it to be forgotten', () => feed.positionOf('river') === undefined);
    await planted(database).deleteFrom('changes').where('revision', '=', 2).execute();
    await database.pool.query('insert into system_revisions select * from kept');
    await planted(database).updateTable('system_revisions').set({ revision: 1 }).execute();
    await until('another order', () => ![undefined, before].includes(feed.positionOf('river')?.epoch), promisedMs);
    expect(events).toEqual([{ kind: 'changesLost', mitasId: 'river' }]);
    expect(warned.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ mitasId: 'river', msg: expect.stringContaining('went back') }),
    ]);
  });

  test('looks for a restore when a system appears that has changes already (CHG-8)', async () => {
    await noticeRestore(database, log);
    begin(20);
    await standing(1);
    const before = feed.positionOf('river')?.epoch;
    await database.db.updateTable('database_origin').set({ timeline: 77 }).execute();
    // In one transaction, so that no look finds the system before it has changes.
    await database.pool.query(`
      begin;
      set local console.writing = 'on';
      insert into systems (id, common_name) values ('lake', 'Lake');
      update system_revisions set revision = 1 where system_id = 'lake';
      commit;`);
    await until('another order', () => ![undefined, before].includes(feed.positionOf('river')?.epoch), promisedMs);
  });

  test('publishes also while it cannot look for a restore, and looks again later (CHG-8)', async () => {
    const { lines: warned, to } = warnings();
    await noticeRestore(database, log);
    begin(20, to);
    await standing(1);
    const before = feed.positionOf('river')?.epoch;
    await database.db.updateTable('database_origin').set({ timeline: 77 }).execute();
    await database.pool.query('alter table database_origin rename to database_origin_away');
    await cutListener();
    await move(5);
    await standing(2);
    expect(warned.filter((line) => line.includes('was restored'))).toHaveLength(1);
    await database.pool.query('alter table database_origin_away rename to database_origin');
    await until('another order', () => feed.positionOf('river')?.epoch !== before, promisedMs);
  });

  test('tells a change whole, and later where whom it concerns cannot be read', async () => {
    const { lines: warned, to } = warnings();
    begin(50, to);
    await standing(1);
    const { number } = await database.db.selectFrom('systems').select('number').executeTakeFirstOrThrow();
    await database.pool.query('alter table memberships rename to memberships_away');
    const request = { systemId: 'river', by: null, through: 'admin' } as const;
    await change(database, request, (writer) => writer.edit('system.renamed', number, { commonName: 'Salmon' }));
    await until('a look to fail', () => warned.length > 0);
    await database.pool.query('alter table memberships_away rename to memberships');
    await standing(2);
    await until('both', () => events.some(({ kind }) => kind === 'systemChanged'));
    expect(events.map(({ kind }) => kind)).toEqual(['changed', 'systemChanged']);
  });

  test('says once that it hears no announcements, and once more when that comes again', async () => {
    const { lines: warned, to } = warnings();
    const options = { ...database.pool.options, connectionString: 'postgres://console@127.0.0.1:1/nowhere' };
    const pool = { options, query: database.pool.query.bind(database.pool) } as unknown as Database['pool'];
    begin(20, to, { db: database.db, pool });
    // Each change is found by its own look, before which the feed tries to connect.
    for (const revision of [2, 3, 4]) {
      await move(revision);
      await standing(revision);
    }
    expect(warned).toEqual([expect.stringContaining('not announced to this host')]);

    options.connectionString = database.url;
    const listening = async () => (await linesOn(database.url))[0];
    await expect.poll(listening, { timeout: 10_000 }).toBeDefined();
    options.connectionString = 'postgres://console@127.0.0.1:1/nowhere';
    const cut = await listening();
    if (cut === undefined) throw new Error('nobody listens');
    await endBackend(database.url, cut);
    await until('the second', () => warned.length === 2);
    for (const revision of [5, 6]) {
      await move(revision);
      await standing(revision);
    }
    expect(warned).toHaveLength(2);
  });
});
