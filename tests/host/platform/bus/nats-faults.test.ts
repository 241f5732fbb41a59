import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { openNats } from '../../../../host/platform/bus/nats-wire.ts';

const patience = { timeout: 30_000, interval: 10 };
const log = pino({ level: 'silent' });
const open: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

const greeting = `INFO ${JSON.stringify({ server_id: 'test', version: '2.10.0', proto: 1, headers: true, max_payload: 1_048_576 })}\r\n`;

/** A minimal NATS server whose faults the test can time, unlike those of a real one. */
async function startServer(greet: Promise<void> = Promise.resolve()) {
  const subscribers: { socket: Socket; subject: string }[] = [];
  const refuse = ({ socket, subject }: { socket: Socket; subject: string }) =>
    socket.write(`-ERR 'Permissions Violation for Subscription to "${subject}"'\r\n`);
  const refusePublishing = ({ socket, subject }: { socket: Socket; subject: string }) =>
    socket.write(`-ERR 'Permissions Violation for Publish to "${subject}"'\r\n`);
  let refusals = 0;
  let isPublishingRefused = false;
  const server = createServer((socket) => {
    open.push(() => void socket.destroy());
    socket.on('error', () => undefined);
    void greet.then(() => socket.write(greeting));
    createInterface(socket).on('line', (line) => {
      const [verb, subject = ''] = line.split(' ');
      if (verb === 'PING') socket.write('PONG\r\n');
      if (verb === 'PUB' && isPublishingRefused) refusePublishing({ socket, subject });
      if (verb !== 'SUB') return;
      subscribers.push({ socket, subject });
      if (refusals-- > 0) refuse({ socket, subject });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(() => void server.close());
  return {
    url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connected: () => once(server, 'connection'),
    refuseNext: () => (refusals = 1),
    refusePublishing: (isRefused: boolean) => (isPublishingRefused = isRefused),
    /** Ends all subscriptions. */
    refuseAll: () => subscribers.splice(0).forEach(refuse),
  };
}

test('one that closes while it still connects is closed as soon as that has an end', async () => {
  const greet = Promise.withResolvers<void>();
  const server = await startServer(greet.promise);
  const connected = server.connected();
  const wire = openNats(server.url, 'one', log);
  await connected;
  const closed = wire.close();
  greet.resolve();
  await expect(closed).resolves.toBeUndefined();
});

test('what a server refuses to deliver is asked for again, and nothing is taken for heard meanwhile (HOST-14)', async () => {
  const server = await startServer();
  server.refuseNext();
  const wire = openNats(server.url, 'one', log);
  open.push(() => wire.close());
  const told: string[] = [];
  wire.listen({
    begun: () => void told.push('begun'),
    cut: () => void told.push('cut'),
    heard: () => undefined,
  });
  await expect.poll(() => told, patience).toEqual(['begun']);
  server.refuseAll();
  await expect.poll(() => told, patience).toEqual(['begun', 'cut', 'begun']);
});

test('a server that takes nothing of what is said is away until it does, and that is said once (HOST-14)', async () => {
  const server = await startServer();
  server.refusePublishing(true);
  const said: { level: number; msg: string; reason?: string }[] = [];
  const heardLog = pino({ level: 'info' }, { write: (line: string) => void said.push(JSON.parse(line)) });
  const wire = openNats(server.url, 'one', heardLog);
  open.push(() => wire.close());
  const told: string[] = [];
  wire.listen({ begun: () => void told.push('begun'), cut: () => void told.push('cut'), heard: () => undefined });
  await server.connected();
  await server.connected();
  expect(told).toEqual([]);
  await expect(wire.send(['payload'])).rejects.toThrow('NATS is away');
  expect(said).toMatchObject([{ level: 40, reason: expect.stringContaining('Permissions Violation for Publish') }]);
  server.refusePublishing(false);
  await expect.poll(() => told, patience).toEqual(['begun']);
  expect(said.at(-1)).toMatchObject({ level: 30, msg: expect.stringContaining('NATS is back') });
  server.refusePublishing(true);
  // The wire may or may not know yet when this returns.
  await wire.send(['payload']).catch(() => undefined);
  await expect.poll(() => told, patience).toEqual(['begun', 'cut']);
  expect(said.at(-1)).toMatchObject({ level: 40, reason: expect.stringContaining('Permissions Violation for Publish') });
});
