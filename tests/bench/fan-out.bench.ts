import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { bearerProtocolPrefix, socketPath, socketProtocol } from '#model/contract/socket-messages.ts';
import type { BenchRow } from './bench-row.ts';
import type { FromHub, ToHub } from './fan-out/messages.ts';

const clients = 200;
const perSecond = 1_000;
const warmUpMs = 3_000;
const measuredMs = 15_000;
const targets = { p95Ms: 250, cores: 1 };

/** Where a client stands, and what it has measured. */
type Listener = { received: number; next: number | undefined; holes: number };

/**
 * SPEED-5, fan-out: 200 clients of one system, 1,000 contacts a second. The hub runs in a child process,
 * whose use of the processor is what counts; the clients share this one. Latency runs from the publishing of
 * a contact to its being read in the client.
 */
export async function run(): Promise<BenchRow[]> {
  const hub = fork(new URL('./fan-out/hub-process.ts', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  hub.on('message', (message: FromHub) => {
    if (message.kind === 'failed') console.error(`The hub failed: ${message.text}`, message.details);
  });
  try {
    const { port } = await answer(hub, 'ready');
    return await measure(hub, port);
  } finally {
    if (hub.connected) tell(hub, { kind: 'stop' });
    if (hub.exitCode === null) await once(hub, 'exit');
  }
}

async function measure(hub: ChildProcess, port: number): Promise<BenchRow[]> {
  const latencies: number[] = [];
  const listeners: Listener[] = [];
  let isMeasuring = false;
  const sockets = await Promise.all(
    Array.from({ length: clients }, (_, number) => {
      const listener: Listener = { received: 0, next: undefined, holes: 0 };
      listeners.push(listener);
      return listen(port, number, (text) => {
        const count = take(listener, text);
        if (isMeasuring && count > 0) latencies.push(...latenciesOf(text));
      });
    }),
  );
  tell(hub, { kind: 'feed', perSecond });
  await delay(warmUpMs);
  const before = await usage(hub);
  const receivedBefore = total(listeners);
  const startedAt = performance.now();
  isMeasuring = true;
  await delay(measuredMs);
  isMeasuring = false;
  const after = await usage(hub);
  const seconds = (performance.now() - startedAt) / 1_000;
  for (const socket of sockets) socket.terminate();
  const cores = (after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system) / 1e6 / seconds;
  const rate = (total(listeners) - receivedBefore) / seconds / clients;
  latencies.sort((one, other) => one - other);
  const p95 = latencies[Math.floor(latencies.length * 0.95)] ?? Number.POSITIVE_INFINITY;
  const p50 = latencies[Math.floor(latencies.length * 0.5)] ?? Number.POSITIVE_INFINITY;
  const holes = listeners.reduce((sum, listener) => sum + listener.holes, 0);
  return [
    {
      what: `fan-out: ${clients} clients × ${perSecond.toLocaleString('en')} contacts/s`,
      target: `p95 latency ≤ ${targets.p95Ms} ms, host ≤ ${targets.cores} core`,
      better: 'less',
      measured: `p95 ${p95.toFixed(0)} ms, host ${cores.toFixed(2)} core`,
      met: p95 <= targets.p95Ms && cores <= targets.cores && holes === 0 && after.dropped === 0,
      details:
        `median ${p50.toFixed(0)} ms, ${rate.toFixed(0)} contacts/s at each client over ${seconds.toFixed(0)} s, ` +
        `${after.dropped} dropped, ${holes} holes in the positions, hub ${(after.rss / 2 ** 20).toFixed(0)} MB; ` +
        'the clients run on the same machine and read one frame in ten for its latencies',
    },
  ];
}

async function listen(port: number, number: number, heard: (text: string) => void): Promise<WebSocket> {
  // Ten connections per session, as many as a person may have tabs.
  const token = `session-${Math.floor(number / 10)}`;
  const socket = new WebSocket(`ws://127.0.0.1:${port}${socketPath('bench')}`, [socketProtocol, bearerProtocolPrefix + token], {
    origin: 'http://bench',
    perMessageDeflate: false,
  });
  const refused = once(socket, 'close').then(([code]) => Promise.reject(new Error(`The hub closed a socket with ${code}`)));
  // Heard only while the greeting is waited for.
  refused.catch(() => undefined);
  const [greeting] = (await Promise.race([once(socket, 'message'), refused])) as [Buffer];
  if (!greeting.toString().startsWith('{"type":"heartbeat"'))
    throw new Error(`Not a greeting: ${greeting.toString().slice(0, 80)}`);
  socket.on('message', (data: Buffer) => heard(data.toString()));
  socket.send(JSON.stringify({ type: 'subscribe', payload: 'receivers' }));
  return socket;
}

const contactFrame = /^\{"type":"contact","at":\{"epoch":"[^"]+","from":(\d+)\}/;

/**
 * Counts the contacts of a frame and looks for holes between its position and the one before. Cheap, for
 * 2,000 frames a second.
 */
function take(listener: Listener, text: string): number {
  const from = contactFrame.exec(text)?.[1];
  if (from === undefined) return 0;
  let count = 0;
  for (let at = text.indexOf('"rxId"'); at >= 0; at = text.indexOf('"rxId"', at + 6)) count++;
  if (listener.next !== undefined && Number(from) !== listener.next) listener.holes++;
  listener.next = Number(from) + count;
  listener.received += count;
  return count;
}

let frames = 0;

/** The age of each contact in one frame of ten: parsing every one would measure the clients instead. */
function latenciesOf(text: string): number[] {
  frames++;
  if (frames % 10 !== 0) return [];
  const now = Date.now();
  const { payload } = JSON.parse(text) as { payload: { ts: number }[] };
  return payload.map(({ ts }) => now - ts);
}

function total(listeners: readonly Listener[]): number {
  return listeners.reduce((sum, { received }) => sum + received, 0);
}

function tell(hub: ChildProcess, message: ToHub): void {
  hub.send(message);
}

async function usage(hub: ChildProcess): Promise<Extract<FromHub, { kind: 'usage' }>> {
  const told = answer(hub, 'usage');
  tell(hub, { kind: 'usage' });
  return told;
}

function answer<K extends FromHub['kind']>(hub: ChildProcess, kind: K): Promise<Extract<FromHub, { kind: K }>> {
  return new Promise((resolve, reject) => {
    const listener = (message: FromHub) => {
      if (message.kind !== kind) return;
      hub.off('message', listener);
      resolve(message as Extract<FromHub, { kind: K }>);
    };
    hub.on('message', listener);
    hub.once('exit', (code) => reject(new Error(`The hub's process ended with ${code}`)));
  });
}
