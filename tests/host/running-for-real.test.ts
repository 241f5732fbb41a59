import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, freePortBeside } from '../../scripts/free-port.ts';
import { endHostProcess } from '../support/host-process.ts';
import { operationsFile, settingsOf, shellBlocks, unitValues } from '../support/operations-files.ts';
import { selfSigned } from '../support/self-signed.ts';

/**
 * The page 'Install on a server' in the test's own folders: the unit's command instead of systemd, a
 * self-signed certificate instead of certbot's (CODE-30).
 */

const repository = path.join(import.meta.dirname, '../..');
const name = 'telemetry.example.org';
const { scripts } = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const { cert, key } = selfSigned([name], [], 90);

let folder: string;
let host: ChildProcess;
let hostSaid = '';
let port: number;

/** Replaces the folders of a real machine with those of this test. */
function here(text: string): string {
  return text
    .replaceAll('/opt/telemetry-console', repository)
    .replaceAll('/etc/telemetry-console', path.join(folder, 'etc'))
    .replaceAll('/var/lib/telemetry-console', path.join(folder, 'state'))
    .replaceAll('/var/backups/telemetry-console', path.join(folder, 'backups'));
}

async function ask(url: string): Promise<{ status: number | undefined; body: string }> {
  const { hostname, pathname } = new URL(url);
  const asked = request({
    host: '127.0.0.1',
    port,
    path: pathname,
    servername: hostname,
    headers: { host: hostname },
    ca: cert,
    timeout: 5_000,
  });
  asked.on('timeout', () => asked.destroy(new Error('No answer within 5 s')));
  const answered = once(asked, 'response') as Promise<[IncomingMessage]>;
  asked.end();
  const [answer] = await answered;
  return { status: answer.statusCode, body: await readText(answer) };
}

/** Runs a line in a shell after the lines of `begin`; `npm run` is replaced by its script. */
async function type(begin: readonly string[], line: string): Promise<{ code: number | null; said: string }> {
  const command = line.replace(/^npm run (?<script>\S+)(?: --)?/, (_all, script: string) => {
    return scripts[script]?.replace(/^node /, '"$NODE" ') ?? 'false';
  });
  const env = { PATH: process.env['PATH'], NODE: process.execPath };
  const child = spawn('sh', ['-ec', [...begin, command].join('\n')], { cwd: folder, env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (words: string) => (said += words));
  // A command that reads no input may have ended already.
  child.stdin.on('error', () => undefined);
  child.stdin.end('a quiet river bend\n');
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said };
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'for-real-'));
  const [etc, state] = [path.join(folder, 'etc'), path.join(folder, 'state')];
  for (const made of [etc, state, path.join(folder, 'backups')]) await mkdir(made, { mode: 0o700 });
  await writeFile(path.join(etc, 'cert.pem'), cert);
  await writeFile(path.join(etc, 'key.pem'), key, { mode: 0o600 });
  port = await freePort();
  const wsPort = await freePortBeside([port], freePort);
  const environment = here(operationsFile('environment'))
    .replace('PORT=443', `PORT=${port}`)
    .replace('WS_PORT=8443', `WS_PORT=${wsPort}`);
  await writeFile(path.join(etc, 'environment'), environment);

  const unit = here(operationsFile('telemetry-console.service'));
  const [program = '', ...words] = unitValues(unit, 'ExecStart')[0]?.split(' ') ?? [];
  const env = { PATH: process.env['PATH'], ...settingsOf(environment) };
  host = spawn(program, words, { cwd: unitValues(unit, 'WorkingDirectory')[0], env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [host.stdout, host.stderr]) stream?.on('data', (chunk: Buffer) => (hostSaid += chunk.toString()));
});
afterAll(async () => {
  await endHostProcess(host, 'SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

test(
  'the lines of install.md lead to a host with a certificate, an operator and a backup that was tried',
  { timeout: 300_000 },
  async () => {
    const blocks = shellBlocks(here(operationsFile('install.md')));
    expect(blocks).toHaveLength(4);
    const isReady = async () => (await ask(`https://${name}/api/health`)).status;
    await expect.poll(() => isReady().catch(() => hostSaid), { timeout: 100_000 }).toBe(200);
    const [enter = '', settings = '', curl = '', ...commands] = blocks.slice(1).flat();
    expect([enter, settings.startsWith('set -a; ')]).toEqual([`cd ${repository}`, true]);
    const health = await ask(curl.split(' ').at(-1) ?? '');
    expect([curl.startsWith('curl --fail https://'), health.status, JSON.parse(health.body)]).toMatchObject([
      true,
      200,
      { missing: [] },
    ]);
    expect(commands.map((line) => line.split(' ').slice(2, 3).join(''))).toEqual([
      ...Array<string>(3).fill('admin'),
      'backup',
      'restore',
      'doctor',
    ]);

    const ends: string[] = [];
    for (const line of commands.slice(0, -1)) {
      const { code, said } = await type([enter, settings], line);
      expect([line, code, code === 0 ? '' : said]).toEqual([line, 0, '']);
      ends.push(said);
    }
    expect(ends.at(-2)).toMatch(/Backup: \S+backups\/backup-/);

    // The hourly work begins a moment after the start.
    const look = async () => (await type([enter, settings], commands.at(-1) ?? '')).said;
    await expect.poll(look, { timeout: 60_000, interval: 1_000 }).toContain('Exit code 0.');
    const page = await look();
    expect(page).toContain('fine      Certificate: It is valid until');
    expect(page).toContain('fine      Backup: Last made less than an hour ago');
  },
);
