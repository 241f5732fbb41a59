import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { askOutward, InnerAddress, type OutwardQuestion } from '../../../../host/platform/outward/ask-outward.ts';
import { innerReach, isOuterAddress } from '../../../../host/platform/outward/outer-address.ts';

describe('which addresses are of the Internet (HOST-15)', () => {
  test.each(['8.8.8.8', '198.41.0.4', '2606:4700::1111', '2001:67c:2e8::1'])('%s is', (address) => {
    expect(isOuterAddress(address)).toBe(true);
  });
  test.each([
    ['this machine', ['127.0.0.1', '127.9.9.9', '::1', '0.0.0.0', '::']],
    ['a network of its own', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fd00::1', 'fc00::1', 'fec0::1']],
    ['this link', ['169.254.169.254', 'fe80::1', 'fe80::1%eth0']],
    ['a carrier', ['100.64.0.1', '100.127.255.255']],
    ['many', ['224.0.0.1', '239.255.255.250', '255.255.255.255', 'ff02::1']],
    [
      'one of IPv4 hidden',
      ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:0:1::1'],
    ],
    ['nobody', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '240.0.0.1', '2001:db8::1', '100::1', 'x', '']],
  ])('none of %s', (_, addresses) => {
    expect(addresses.filter((address) => isOuterAddress(address))).toEqual([]);
  });
});

test('the operator lets in what lies within a range, and nothing else (HOST-15)', () => {
  const isLetIn = innerReach(['10.1.0.0/16', '::1']);
  expect(['10.1.2.3', '::1', '::ffff:10.1.2.3', '10.2.0.1', '127.0.0.1', 'localhost', ''].map(isLetIn)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(innerReach([])('127.0.0.1')).toBe(false);
});

describe('a server that is asked outward (HOST-15)', () => {
  let server: Server;
  let port: number;
  let connections: number;
  let answer: RequestListener;
  beforeEach(async () => {
    connections = 0;
    answer = (_, response) => void response.end('hello');
    server = createServer((request, response) => answer(request, response));
    server.on('connection', () => (connections += 1));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  test('names are looked up two at a time and each once, and who waits for a turn is ended like any other', async () => {
    const running: PromiseWithResolvers<{ address: string; family: number }[]>[] = [];
    const resolve = () => {
      const lookup = Promise.withResolvers<{ address: string; family: number }[]>();
      running.push(lookup);
      return lookup.promise;
    };
    const ended = new AbortController();
    const mayReachInner = () => true;
    const names = ['one.test', 'one.test', 'two.test', 'three.test'];
    const asked = names.map((name) => ask(`http://${name}:${port}`, { resolve, mayReachInner, signal: ended.signal }));
    await expect.poll(() => running.length).toBe(2);
    ended.abort(new Error('late'));
    for (const outcome of await Promise.allSettled(asked)) expect(outcome.status).toBe('rejected');
    expect(running, 'nobody is waited for any more').toHaveLength(2);
    for (const lookup of running) lookup.resolve([{ address: '127.0.0.1', family: 4 }]);
    const later = ask(`http://one.test:${port}`, {
      resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
      mayReachInner,
    });
    expect((await later).body.toString()).toBe('hello');
  });

  const ask = (place: string, more: Partial<OutwardQuestion> = {}) =>
    askOutward(new URL(place), { signal: AbortSignal.timeout(5_000), maxBytes: 100, mayReachInner: () => false, ...more });
  const inward = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);

  test.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', 'localhost', '0x7f000001', '127.1', '0.0.0.0'])(
    'is not connected to at %s',
    async (name) => {
      await expect(ask(`http://${name}:${port}/`)).rejects.toBeInstanceOf(InnerAddress);
      expect(connections).toBe(0);
    },
  );

  test('nor by a name that means this machine, alone or among others', async () => {
    for (const others of [[], [{ address: '8.8.8.8', family: 4 }]]) {
      const resolve = async () => [...others, ...(await inward())];
      await expect(ask(`http://hooks.example.org:${port}/`, { resolve })).rejects.toBeInstanceOf(InnerAddress);
    }
    expect(connections).toBe(0);
  });

  test('is asked for its address once, and connected to at what was judged', async () => {
    const judged: string[] = [];
    let asked = 0;
    // A second lookup could return an inner address after the first was approved.
    const resolve = async () => ((asked += 1) === 1 ? inward() : [{ address: '192.0.2.1', family: 4 }]);
    const mayReachInner = (address: string) => judged.push(address) > 0;
    const { status, body } = await ask(`http://hooks.example.org:${port}/`, { resolve, mayReachInner });
    expect([status, String(body), judged, asked]).toEqual([200, 'hello', ['127.0.0.1'], 1]);
  });

  test('is not followed where it leads on', async () => {
    answer = (_, response) => void response.writeHead(302, { location: `http://127.0.0.1:${port}/inner` }).end();
    const { status } = await ask(`http://hooks.example.org:${port}/`, { resolve: inward, mayReachInner: () => true });
    expect([status, connections]).toEqual([302, 1]);
  });

  test('is read so far only, and left alone then', async () => {
    const closed = Promise.withResolvers<void>();
    answer = (request, response) => {
      request.socket.on('close', () => closed.resolve());
      response.write('x'.repeat(1_000));
    };
    const { body, isCut } = await ask(`http://127.0.0.1:${port}/`, { mayReachInner: () => true });
    expect([body.length, isCut]).toEqual([100, true]);
    await closed.promise;
  });

  test.each([
    ['changes the protocol', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'],
    ['hangs up', ''],
  ])('is given up at once where it %s', async (_, head) => {
    const rude = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(head));
    }).listen(0, '127.0.0.1');
    await once(rude, 'listening');
    const place = `http://127.0.0.1:${(rude.address() as AddressInfo).port}/`;
    await expect(ask(place, { mayReachInner: () => true })).rejects.toThrow(/101|hang up|ended/);
    rude.close();
  });

  test.each([
    ['says nothing', () => undefined],
    ['begins to answer', (_: unknown, response: { write: (text: string) => unknown }) => void response.write('x')],
  ] as const)('is given up where it %s for too long', async (_, stall) => {
    answer = stall as RequestListener;
    const signal = AbortSignal.timeout(100);
    await expect(ask(`http://127.0.0.1:${port}/`, { mayReachInner: () => true, signal })).rejects.toThrow(/abort/i);
  });
});
