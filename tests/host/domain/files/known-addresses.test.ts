import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type KnownAddresses, openKnownAddresses } from '../../../../host/domain/files/known-addresses.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { triedEngines, withTestDatabase } from '../../../support/test-database.ts';

/** The addresses from which people logged in by FTPS (FTPS-6). */

const dayMs = 86_400_000;

describe.each(triedEngines)('the addresses that FTPS knows, on the %s engine (FTPS-6)', (engine) => {
  let database: Database;
  let warned: string[];
  beforeAll(async () => {
    database = await withTestDatabase(engine);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    warned = [];
    await database.pool.query('delete from ftps_addresses');
  });

  const log = { warn: (_details: object, text: string) => void warned.push(text) };
  const open = (more: { now?: () => number; eachMs?: number } = {}) => openKnownAddresses({ database, log, ...more });
  const rows = async () => (await database.pool.query('select * from ftps_addresses')).rows as { address_hash: Buffer }[];
  /** Records an address and waits until it is stored. */
  async function noted(address: string): Promise<void> {
    const known = await open();
    known.note(address);
    await known.close();
  }
  async function opened<T>(ask: (known: KnownAddresses) => T, more: Parameters<typeof open>[0] = {}): Promise<T> {
    const known = await open(more);
    try {
      return ask(known);
    } finally {
      await known.close();
    }
  }

  test('are remembered by the next host, by hash', async () => {
    await noted('203.0.113.7');
    expect(await opened((known) => [known.has('203.0.113.7'), known.has('203.0.113.8')])).toEqual([true, false]);
    const [row] = await rows();
    expect(row?.address_hash).toHaveLength(32);
  });

  test('are remembered for 30 days after the last login', async () => {
    await noted('203.0.113.7');
    const has = (known: KnownAddresses) => known.has('203.0.113.7');
    expect(await opened(has, { now: () => Date.now() + 29 * dayMs })).toBe(true);
    expect(await opened(has, { now: () => Date.now() + 31 * dayMs }), 'a host that runs for so long').toBe(false);
    const grow = (age: string) => database.pool.query(`update ftps_addresses set seen_at = now() - $1::interval`, [age]);
    await grow('31 days');
    expect(await opened(has), 'one that starts').toBe(false);
    await grow('29 days');
    await noted('203.0.113.7');
    expect(await opened(has, { now: () => Date.now() + 29 * dayMs }), 'after another login').toBe(true);
  });

  test('are 10,000 at the most, the one seen longest ago is forgotten', async () => {
    await database.pool.query(`insert into ftps_addresses (address_hash, seen_at)
      select sha256(('ftps ' || n)::bytea), now() - interval '1 hour' - n * interval '1 s' from generate_series(1, 10000) as n`);
    const ends = (known: KnownAddresses) => ['1', '9999', '10000', 'new'].map((from) => known.has(from));
    expect(await opened(ends)).toEqual([true, true, true, false]);
    const known = await open();
    known.note('new');
    expect(ends(known)).toEqual([true, true, false, true]);
    await known.close();
    expect(await rows()).toHaveLength(10_000);
    expect(await opened(ends)).toEqual([true, true, false, true]);
  });

  test('of one host are heard of by another', async () => {
    const other = await open({ eachMs: 20 });
    await noted('203.0.113.7');
    await expect.poll(() => other.has('203.0.113.7')).toBe(true);
    await other.close();
  });

  test('are known here also where they cannot be stored', async () => {
    const away = await withTestDatabase(engine);
    const known = await openKnownAddresses({ database: away, log });
    await away.close();
    known.note('203.0.113.7');
    await known.close();
    expect([known.has('203.0.113.7'), warned]).toEqual([true, ['the addresses known to FTPS could not be kept']]);
  });
});
