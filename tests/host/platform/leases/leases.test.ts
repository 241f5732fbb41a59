import path from 'node:path';
import process from 'node:process';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isWithinTerm, termMs } from '../../../../host/platform/leases/lease-term.ts';
import { LeaseLostError, openLeases, type Lease, type Leases } from '../../../../host/platform/leases/leases.ts';
import { type Database, inTransaction } from '../../../../host/platform/store/database.ts';
import { type TalkingChild, talkTo } from '../../../support/child-lines.ts';
import { endAllOthers } from '../../../support/database-attacks.ts';
import { engines, withTestDatabase } from '../../../support/test-database.ts';

const log = pino({ level: 'silent' });
const childFile = path.join(import.meta.dirname, '../../../support/lease-child.ts');
/** Seconds are asserted by the bench; here it only has to come. */
const patience = { timeout: 60_000, interval: 50 };

describe('the term of a lease', () => {
  const at = (wall: number, steady: number) => ({ wall, steady });
  test.each([
    ['just confirmed', at(0, 0), true],
    ['renewed as usual', at(1_500, 1_500), true],
    ['two renewals missed', at(4_500, 4_500), true],
    ['given up before another may take it', at(termMs - 900, termMs - 900), false],
    ['after its end', at(termMs, termMs), false],
    ['the machine slept, which the steady clock does not see', at(60_000, 1_000), false],
    ['the clock was set back while the process was stopped', at(-60_000, 8_000), false],
  ])('%s', (_, now, isHeld) => expect(isWithinTerm(at(0, 0), now)).toBe(isHeld));
});

describe.each(engines)('leases, on the %s engine', (engine) => {
  let database: Database;
  let leases: Leases;
  let others: Leases;
  let child: TalkingChild | null;
  beforeEach(async () => {
    database = await withTestDatabase(engine);
    leases = openLeases({ database, log });
    others = openLeases({ database, log });
    child = null;
  });
  afterEach(async () => {
    child?.process.kill('SIGKILL');
    await child?.ended;
    await leases.close();
    await others.close();
    await database.close();
  });

  const writes = (lease: Lease | null) => inTransaction(database, async (transaction) => lease?.hold(transaction));
  const startHolder = async () => {
    child = talkTo(process.execPath, [childFile, database.url]);
    await child.line('taken');
    return child;
  };
  const tell = (holder: TalkingChild, line: string) => void holder.process.stdin?.write(`${line}\n`);
  /** Resolves when this host has what another one held. */
  const takenOver = async () => {
    let lease: Lease | null = null;
    await expect.poll(async () => (lease ??= await leases.take('simulation', 'river')) !== null, patience).toBe(true);
    return lease as Lease | null;
  };

  test('are held by one host at a time, each task of each system for itself (HOST-12)', async () => {
    const mine = await leases.take('simulation', 'river');
    expect(mine?.lost).toBe(false);
    expect(await others.take('simulation', 'river')).toBeNull();
    expect(await leases.take('simulation', 'river'), 'nor twice by the same').toBeNull();
    expect(await others.take('replay', 'river')).not.toBeNull();
    expect(await others.take('simulation', 'lake')).not.toBeNull();
    await expect(writes(mine)).resolves.toBeUndefined();
  });

  test('are the next host’s at once when they are given back, and nobody writes under the old one', async () => {
    const mine = await leases.take('simulation', 'river');
    await mine?.release();
    expect(mine?.lost).toBe(true);
    const theirs = await others.take('simulation', 'river');
    await expect(writes(theirs)).resolves.toBeUndefined();
    await expect(writes(mine)).rejects.toThrow(LeaseLostError);
    await mine?.release();
    expect(theirs?.lost, 'given back twice is given back once').toBe(false);
    await others.close();
    expect(await leases.take('simulation', 'river'), 'a host that closes gives all back').not.toBeNull();
  });

  test('are not taken over while their holder lives, for longer than a term', async () => {
    const mine = await leases.take('simulation', 'river');
    const since = performance.now();
    await expect
      .poll(async () => {
        expect(await others.take('simulation', 'river')).toBeNull();
        return performance.now() - since;
      }, patience)
      .toBeGreaterThan(termMs * 1.5);
    expect(mine?.lost).toBe(false);
  });

  test('outlive the loss of every connection, and pin none', async () => {
    const held = await Promise.all(Array.from({ length: 40 }, (_, at) => leases.take('replay', `system ${at}`)));
    expect(held.filter((lease) => lease !== null)).toHaveLength(40);
    expect(database.pool.totalCount - database.pool.idleCount).toBe(0);
    await endAllOthers(database.url);
    await expect
      .poll(
        () =>
          writes(held[0] ?? null).then(
            () => true,
            () => false,
          ),
        patience,
      )
      .toBe(true);
    expect(held.filter((lease) => lease?.lost)).toEqual([]);
  });

  test('of a killed host go to the next one', async () => {
    const holder = await startHolder();
    expect(await leases.take('simulation', 'river')).toBeNull();
    holder.process.kill('SIGKILL');
    expect((await takenOver())?.lost).toBe(false);
  });

  test('of a stopped host go to the next one; it notices before it writes', async () => {
    const holder = await startHolder();
    holder.process.kill('SIGSTOP');
    const mine = await takenOver();
    holder.process.kill('SIGCONT');
    tell(holder, 'lost?');
    expect(await holder.line('lost')).toBe('lost true');
    tell(holder, 'write');
    expect(await holder.line('refused')).toContain('Another host has taken over the simulation of river.');
    await expect(writes(mine)).resolves.toBeUndefined();
  });

  test('are not kept by a host that was stopped while it wrote, and what it wrote is not there', async () => {
    const holder = await startHolder();
    tell(holder, 'write slowly');
    await holder.line('writing');
    holder.process.kill('SIGSTOP');
    await takenOver();
    holder.process.kill('SIGCONT');
    expect(await holder.line('refused')).not.toContain('written');
    expect(holder.lines).not.toContain('written');
  });
});
