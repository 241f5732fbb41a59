import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../../host/platform/store/database.ts';
import { addStateEvents } from '../../../../host/platform/store/fleet/receiver-states.ts';
import { heavyReads } from '../../../../host/platform/store/heavy-reads.ts';
import { changeStage, type ChangeStage, type Sitter } from '../../../support/change-stage.ts';
import { othersOn } from '../../../support/database-attacks.ts';
import { openSession } from '../../../support/open-session.ts';
import { withTestDatabase } from '../../../support/test-database.ts';

/** STO-12: the host stops reading for a caller that disconnects. */

const patience = { timeout: 30_000, interval: 10 };
let database: Database;
let stage: ChangeStage;
let ada: Sitter;
let token: string;
beforeAll(async () => {
  database = await withTestDatabase();
  // Without the statement timeout, which on a slow machine would end the reads blocked here.
  stage = await changeStage({ database: { ...database, reads: heavyReads(database.ingest, database) } });
  ada = await stage.sit('ada', 4);
  ({ token } = await openSession(stage.host, ada.id));
  await addStateEvents(stage.host.database, 'river', [{ rxId: stage.rx[0], ts: Date.now() - 60_000, status: 0 }]);
});
afterAll(async () => {
  await stage.close();
  await database.close();
});

/** Blocks reads of a table during `work`; `waiting` counts those that contain `mark`. */
async function whileLocked(table: string, mark: string, work: (waiting: () => Promise<number>) => Promise<void>): Promise<void> {
  const { pool, url } = stage.host.database;
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await holder.query(`lock table ${table} in access exclusive mode`);
    await work(
      async () => (await othersOn(url)).filter(({ query, waitsFor }) => waitsFor === 'Lock' && query.includes(mark)).length,
    );
  } finally {
    await holder.query('rollback');
    holder.release();
  }
}

const ask = (path: string, signal?: AbortSignal) =>
  fetch(`${stage.host.url}/api/mitashost/river${path}`, {
    headers: { authorization: `Bearer ${token}` },
    ...(signal === undefined ? {} : { signal }),
  });

describe('a caller that goes away', () => {
  const heavy = () =>
    [
      ['/receivers/states/timeline', 'receiver_state_events'],
      ['/activity', 'changes', 'order by revision desc'],
      ['/alarms/history', 'alarms', 'ended.at as ended_at'],
      ['/receivers/numContacts?timeSelect=recent&recentAmount=1&recentUnit=day', 'contacts_hourly'],
      [`/receivers/${stage.rx[0]}/versions`, 'receiver_configs'],
      [`/receivers/${stage.rx[0]}/locations`, 'receiver_locations'],
    ] as const;

  test('ends what is read for them in the database, and the next is read', async () => {
    for (const [path, table, mark = table] of heavy()) {
      await whileLocked(table, mark, async (waiting) => {
        const gone = new AbortController();
        const answer = ask(path, gone.signal).catch(() => 'gone');
        await expect.poll(waiting, { ...patience, message: path }).toBe(1);
        gone.abort();
        expect(await answer).toBe('gone');
        await expect.poll(waiting, { ...patience, message: path }).toBe(0);
      });
      expect([path, (await ask(path)).status]).toEqual([path, 200]);
    }
    expect(stage.host.logged()).not.toContain('a call failed');
  });

  test('two of one person are read at a time, the others wait, and more than that are refused', async () => {
    await whileLocked('receiver_state_events', 'receiver_state_events', async (waiting) => {
      const gone = new AbortController();
      const answers = Array.from({ length: 32 }, () => ask('/receivers/states/timeline', gone.signal).catch(() => 'gone'));
      await expect.poll(waiting, patience).toBe(2);
      // Whichever request arrived last is refused.
      const more = ask('/receivers/states/timeline', gone.signal).catch(() => 'gone');
      const first = await Promise.race([...answers, more]);
      if (first === 'gone') throw new Error('Nobody went away yet');
      const refused = first as Response;
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await refused.json()).toMatchObject({ error: { code: 429, type: 'TooManyRequests' } });
      // Small reads, and reads shared with others, are still answered.
      expect((await ada.call('GET', '/receiver-sites')).status).toBe(200);
      expect(await waiting()).toBe(2);
      gone.abort();
      await expect.poll(waiting, patience).toBe(0);
      await Promise.all(answers);
    });
    expect((await ask('/receivers/states/timeline')).status).toBe(200);
  });
});
