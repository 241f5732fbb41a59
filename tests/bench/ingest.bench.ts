import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import fastify from 'fastify';
import { pino } from 'pino';
import { answerErrors } from '../../host/entry/http/error-answers.ts';
import { guardBodies } from '../../host/entry/http/request-bodies.ts';
import { ingestRoutes } from '../../host/entry/ingest/ingest-routes.ts';
import { createReceiverKey } from '../../host/domain/accounts/receiver-keys.ts';
import { createLocalBus } from '../../host/platform/bus/bus.ts';
import { openDatabase } from '../../host/platform/store/database.ts';
import type { BenchRow } from './bench-row.ts';
import { planted } from '../support/planted.ts';

const systemId = 'bench';
const receivers = 20;
const target = 50_000;

/**
 * Contacts over HTTP into the embedded database, by a sender in a process of its own: new ones, then the same
 * once more.
 */
export async function run(): Promise<BenchRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ingest-bench-'));
  const log = pino({ level: 'warn' }, pino.destination(2));
  const database = await openDatabase({ dataDir, log });
  const app = fastify();
  try {
    await planted(database).insertInto('systems').values({ id: systemId, common_name: 'Bench' }).execute();
    const made = await planted(database)
      .insertInto('receivers')
      .values(Array.from({ length: receivers }, (_, i) => ({ system_id: systemId, alias: `R${i}` })))
      .returning('id')
      .execute();
    const key = await createReceiverKey(database, systemId, 'bench');
    answerErrors(app);
    guardBodies(app);
    await app.register(ingestRoutes({ database, bus: createLocalBus(), log }));
    await app.listen({ port: 0, host: '127.0.0.1' });
    const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/ingest/${systemId}/contacts`;
    const sent = await send({ url, key, rxIds: made.map((row) => row.id) });
    return [
      row('ingest over HTTP into the embedded database', sent.fresh, sent),
      row('ingest over HTTP, everything sent a second time', sent.again, sent),
    ];
  } finally {
    await app.close();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Seconds each pass took, and how many contacts it sent. */
type Sent = { contacts: number; fresh: { seconds: number; accepted: number; duplicate: number }; again: Sent['fresh'] };

function row(what: string, pass: Sent['fresh'], { contacts }: Sent): BenchRow {
  const rate = contacts / pass.seconds;
  const measured = `${Math.round(rate).toLocaleString('en')} contacts/s`;
  const details = `${contacts.toLocaleString('en')} contacts in NDJSON requests of 20,000, two at a time: ${pass.accepted.toLocaleString('en')} accepted, ${pass.duplicate.toLocaleString('en')} duplicate, ${pass.seconds.toFixed(1)} s`;
  return { what, target: `≥ ${target.toLocaleString('en')} contacts/s`, measured, met: rate >= target, details };
}

async function send(input: { url: string; key: string; rxIds: number[] }): Promise<Sent> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'ingest-sender.ts'), JSON.stringify(input)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The sender ended with ${code}`);
  return JSON.parse(output) as Sent;
}
