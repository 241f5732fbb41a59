import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Host, startHost } from '../../host/host.ts';
import { readEnvironment } from '../../host/platform/environment.ts';
import { createLog } from '../../host/platform/log.ts';
import type { Database } from '../../host/platform/store/database.ts';
import { withTestDatabase } from '../support/test-database.ts';

const start = path.join(import.meta.dirname, '../../scripts/start.ts');
const warning = 'this demo account cannot log in';

/** `npm start`, by its output at a terminal and elsewhere; it builds the console if that is stale. */
describe('what a start writes (HOST-18)', { timeout: 180_000 }, () => {
  let database: Database;
  let folder: string;
  let env: NodeJS.ProcessEnv;
  let operator: Host['operator'];
  let logged: string;

  beforeAll(async () => {
    database = await withTestDatabase();
    folder = await mkdtemp(path.join(tmpdir(), 'started host '));
    const ports = { PORT: '0', WS_PORT: '0', SIMULATOR: 'off', DATABASE_URL: database.url, DATA_DIR: folder };
    // An earlier start with a demo, about which the next start warns.
    const lines: string[] = [];
    const log = createLog({ level: 'trace', destination: { write: (line) => void lines.push(line) } });
    const before = await startHost(readEnvironment(ports), { log });
    ({ operator } = before);
    await before.close();
    logged = lines.join('');
    env = { PATH: process.env['PATH'], ...ports, DEMO: 'off' };
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  test('of a demo nobody’s password is in the log, its operator’s neither (HOST-4, HOST-8)', () => {
    expect(operator).toEqual({ username: 'operator', password: expect.stringMatching(/^[\w-]{20}$/) as string });
    expect(logged).not.toContain(operator?.password);
  });

  test('without a terminal, lines of JSON and nothing else', async () => {
    const host = spawn(process.execPath, [start], { env });
    const out = reading(host);
    await expect.poll(out, { timeout: 120_000 }).toContain('the host is up');
    host.kill('SIGINT');
    await once(host, 'close');
    const messages = messagesOf(out());
    expect(messages).toEqual(expect.arrayContaining([expect.stringContaining(warning), 'the host has stopped']));
    expect(messages, 'a host without a demo').not.toContainEqual(expect.stringContaining('log in as'));
  });

  test('without a terminal, where to go and how to log in; the operator’s password beside the log (HOST-4)', async () => {
    const fresh = await withTestDatabase();
    onTestFinished(() => fresh.close());
    const host = spawn(process.execPath, [start], { env: { ...env, DATABASE_URL: fresh.url, DEMO: 'on' } });
    const [log, beside] = [reading(host, 'stdout'), reading(host, 'stderr')];
    await expect.poll(log, { timeout: 120_000 }).toContain('log in as');
    host.kill('SIGINT');
    await once(host, 'close');
    expect(messagesOf(log())).toContainEqual(
      expect.stringMatching(/^open http:\/\/127\.0\.0\.1:\d+ and log in as demo \/ demo-password$/),
    );
    const password = /^Operator operator \/ ([\w-]{20}) /m.exec(beside())?.[1];
    expect(password).toMatch(/^[\w-]{20}$/);
    expect(log()).not.toContain(password);
  });

  // `script` of util-linux, present on every Debian, gives a command a terminal.
  test.runIf(process.platform === 'linux')('at a terminal, what it warns of before it says Ready', async () => {
    const command = `exec '${process.execPath}' '${start}'`;
    const terminal = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const out = reading(terminal);
    await expect.poll(out, { timeout: 120_000 }).toMatch(/Ready in \d/);
    // Ctrl-C, as a person types it.
    terminal.stdin.write('\u0003');
    await once(terminal, 'close');
    const [said, after] = out().split(/Ready in/) as [string, string];
    expect(said).toContain(warning);
    expect(said).toContain('Address  http://127.0.0.1:');
    expect(after).not.toContain('WARN');
    expect(out()).not.toContain('{"level"');
  });
});

function messagesOf(lines: string): (string | undefined)[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { msg?: string }).msg);
}

function reading(child: ChildProcess, ...outputs: ('stdout' | 'stderr')[]): () => string {
  let text = '';
  for (const output of outputs.length === 0 ? (['stdout', 'stderr'] as const) : outputs)
    child[output]?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return () => text;
}
