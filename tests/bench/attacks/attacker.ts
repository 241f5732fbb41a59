import { connect } from 'node:net';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { createLog } from '../../../host/platform/log.ts';
import { openDatabase } from '../../../host/platform/store/database.ts';
import { TestBrowser } from '../../support/test-browser.ts';
import { ingest, newBatch } from '../../support/host-load.ts';
import { attacked, type AttackName, type Target } from './attack.ts';

/**
 * The attacking side of the bench, in its own process: does one thing to a host for ten seconds, then exits.
 */
const lastsMs = 10_000;
const [name = '', targetText = '{}'] = process.argv.slice(2);
const { url, dataDir, key } = JSON.parse(targetText) as Target;
const ends = performance.now() + lastsMs;
const isOver = (): boolean => performance.now() >= ends;

const ingestUrl = `${url}/api/ingest/river/contacts`;

const attacks: Readonly<Record<AttackName, () => Promise<void>>> = {
  'database-connections': () => onDatabase(200, endConnections),
  'database-crash': () => onDatabase(2_000, killOneBackend),
  'bad-lines': () => sendAgainAndAgain(Buffer.from('x\n'.repeat(1_000_000)), {}),
  'packed-lines': () => sendAgainAndAgain(gzipSync('x\n'.repeat(10_000_000)), { 'content-encoding': 'gzip' }),
  'packed-commas': () => sendAgainAndAgain(gzipSync(`[${','.repeat(30_000_000)}`), { 'content-encoding': 'gzip' }),
  'full-disk': () => inParallel(4, async () => (await ingest(url, 'river', key, newBatch(attacked, 5_000))).text()),
  'slow-bodies': trickle,
  'no-token': () => inParallel(16, () => fetch(`${url}/api/app/client/mitas`).then((reply) => reply.text())),
};

await attacks[name as AttackName]();
process.exit(0);

/**
 * Repeats the work in parallel strands until the time is over, ignoring failed calls: an attack expects them.
 */
async function inParallel(strands: number, work: () => Promise<unknown>): Promise<void> {
  const strand = async (): Promise<void> => {
    while (!isOver()) await work().catch(() => delay(5));
  };
  await Promise.all(Array.from({ length: strands }, strand));
}

async function onDatabase(everyMs: number, harm: (client: Client) => Promise<unknown>): Promise<void> {
  const browser = new TestBrowser(url);
  const token = await browser.logIn('demo', 'demo-password');
  const log = createLog({ level: 'fatal' });
  const database = await openDatabase({ dataDir, log });
  const harming = async (): Promise<void> => {
    while (!isOver()) {
      const client = new Client({ connectionString: database.url, application_name: 'attacker' });
      client.on('error', () => undefined);
      await client
        .connect()
        .then(() => harm(client))
        .catch(() => undefined);
      await client.end().catch(() => undefined);
      await delay(everyMs);
    }
  };
  await Promise.all([harming(), inParallel(8, () => browser.send('GET', '/api/mitashost/river/receiver-sites', { token }))]);
}

function endConnections(client: Client): Promise<unknown> {
  return client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'telemetry-console%' and pid <> pg_backend_pid()",
  );
}

async function killOneBackend(client: Client): Promise<void> {
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name like 'telemetry-console%' limit 1",
  );
  if (rows[0] !== undefined) process.kill(rows[0].pid, 'SIGKILL');
}

async function sendAgainAndAgain(body: Buffer<ArrayBuffer>, headers: Record<string, string>): Promise<void> {
  const authorization = `Receiver ${key}`;
  await inParallel(4, () =>
    fetch(ingestUrl, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/x-ndjson', ...headers },
      body,
    }).then((reply) => reply.text()),
  );
}

/** Half of the requests are refused at once (no such key), half are accepted; all send a byte a second. */
async function trickle(): Promise<void> {
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length: 300 }, (_, i) => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    const head = `POST /api/ingest/river/contacts HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Receiver ${i % 2 ? key : 'wrong'}\r\n`;
    socket.write(`${head}Content-Type: application/x-ndjson\r\nContent-Length: 100000\r\n\r\n`);
    return socket;
  });
  while (!isOver()) {
    for (const socket of sockets) if (socket.writable) socket.write('x');
    await delay(1_000);
  }
  for (const socket of sockets) socket.destroy();
}
