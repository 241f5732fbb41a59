import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { WebSocket } from 'ws';
import { bearerProtocolPrefix, socketPath, socketProtocol } from '#model/contract/socket-messages.ts';
import { researcher } from '#model/entities/role.ts';
import { openAccounts } from '../../host/domain/accounts/accounts.ts';
import { createReceiverKey } from '../../host/domain/accounts/receiver-keys.ts';
import { createLocalBus } from '../../host/platform/bus/bus.ts';
import { openDatabase } from '../../host/platform/store/database.ts';
import { openSession } from '../support/open-session.ts';
import { planted } from '../support/planted.ts';
import { type Product, startProduct } from '../support/product.ts';
import type { BenchRow } from './bench-row.ts';
import type { SenderInput, Sent } from './reports/messages.ts';

const mitasId = 'reports';
const receivers = 500;
/** `BENCH_REPORTS=short` tells only whether it runs. */
const seconds = process.env['BENCH_REPORTS'] === 'short' ? 3 : 20;
/** Until a host that was just started is as fast as it gets. */
const warmUpSeconds = 3;
const targets = { contacts: 50_000, statuses: 1_000, shownMs: 250 };
/** What is due in the last moments is answered after them. */
const share = 0.97;
/** Of how many that were accepted a console hears in time; and how long it is waited for the last. */
const [heardShare, lastWordMs] = [0.95, 5_000];

/**
 * SPEED-13: 1,000 statuses a second, one a request, beside 50,000 contacts a second, into a whole host in a
 * process of its own, by a sender in another: whether all are taken in as they come, how long a status waits
 * for its answer, and until a console hears what it said.
 */
export async function run(): Promise<BenchRow[]> {
  const product = await startProduct({ env: { SIMULATOR: 'off' } });
  try {
    const { key, token, rxIds } = await plant(product);
    const contacts = { perSecond: targets.contacts, each: 5_000, connections: 8 };
    const statuses = { perSecond: targets.statuses, each: 1, connections: 100 };
    const load = { port: product.port, mitasId, key, rxIds, contacts, statuses };
    await send({ ...load, seconds: warmUpSeconds });
    const console = await listen(product, token);
    const sent = await send({ ...load, seconds });
    for (let left = lastWordMs; left > 0 && console.latencies.length < sent.statuses.accepted; left -= 50) await delay(50);
    console.socket.terminate();
    return rows(sent, console.latencies);
  } finally {
    await product.stop();
  }
}

async function plant({ dataDir }: Product): Promise<{ key: string; token: string; rxIds: number[] }> {
  const log = pino({ level: 'silent' });
  const database = await openDatabase({ dataDir, log });
  try {
    const writer = planted(database);
    const person = { username: 'watcher', email: 'watcher@example.org', activated: true, password_hash: 'none' };
    const { id } = await writer.insertInto('users').values(person).returning('id').executeTakeFirstOrThrow();
    await writer.insertInto('systems').values({ id: mitasId, common_name: 'Reports', max_receivers: receivers }).execute();
    await writer.insertInto('memberships').values({ user_id: id, system_id: mitasId, role_id: researcher }).execute();
    const made = await writer
      .insertInto('receivers')
      .values(Array.from({ length: receivers }, (_, at) => ({ system_id: mitasId, alias: `R${at}`, enabled: true })))
      .returning('id')
      .execute();
    const accounts = await openAccounts(database, createLocalBus(), { allowDemo: false, log });
    const { token } = await openSession({ database, accounts }, id);
    return { key: (await createReceiverKey(database, mitasId, 'bench')).key, token, rxIds: made.map((row) => row.id) };
  } finally {
    await database.close();
  }
}

/** A console that hears of the receivers: from when each said it until the message is there, in ms. */
async function listen({ url, wsPort }: Product, token: string): Promise<{ socket: WebSocket; latencies: number[] }> {
  const latencies: number[] = [];
  const protocols = [socketProtocol, bearerProtocolPrefix + token];
  const socket = new WebSocket(`ws://127.0.0.1:${wsPort}${socketPath(mitasId)}`, protocols, {
    origin: url,
    perMessageDeflate: false,
  });
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as { type: string; payload: { ts: number } };
    if (message.type === 'rxInfo') latencies.push(Date.now() - message.payload.ts);
  });
  await once(socket, 'open');
  return { socket, latencies };
}

async function send(input: SenderInput): Promise<{ contacts: Sent; statuses: Sent }> {
  const sender = join(import.meta.dirname, 'reports/paced-sender.ts');
  const child = spawn(process.execPath, [sender, JSON.stringify(input)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The sender ended with ${code}`);
  return JSON.parse(output) as { contacts: Sent; statuses: Sent };
}

function rows({ contacts, statuses }: { contacts: Sent; statuses: Sent }, shown: readonly number[]): BenchRow[] {
  const rate = ({ inTime }: Sent) => Math.round(inTime / seconds);
  const all = (value: number) => value.toLocaleString('en');
  const [contactRate, statusRate] = [rate(contacts), rate(statuses)];
  const refused = contacts.refusals + statuses.refusals;
  const waits = (of: readonly number[]) =>
    `median ${percentile(of, 0.5)} ms, p95 ${percentile(of, 0.95)} ms, longest ${percentile(of, 1)} ms`;
  // A receiver's next one comes half a second later: it tells of no other in time.
  const inTime = shown.filter((ms) => ms <= targets.shownMs).length / statuses.accepted;
  const percent = (part: number) => `${Math.round(part * 100)} %`;
  return [
    {
      what: `status reports of ${receivers} receivers beside contacts, each answered after its commit`,
      target: `≥ ${all(targets.statuses)} statuses/s beside ${all(targets.contacts)} contacts/s`,
      better: 'more',
      measured: `${all(statusRate)} statuses/s beside ${all(contactRate)} contacts/s, ${refused} refused`,
      met: statusRate >= targets.statuses * share && contactRate >= targets.contacts * share && refused === 0,
      details:
        `over ${seconds} s, since each was due until its answer: statuses ${waits(statuses.waits)}; ` +
        `contacts, in requests of 5,000, ${waits(contacts.waits)}${[...contacts.refused, ...statuses.refused].map((text) => `; refused: ${text}`).join('')}`,
    },
    {
      what: 'the same: from a status until a console hears of it',
      target: `${percent(heardShare)} of them within ${targets.shownMs} ms`,
      better: 'more',
      yardstick: null,
      measured: `${percent(inTime)} of them`,
      met: inTime >= heardShare,
      details: `${all(shown.length)} messages of ${all(statuses.accepted)} statuses, ${waits(shown)}`,
    },
  ];
}

function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.POSITIVE_INFINITY);
}
