import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { beginEpochs, noticeRestore } from '../../../../host/platform/changes/epochs.ts';
import { connectDatabase, inTransaction, type Database } from '../../../../host/platform/store/database.ts';
import { lockWaits } from '../../../support/database-attacks.ts';
import { planted } from '../../../support/planted.ts';
import { withTestDatabase } from '../../../support/test-database.ts';
import { addSystem } from '../../../support/test-host.ts';

const silent = pino({ level: 'silent' });

describe('where a database lies (CHG-8)', () => {
  let database: Database;
  let warned: string[];
  beforeEach(async () => {
    database = await withTestDatabase();
    warned = [];
    await addSystem({ database }, 'river');
    await noticeRestore(database, silent);
  });
  afterEach(() => database.close());

  const log = pino({ level: 'warn' }, { write: (line) => void warned.push(line) });
  const epoch = async () => (await database.db.selectFrom('system_revisions').select('epoch').executeTakeFirstOrThrow()).epoch;
  const noted = () => database.db.selectFrom('database_origin').selectAll().executeTakeFirstOrThrow();

  test.each([
    ['cluster', { cluster: '1' }],
    ['timeline', { timeline: 77 }],
    ['number of the database', { database_oid: 1 }],
    ['number of the table', { table_oid: 1 }],
    ['time of the files', { files_since: '1' }],
  ])('another %s is another place: one epoch begins, with a warning', async (_what, other) => {
    const [before, place] = [await epoch(), await noted()];
    await database.db.updateTable('database_origin').set(other).execute();
    await noticeRestore(database, log);
    const begun = await epoch();
    expect(begun).not.toBe(before);
    expect(await noted()).toEqual(place);
    expect(warned).toEqual([expect.stringContaining('was restored')]);
    await noticeRestore(database, log);
    expect(await epoch()).toBe(begun);
  });

  test.each([
    ['cluster', { cluster: '' }],
    ['timeline', { timeline: 0 }],
    ['time of the files', { files_since: null }],
  ])('a %s that was not known is noted when it is, and begins nothing', async (_what, unknown) => {
    const [before, place] = [await epoch(), await noted()];
    await database.db.updateTable('database_origin').set(unknown).execute();
    await noticeRestore(database, log);
    expect(await noted()).toEqual(place);
    expect([await epoch(), warned]).toEqual([before, []]);
  });

  test('of several hosts that start at once on another place, one begins the epoch', async () => {
    await database.db.updateTable('database_origin').set({ timeline: 77 }).execute();
    await Promise.all(Array.from({ length: 4 }, () => noticeRestore(database, log)));
    expect(warned).toEqual([expect.stringContaining('was restored')]);
  });

  test('is the same however the session writes dates', async () => {
    const before = await epoch();
    const name = new URL(database.url).pathname.slice(1);
    await database.pool.query(`alter database ${name} set datestyle to 'German'`);
    const other = await connectDatabase(database.url, silent);
    await noticeRestore(other, log);
    await other.close();
    expect([await epoch(), warned]).toEqual([before, []]);
  });

  test('a role that may not look compares what it sees, warns once, and forgets nothing', async () => {
    const [before, place] = [await epoch(), await noted()];
    const role = `plain_${crypto.randomUUID().slice(0, 8)}`;
    const url = new URL(database.url);
    [url.username, url.password] = [role, 'x'];
    await database.pool.query(`create role ${role} login password 'x'`);
    await database.pool.query(
      `revoke execute on function pg_control_system(), pg_walfile_name(pg_lsn), pg_current_wal_lsn() from public`,
    );
    await database.pool.query(`grant all on all tables in schema public to ${role}`);
    const plain = await connectDatabase(url.href, silent);
    try {
      await noticeRestore(plain, log);
      await noticeRestore(plain, log);
      expect(await noted()).toEqual(place);
      expect([await epoch(), warned]).toEqual([before, [expect.stringContaining('may not read the location of the database')]]);
      await database.db.updateTable('database_origin').set({ table_oid: 1 }).execute();
      await noticeRestore(plain, log);
      expect(await epoch()).not.toBe(before);
      expect(await noted()).toEqual({ ...place, cluster: '', timeline: 0, files_since: null });
    } finally {
      await plain.close();
      await database.pool.query(`drop owned by ${role}; drop role ${role}`);
    }
  });

  test('epochs begin in the order in which changes take their locks, so that neither waits for the other', async () => {
    await addSystem({ database }, 'lake');
    const before = await epoch();
    let raised: Promise<unknown> | undefined;
    await inTransaction(database, async (transaction) => {
      const hold = (id: string) =>
        transaction.db.selectFrom('system_revisions').select('revision').where('system_id', '=', id).forUpdate().execute();
      await hold('lake');
      raised = beginEpochs(database);
      await expect.poll(() => lockWaits(database), { timeout: 10_000 }).toBeGreaterThan(0);
      await hold('river');
    });
    expect(await raised).toEqual(expect.arrayContaining(['lake', 'river']));
    expect(await planted(database).selectFrom('system_revisions').select('epoch').where('epoch', '=', before).execute()).toEqual(
      [],
    );
  });
});
