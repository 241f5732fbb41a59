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
import { createMetrics } from '../../host/platform/metrics/metrics.ts';
import { openDatabase } from '../../host/platform/store/database.ts';
import type { BenchRow } from './bench-row.ts';
import { planted } from '../support/planted.ts';

const systemId = 'bench';
const receivers = 20;
const target = 300_000;
const targetPosts = 5_000;
/** As many senders as may have a request under way with one key (ING-7), less some room. */
const senders = 100;
const seconds = 10;

/**
 * Contacts over HTTP into the embedded database, by a sender in a process of its own: many small posts; then
 * large requests of new ones, and the same once more. Statements are timed and contacts counted as a host
 * does it (MET-1).
 */
export async function run(): Promise<BenchRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ingest-bench-'));
  const log = pino({ level: 'warn' }, pino.destination(2));
  const metrics = createMetrics('bench');
  const database = await openDatabase({ dataDir, log, onQuery: metrics.noteQuery });
  const app = fastify();
  try {
    await planted(database).insertInto('systems').values({ id: systemId, common_name: 'Bench' }).execute();
    const made = await planted(database)
      .insertInto('receivers')
      .values(Array.from({ length: receivers }, (_, i) => ({ system_id: systemId, alias: `R${i}` })))
      .returning('id')
      .execute();
    const key = (await createReceiverKey(database, systemId, 'bench')).key;
    answerErrors(app);
    guardBodies(app);
    await app.register(ingestRoutes({ database, bus: createLocalBus(), log, countIntake: metrics.countIntake }));
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const path = `/api/ingest/${systemId}/contacts`;
    const rxIds = made.map((row) => row.id);
    const posted = await runSender<Posted>('small-sender.ts', { port, path, key, rxIds, connections: senders, seconds });
    const sent = await runSender<Sent>('ingest-sender.ts', { url: `http://127.0.0.1:${port}${path}`, key, rxIds });
    return [
      postsRow(posted),
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
  return { what, target: `≥ ${target.toLocaleString('en')} contacts/s`, better: 'more', measured, met: rate >= target, details };
}

/** `p95` in ms, from a post to its answer. */
type Posted = { posts: number; seconds: number; p95: number };

function postsRow({ posts, seconds: took, p95 }: Posted): BenchRow {
  const rate = Math.round(posts / took);
  return {
    what: `posts of one contact, ${senders} senders at once`,
    target: `≥ ${targetPosts.toLocaleString('en')} posts/s`,
    better: 'more',
    measured: `${rate.toLocaleString('en')} posts/s`,
    met: rate >= targetPosts,
    details: `${posts.toLocaleString('en')} posts in ${took.toFixed(1)} s, each answered after its commit; 95 of 100 within ${p95.toFixed(0)} ms`,
  };
}

async function runSender<T>(sender: string, input: object): Promise<T> {
  const child = spawn(process.execPath, [join(import.meta.dirname, sender), JSON.stringify(input)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The sender ended with ${code}`);
  return JSON.parse(output) as T;
}
