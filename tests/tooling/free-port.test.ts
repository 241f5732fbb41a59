import { createServer } from 'node:net';
import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { freePort, freePortBeside } from '../../scripts/free-port.ts';

const root = join(import.meta.dirname, '../..');

test('a port beside others is none of them, even where they are free still', async () => {
  const free = [8080, 8081, 8080, 8082, 8083];
  expect(await freePortBeside([8080, 8081], () => Promise.resolve(free.shift() ?? 0))).toBe(8082);
});

test.each([
  ['two that are one', () => ({ PORT: '9080', WS_PORT: '9080' }), "WS_PORT is '9080', but it takes another port than PORT"],
  ['no port for the page', () => ({ PORT: '0' }), "PORT is '0', but npm run dev takes the port of the page"],
  ['one that is taken', (taken: number) => ({ PORT: String(taken), WS_PORT: '0' }), 'already in use'],
])('npm run dev says what is wrong with its ports: %s', async (_, portsOf, complaint) => {
  const other = createServer().listen(await freePort(), '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'dev-'));
  const ports = portsOf(typeof address === 'object' && address !== null ? address.port : 0);
  const env = { ...process.env, ...ports, DATA_DIR };
  const dev = spawn(process.execPath, [join(root, 'scripts/dev.ts')], { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const [said] = await Promise.all([text(dev.stderr), once(dev, 'exit')]);
  expect(said.trimEnd().split('\n')).toEqual([expect.stringContaining(complaint)]);
  expect(dev.exitCode).not.toBe(0);
  other.close();
  rmSync(DATA_DIR, { recursive: true });
});
