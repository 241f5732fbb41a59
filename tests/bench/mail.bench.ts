import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { openDatabase } from '../../host/platform/store/database.ts';
import { startMailServer } from '../support/mail-server.ts';
import { someMail, startMailHost } from '../support/mail-stage.ts';
import type { BenchRow } from './bench-row.ts';

const count = 10_000;
const atOnce = 1_000;

/** Mails posted, sent by one host to a mail server on loopback, and noted. */
export async function run(): Promise<BenchRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mail-bench-'));
  const database = await openDatabase({ dataDir, log: pino({ level: 'warn' }, pino.destination(2)) });
  const server = await startMailServer();
  const host = await startMailHost(database, { smtpUrl: server.url });
  const unsent = async () => {
    const { rows } = await sql<{ unsent: number }>`
      select count(*)::integer as unsent from mail_outbox where state <> 'sent'`.execute(database.db);
    return rows[0]?.unsent ?? count;
  };
  try {
    const began = performance.now();
    for (let start = 0; start < count; start += atOnce)
      await host.post(...Array.from({ length: atOnce }, (_, i) => someMail(`person-${start + i}@example.org`)));
    const posted = performance.now() - began;
    while ((await unsent()) > 0) await delay(100);
    const seconds = (performance.now() - began) / 1_000;
    const readers = new Set(server.taken.map(({ to }) => to)).size;
    const twice = server.taken.length - readers;
    return [
      {
        what: `${count.toLocaleString('en')} mails posted and sent to a mail server on loopback: lost; sent twice; time`,
        target: '0; 0',
        better: 'less',
        yardstick: null,
        measured: `${count - readers}; ${twice}; ${seconds.toFixed(1)} s`,
        met: readers === count && twice === 0,
        details: `posted in ${(posted / 1_000).toFixed(1)} s; ${Math.round(count / seconds)} mails/s over at most ${server.mostConnections()} connections`,
      },
    ];
  } finally {
    await host.close();
    await server.close();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
