import { join } from 'node:path';
import type { PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startJobs } from '../../../../host/platform/jobs/jobs.ts';
import { createLog } from '../../../../host/platform/log.ts';
import { deleteDue, lookAtRetention, retentionDeletion, retentionLook } from '../../../../host/platform/retention/retention.ts';
import { copyContacts, insertContacts } from '../../../../host/platform/store/contacts/contacts-store.ts';
import { insertNew } from '../../../../host/platform/store/contacts/insert-rows.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { type TalkingChild, talkTo } from '../../../support/child-lines.ts';
import { sampleContact } from '../../../support/contact-samples.ts';
import { lockWaits } from '../../../support/database-attacks.ts';
import { plantListeners } from '../../../support/listening-receivers.ts';
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
import { withTestDatabase } from '../../../support/test-database.ts';

const patience = { timeout: 120_000, interval: 20 };
const { before, due, gone, now } = times;
const counted = 6_000;

describe('retention by several hosts', { timeout: 400_000 }, () => {
  let database: Database;
  const children: TalkingChild[] = [];
  const holders = new Set<PoolClient>();
  const host = (): TalkingChild => {
    const script = join(import.meta.dirname, '../../../support/retention-child.ts');
    const child = talkTo(process.execPath, [script, database.url, String(due)]);
    children.push(child);
    return child;
  };
  beforeEach(async () => {
    database = await withTestDatabase();
    await plantListeners(database, [1, 2], 'river');
    await plantListeners(database, [3], 'lake');
    // With another system's contacts in the same month, these are deleted row by row.
    await copyContacts(database.ingest.pool, 'river', [
      contactsLike(sampleContact({ rxId: 1, ts: gone }), counted),
      contactsLike(sampleContact({ rxId: 2, ts: gone }), counted),
    ]);
    await insertContacts(database.pool, 'lake', contactsLike(sampleContact({ rxId: 3, ts: gone }), 5));
    await keep(database, 'river', { contacts: 60 });
    await lookAtRetention(database, undisturbed, standingAt(now));
  });
  afterEach(async () => {
    for (const { process } of children) process.kill('SIGKILL');
    await Promise.all(children.splice(0).map(({ ended }) => ended));
    for (const holder of holders) holder.release(true);
    holders.clear();
    await database.close();
  });

  const stored = async (systemId: string) =>
    Object.values((await contactsByMonth(database, systemId)).stored).reduce((sum, count) => sum + count, 0);
  const deletedOf = async () => (await keptIn(database, 'river', 'contacts')).deleted?.count;

  /** Lets a deletion reach the contacts of the second receiver, and stops it there until released. */
  const holdSecond = async () => {
    const holder = await database.pool.connect();
    holders.add(holder);
    await holder.query('begin');
    await holder.query('select from contacts where rx_id = 2 and ts >= $1 and ts < $2 for update', [
      new Date(gone),
      new Date(before),
    ]);
    return () => {
      holders.delete(holder);
      holder.release(true);
    };
  };

  test('one that is killed in the midst is followed by another, and each contact is counted once (RET-5, JOB-2)', async () => {
    const letGo = await holdSecond();
    const killed = host();
    await killed.line('ready');
    const log = createLog({ destination: { write: () => undefined } });
    const asking = await startJobs({ database, log, works: [] });
    await asking.enqueue(retentionLook, [null]);
    await expect.poll(() => stored('river'), patience).toBe(counted);
    killed.process.kill('SIGKILL');
    await killed.ended;
    const others = [host(), host()];
    await Promise.all(others.map((other) => other.line('ready')));
    letGo();
    await expect.poll(deletedOf, patience).toBe(2 * counted);
    expect([await stored('river'), await stored('lake')]).toEqual([0, 5]);
    expect((await toldBy(database, 'river')).map(([kind]) => kind)).toEqual(['system.deletionAnnounced', 'system.deletionMade']);
    await asking.close();
  });

  test('two hosts delete once; a setting that is changed meanwhile neither stops it halfway nor is lost', async () => {
    const letGo = await holdSecond();
    const hosts = [host(), host()];
    await Promise.all(hosts.map((each) => each.line('ready')));
    const log = createLog({ destination: { write: () => undefined } });
    const asking = await startJobs({ database, log, works: [] });
    await asking.enqueue(retentionDeletion, ['river', 'lake', 'nobody']);
    await expect.poll(() => stored('river'), patience).toBe(counted);
    await keep(database, 'river', { contacts: null });
    // Another look leaves a deletion in progress alone.
    expect(await lookAtRetention(database, undisturbed, standingAt(due))).toEqual(['river']);
    letGo();
    await expect.poll(deletedOf, patience).toBe(2 * counted);
    expect([await stored('river'), await stored('lake')]).toEqual([0, 5]);
    expect(await keptIn(database, 'river', 'contacts')).toMatchObject({ days: null, announced: null });
    expect((await toldBy(database, 'river')).map(([kind]) => kind)).toEqual(['system.deletionAnnounced', 'system.deletionMade']);
    await asking.close();
  });

  test('a host that lost the job writes nothing more (JOB-3)', async () => {
    const lost = { ...undisturbed, hold: () => Promise.reject(new Error('went on elsewhere')) };
    const log = { info: () => undefined };
    await expect(deleteDue(database, 'river', lost, { log, clock: standingAt(due) })).rejects.toThrow('elsewhere');
    expect(await stored('river')).toBe(2 * counted);
    await keep(database, 'lake', { contacts: 60 });
    await expect(lookAtRetention(database, lost, standingAt(now))).rejects.toThrow('elsewhere');
    expect((await keptIn(database, 'lake', 'contacts')).announced).toBeNull();
  });

  test('contacts that are being stored when their month is to be closed: nothing goes, and all are announced again (RET-4)', async () => {
    const late = contactsLike(sampleContact({ rxId: 1, ts: gone + 2 * counted * 1_000 }), 300);
    const client = await database.ingest.pool.connect();
    holders.add(client);
    await client.query('begin');
    expect(await insertNew(client, 'river', late)).toBe(true);
    const deleting = asItsJob();
    await expect.poll(() => lockWaits(database, 'contacts'), patience).toBe(1);
    await client.query('commit');
    holders.delete(client);
    client.release();
    await deleting;
    const all = 2 * counted + late.length;
    expect([await stored('river'), await deletedOf()]).toEqual([all, undefined]);
    expect(await database.db.selectFrom('data_floors').selectAll().execute()).toEqual([]);
    await lookAtRetention(database, undisturbed, standingAt(due));
    expect((await keptIn(database, 'river', 'contacts')).announced?.count).toBe(all);
  });

  test('whoever comes while the month is being closed is refused, however they store (RET-5)', async () => {
    const many = contactsLike(sampleContact({ rxId: 1, ts: gone + 1 }), 300);
    const few = contactsLike(sampleContact({ rxId: 2, ts: gone + 1 }), 3);
    const copied = contactsLike(sampleContact({ rxId: 1, ts: gone + 1, code: 7 }), 2_500);
    const coming: ReturnType<typeof insertContacts>[] = [];
    const attempt = {
      ...undisturbed,
      hold: async () => {
        if (coming.length > 0) return;
        // The floor is written, but not yet committed.
        coming.push(...[many, few, copied].map((contacts) => insertContacts(database.pool, 'river', contacts)));
        await expect.poll(() => lockWaits(database, 'contacts'), patience).toBe(3);
      },
    };
    await asItsJob(attempt);
    expect(await Promise.all(coming)).toMatchObject(
      [many, few, copied].map((refused) => ({ accepted: [], duplicates: 0, refused })),
    );
    expect([await stored('river'), await deletedOf()]).toEqual([0, 2 * counted]);
  });

  /** Deletes as the job does: again if it gave up waiting for others. */
  async function asItsJob(attempt = undisturbed): Promise<void> {
    try {
      await deleteDue(database, 'river', attempt, { log: { info: () => undefined }, clock: standingAt(due) });
    } catch (error) {
      if (!String(error).includes('lock timeout')) throw error;
      await asItsJob(attempt);
    }
  }
});
