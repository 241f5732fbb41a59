import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../../scripts/free-port.ts';
import { type Product, startProduct } from '../../../support/product.ts';

const logins = 10_000;

/** Logs in with wrong keys from many addresses, a hundred at a time, in its own process. */
const attacker = `
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
const [port, logins] = process.argv.slice(1).map(Number);
const counts = {};
let next = 0;
async function answer(socket) {
  let text = '';
  socket.on('error', () => {});
  while (!/\\r\\n$/.test(text)) {
    const [chunk] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => ['421 closed\\r\\n'])]);
    text += chunk;
  }
  return text.slice(0, 3);
}
async function login(number) {
  const raw = connect({ port, host: '127.0.0.1', localAddress: '127.0.' + (1 + (number % 200)) + '.1' });
  raw.on('error', () => {});
  try {
    if ((await answer(raw)) !== '220') return '421';
    raw.write('AUTH TLS\\r\\n');
    await answer(raw);
    raw.removeAllListeners('data');
    const socket = connectTls({ socket: raw, rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    socket.write('USER river.guess' + (number % 7) + '\\r\\n');
    await answer(socket);
    socket.write('PASS guess\\r\\n');
    return await answer(socket);
  } catch {
    return 'broken';
  } finally {
    raw.destroy();
  }
}
async function attack() {
  while (next < logins) {
    const code = await login(next++);
    counts[code] = (counts[code] ?? 0) + 1;
  }
}
await Promise.all(Array.from({ length: 100 }, attack));
console.log(JSON.stringify(counts));
`;

describe('10,000 wrong logins by FTPS (FTPS-6)', { timeout: 600_000 }, () => {
  let product: Product | undefined;
  let port: number;
  beforeAll(async () => {
    port = await freePort();
    product = await startProduct({ env: { FTPS_PORT: `${port}`, SIMULATOR: 'off' } });
  }, 180_000);
  afterAll(() => product?.stop());

  async function p95While(underWay: () => boolean): Promise<number> {
    const times: number[] = [];
    while (underWay()) {
      const before = performance.now();
      await (await fetch(`${product?.url}/api/health`)).text();
      times.push(performance.now() - before);
    }
    return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? Number.NaN;
  }

  test('are refused, while health answers within 100 ms (p95)', async () => {
    let asked = 0;
    const quiet = await p95While(() => asked++ < 100);
    const child = spawn(process.execPath, ['--input-type=module', '-e', attacker, `${port}`, `${logins}`]);
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    let isUnderWay = true;
    const ended = once(child, 'close').then(() => (isUnderWay = false));
    const flooded = await p95While(() => isUnderWay);
    await ended;
    const counts = JSON.parse(out) as Record<string, number>;
    const figures = `health p95: ${quiet.toFixed(1)} ms before, ${flooded.toFixed(1)} ms under the flood; answers ${out.trim()}`;
    process.stdout.write(`${figures}\n`);
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(logins);
    expect(counts['230']).toBeUndefined();
    expect(counts['421']).toBeGreaterThan(logins / 2);
    expect(flooded).toBeLessThanOrEqual(100);
  });
});
