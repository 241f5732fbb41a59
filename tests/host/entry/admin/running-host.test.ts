import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHost } from '../../../../host/host.ts';
import { readEnvironment } from '../../../../host/platform/environment.ts';
import { createLog } from '../../../../host/platform/log.ts';
import { noteRunningHost, runningHosts } from '../../../../host/platform/store/embedded/running-hosts.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { addSystem } from '../../../support/test-host.ts';
import { withTestDatabase } from '../../../support/test-database.ts';

const adminMain = path.join(import.meta.dirname, '../../../../host/entry/admin/admin-main.ts');
const log = createLog({ level: 'fatal' });

describe('where contacts are sent to, as keys create says it (HOST-19)', () => {
  let database: Database;
  let folder: string;
  let env: Record<string, string>;

  beforeAll(async () => {
    database = await withTestDatabase();
    folder = await mkdtemp(path.join(tmpdir(), 'running host '));
    env = { DATABASE_URL: database.url, DATA_DIR: folder, SIMULATOR: 'off', DEMO: 'off' };
    await addSystem({ database }, 'lab');
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  async function keyMade(name: string): Promise<string> {
    const child = spawn(process.execPath, [adminMain, 'keys', 'create', 'lab', name], {
      env: { PATH: process.env['PATH'], ...env },
    });
    let out = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (out += text));
    await once(child, 'close');
    return out;
  }

  test('the port of the host that runs on the data folder, whatever the command would take', async () => {
    const host = await startHost(readEnvironment({ ...env, PORT: '0', WS_PORT: '0' }), { log });
    try {
      const said = await keyMade('beside');
      expect(said).toContain(`--data-binary @contacts.ndjson ${host.httpUrl}/api/ingest/lab/contacts`);
      expect(said).not.toContain('No host runs');
    } finally {
      await host.close();
    }
    expect(await readdir(folder), 'a host that stops takes its note away').toEqual([]);
    const alone = await keyMade('alone');
    expect(alone).toContain('http://127.0.0.1:8080/api/ingest/lab/contacts');
    expect(alone).toContain('No host runs on this data folder');
  });

  test.each([
    ['a killed host', { machine: hostname(), pid: process.pid, born: 'long ago', url: 'http://127.0.0.1:1' }],
    ['another machine', { machine: 'elsewhere', pid: process.pid, born: '', url: 'http://127.0.0.1:1' }],
    ['a write that was cut short', null],
  ])('the note of %s counts for nothing', async (_, note) => {
    const file = path.join(folder, 'running.1.1');
    await writeFile(file, note === null ? '{"machine"' : JSON.stringify(note));
    expect(await runningHosts(folder)).toEqual([]);
    await rm(file);
  });

  test('a host that starts takes the notes of killed ones away, and of no other', async () => {
    const killed = { machine: hostname(), pid: process.pid, born: 'long ago', url: 'http://127.0.0.1:1' };
    await writeFile(path.join(folder, 'running.1.1'), JSON.stringify(killed));
    await writeFile(path.join(folder, 'running.1.2'), JSON.stringify({ ...killed, machine: 'elsewhere' }));
    const forget = [await noteRunningHost(folder, { url: 'http://127.0.0.1:3' }, log)];
    forget.push(await noteRunningHost(folder, { url: 'http://127.0.0.1:4' }, log));
    expect((await readdir(folder)).toSorted()).toEqual(['running.1.2', `running.${process.pid}.3`, `running.${process.pid}.4`]);
    for (const each of forget) await each();
    expect(await readdir(folder)).toEqual(['running.1.2']);
    await rm(path.join(folder, 'running.1.2'));
  });
});
