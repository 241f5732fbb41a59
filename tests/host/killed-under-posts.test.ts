import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createReceiverKey } from '../../host/domain/accounts/receiver-keys.ts';
import { openDatabase } from '../../host/platform/store/database.ts';
import { embeddedUrl, rowsOf } from '../support/database-attacks.ts';
import { ingest } from '../support/host-load.ts';
import { plantListeners } from '../support/listening-receivers.ts';
import { startProduct } from '../support/product.ts';

const patience = { timeout: 60_000, interval: 20 };
const systemId = 'field';
const senders = 32;
const started = Date.now() - 3_600_000;

/** Returns the contact of this number as one line; no other has its time. */
const post = (number: number) =>
  JSON.stringify({ rxId: 1 + (number % 2), ant: 1, freq: 150.05, code: number % 500, type: 8, power: -80, ts: started + number });

async function makeFieldKey(dataDir: string): Promise<string> {
  const database = await openDatabase({ dataDir, log: pino({ level: 'silent' }) });
  try {
    await plantListeners(database, [1, 2], systemId);
    return (await createReceiverKey(database, systemId, 'field')).key;
  } finally {
    await database.close();
  }
}

test(
  'a host that is killed among small posts has lost none that it acknowledged, and doubles none (ING-12)',
  { timeout: 240_000 },
  async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'killed '));
    const env = { SIMULATOR: 'off' };
    let host = await startProduct({ dataDir, env });
    try {
      const key = await makeFieldKey(dataDir);
      const [acknowledged, unanswered] = [new Set<number>(), new Set<number>()];
      let next = 0;
      const sending = Array.from({ length: senders }, async () => {
        for (;;) {
          const number = next++;
          unanswered.add(number);
          const reply = await ingest(host.url, systemId, key, post(number)).catch(() => null);
          const told = await reply?.json().catch(() => null);
          if (reply === null || told === null) return;
          expect([reply.status, told]).toEqual([200, { accepted: 1, duplicate: 0, rejected: 0, reasons: [] }]);
          unanswered.delete(number);
          acknowledged.add(number);
        }
      });
      await expect.poll(() => acknowledged.size, patience).toBeGreaterThan(500);
      host.child.kill('SIGKILL');
      await Promise.all(sending);
      expect(unanswered.size, 'posts were under way').toBeGreaterThan(0);

      host = await startProduct({ dataDir, env });
      const url = await embeddedUrl(dataDir);
      const stored = async () =>
        (
          await rowsOf<{ number: string }>(
            url,
            `select (extract(epoch from ts) * 1000)::bigint - ${started} as number from contacts where system_id = '${systemId}'`,
          )
        ).map(({ number }) => Number(number));
      const before = await stored();
      expect(new Set(before).size, 'none is there twice').toBe(before.length);
      expect([...acknowledged].filter((number) => !before.includes(number))).toEqual([]);

      // A sender that received no answer sends again.
      for (const number of unanswered) {
        const told = (await (await ingest(host.url, systemId, key, post(number))).json()) as {
          accepted: number;
          duplicate: number;
        };
        expect(told).toMatchObject(before.includes(number) ? { accepted: 0, duplicate: 1 } : { accepted: 1, duplicate: 0 });
      }
      const sent = [...acknowledged, ...unanswered].sort((one, other) => one - other);
      expect((await stored()).sort((one, other) => one - other)).toEqual(sent);
      for (const table of ['contacts_hourly', 'contacts_hourly_codes'])
        expect(await rowsOf(url, `select sum(count)::integer as count from ${table} where system_id = '${systemId}'`)).toEqual([
          { count: sent.length },
        ]);
      // The touched hours of all stored contacts are recorded, whenever the host was killed (STO-14).
      const heard = `select distinct system_id, rx_id, date_trunc('hour', ts, 'UTC') from contacts`;
      expect(await rowsOf(url, `${heard} except select system_id, rx_id, hour from touched_hours`)).toEqual([]);
    } finally {
      await host.stop();
      await rm(dataDir, { recursive: true });
    }
  },
);
