import path from 'node:path';
import process from 'node:process';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { termMs } from '../../../../host/platform/leases/lease-term.ts';
import { type Lease, type Leases, openLeases } from '../../../../host/platform/leases/leases.ts';
import { type Database, inTransaction } from '../../../../host/platform/store/database.ts';
import { type TalkingChild, talkTo } from '../../../support/child-lines.ts';
import { endAllOthers } from '../../../support/database-attacks.ts';
import { triedEngines, withTestDatabase } from '../../../support/test-database.ts';

const log = pino({ level: 'silent' });
const childFile = path.join(import.meta.dirname, '../../../support/lease-child.ts');
/** Clocks for a holder that may wait any time: only the database's clock counts. */
const standing = () => ({ wall: 0, steady: 0 });
/** The bench measures seconds; here it only has to happen. */
const patience = { timeout: 60_000, interval: 50 };
const long = { timeout: 120_000 };

describe.each(triedEngines)('leases, on the %s engine', (engine) => {
  let database: Database;
  let leases: Leases;
  let others: Leases;
  const children: TalkingChild[] = [];
  beforeAll(async () => {
    database = await withTestDatabase(engine);
    await database.pool.query('create table written (system_id text)');
    leases = openLeases({ database, log });
    others = openLeases({ database, log });
  });
  afterAll(async () => {
    for (const child of children) child.process.kill('SIGKILL');
    await Promise.all(children.map(({ ended }) => ended));
    await leases.close();
    await others.close();
    await database.close();
  });

  const take = async (of: Leases, systemId: string) => (await of.take('simulation', systemId)).lease;
  const writes = (lease: Lease | null) => inTransaction(database, async (transaction) => lease?.hold(transaction));
  const isWritten = (lease: Lease | null) =>
    writes(lease).then(
      () => true,
      () => false,
    );
  const startHolder = async (systemId: string) => {
    const child = talkTo(process.execPath, [childFile, database.url, systemId]);
    children.push(child);
    await child.line('taken');
    return { ...child, tell: (line: string) => void child.process.stdin?.write(`${line}\n`) };
  };
  const rowsOf = async (systemId: string) =>
    (await database.pool.query('select 1 from written where system_id = $1', [systemId])).rows.length;
  /** Resolves when this host has taken over another host's lease. */
  const takenOver = async (systemId: string) => {
    let lease: Lease | null = null;
    await vi.waitUntil(async () => (lease ??= await take(leases, systemId)) !== null, patience);
    return lease as Lease | null;
  };

  test('are held by one host at a time, each task of each system for itself (HOST-12)', async () => {
    const mine = await take(leases, 'river');
    expect(mine?.lost).toBe(false);
    const refused = await others.take('simulation', 'river');
    expect(refused).toEqual({ lease: null, freeInMs: expect.any(Number) as number });
    expect(await take(leases, 'river'), 'nor twice by the same').toBeNull();
    expect((await others.take('replay', 'river')).lease).not.toBeNull();
    expect(await take(others, 'lake')).not.toBeNull();
    await expect(writes(mine)).resolves.toBeUndefined();
  });

  test('are the next host’s at once when they are given back, and nobody writes under the old one', async () => {
    const mine = await take(leases, 'bay');
    await mine?.release();
    expect(mine?.lost).toBe(true);
    const theirs = await take(others, 'bay');
    await expect(writes(theirs)).resolves.toBeUndefined();
    await expect(writes(mine)).rejects.toMatchObject({ name: 'LeaseLostError' });
    await mine?.release();
    expect(theirs?.lost, 'given back twice is given back once').toBe(false);
    await expect(writes(theirs)).resolves.toBeUndefined();
  });

  test('are all given back by a host that closes', async () => {
    const closing = openLeases({ database, log });
    expect(await take(closing, 'cape')).not.toBeNull();
    await closing.close();
    expect(await take(leases, 'cape')).not.toBeNull();
  });

  test('are refused to a host whose question took longer than the term, and left to the next one', async () => {
    let asked = 0;
    // As if asleep between the query and its answer.
    const slow = openLeases({ database, log, clocks: () => ({ wall: 0, steady: (asked += 1) * termMs }) });
    expect(await take(slow, 'fen')).toBeNull();
    expect(await take(leases, 'fen')).not.toBeNull();
    await slow.close();
  });

  test('are taken where their end was set by a clock that has been set back since, and not where it is near', async () => {
    const mine = await take(leases, 'ford');
    const ends = (inMs: number) =>
      database.pool.query(
        `update leases set expires_at = clock_timestamp() + $1::float8 * interval '1 ms' where system_id = 'ford'`,
        [inMs],
      );
    await ends(termMs * 1.5);
    expect(await take(others, 'ford')).toBeNull();
    await ends(termMs * 3);
    // Repeated, because a renewal by this host corrects the wrong term.
    await expect
      .poll(async () => {
        await ends(termMs * 3);
        return take(others, 'ford');
      }, patience)
      .not.toBeNull();
    await expect(writes(mine)).rejects.toMatchObject({ name: 'LeaseLostError' });
  });

  test('outlive the loss of every connection, and pin none', async () => {
    // A slow run loses no lease.
    const patient = openLeases({ database, log, clocks: standing });
    const held = await Promise.all(Array.from({ length: 40 }, (_, at) => take(patient, `system ${at}`)));
    expect(held.filter((lease) => lease !== null)).toHaveLength(40);
    expect(database.pool.totalCount - database.pool.idleCount).toBe(0);
    await endAllOthers(database.url);
    await expect.poll(() => isWritten(held[0] ?? null), patience).toBe(true);
    expect(held.filter((lease) => lease?.lost)).toEqual([]);
    await patient.close();
  });

  // In parallel, as each waits for the end of a term.
  describe('at the end of a term', () => {
    test.concurrent(
      'are renewed while a transaction is held that lasts so long, and keep nobody waiting',
      long,
      async ({ expect }) => {
        const patient = openLeases({ database, log, clocks: standing });
        const mine = await take(patient, 'creek');
        await inTransaction(database, async (transaction) => {
          await mine?.hold(transaction);
          const since = performance.now();
          // The term's end moves on: it is still in the future when the first term would long be over.
          await expect
            .poll(async () => {
              // A statement now and then: an idle transaction is ended.
              await mine?.hold(transaction);
              const taking = await others.take('simulation', 'creek');
              expect(taking).toMatchObject({ lease: null });
              return taking.lease === null && taking.freeInMs > 0 && performance.now() - since > termMs * 1.5;
            }, patience)
            .toBe(true);
        });
        expect(mine?.lost).toBe(false);
        await patient.close();
      },
    );

    test.concurrent('are kept by who writes under them, also when their term is over', long, async ({ expect }) => {
      // This one renews nothing: its clock is so fast that it considers its leases lost.
      let wall = 0;
      const hasty = openLeases({ database, log, clocks: () => ({ wall, steady: 0 }) });
      const theirs = await take(hasty, 'marsh');
      await inTransaction(database, async (transaction) => {
        await theirs?.hold(transaction);
        wall = Number.MAX_SAFE_INTEGER;
        await expect
          .poll(async () => {
            await transaction.db.selectFrom('systems').select('id').execute();
            const taking = await leases.take('simulation', 'marsh');
            expect(taking.lease).toBeNull();
            return taking.lease === null ? taking.freeInMs : 0;
          }, patience)
          .toBeLessThan(0);
      });
      expect(await take(leases, 'marsh')).not.toBeNull();
      await hasty.close();
    });

    test.concurrent('of a process that was killed go to the next host', long, async ({ expect }) => {
      const holder = await startHolder('killed');
      expect(await take(leases, 'killed')).toBeNull();
      holder.process.kill('SIGKILL');
      expect((await takenOver('killed'))?.lost).toBe(false);
    });

    test.concurrent('of a process that is stopped go to the next one; it notices before it writes', long, async ({ expect }) => {
      const holder = await startHolder('stopped');
      holder.process.kill('SIGSTOP');
      const mine = await takenOver('stopped');
      holder.process.kill('SIGCONT');
      holder.tell('lost?');
      expect(await holder.line('lost')).toBe('lost true');
      holder.tell('write');
      expect(await holder.line('refused')).toContain('Another host may have taken over the simulation of stopped.');
      expect(await rowsOf('stopped')).toBe(0);
      await expect(writes(mine)).resolves.toBeUndefined();
    });

    test.concurrent(
      'of a process that is stopped while it writes are not kept by it, and what it wrote is not there',
      long,
      async ({ expect }) => {
        const holder = await startHolder('stalled');
        holder.tell('write');
        await holder.line('written');
        expect(await rowsOf('stalled')).toBe(1);
        holder.tell('write and stop');
        await holder.line('stopping');
        await takenOver('stalled');
        holder.process.kill('SIGCONT');
        await holder.line('refused');
        expect(await rowsOf('stalled')).toBe(1);
      },
    );
  });
});
