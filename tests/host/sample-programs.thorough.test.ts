import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReceiverKey } from '../../host/domain/accounts/receiver-keys.ts';
import { planted } from '../support/planted.ts';
import { addPerson, addSystem, startTestHost, type TestHost } from '../support/test-host.ts';

/** The programs of docs/read-data.md that read data with an access key (ACC-33), in Debian's R and Python. */

const folder = path.join(import.meta.dirname, '../../samples');
const run = promisify(execFile);

let host: TestHost;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  host = await startTestHost();
  const userId = await addPerson(host, 'ann');
  await addSystem(host, 'river', [[userId, 4]]);
  const aliases = ['Weir', 'Dam'];
  await planted(host.database)
    .insertInto('receivers')
    .values(aliases.map((alias) => ({ system_id: 'river', alias })))
    .execute();
  const contact = (code: number) => ({
    receiver: 'Weir',
    ant: 1,
    freq: 150.1,
    code,
    type: 18,
    power: -80,
    ts: Date.now() - 60_000,
  });
  const sent = await fetch(`${host.url}/api/ingest/river/contacts`, {
    method: 'POST',
    headers: { authorization: `Receiver ${(await createReceiverKey(host.database, 'river', 'one')).key}` },
    body: JSON.stringify([contact(1), contact(2)]),
  });
  expect(await sent.json()).toMatchObject({ accepted: 2 });
  const { key } = await host.people.keys.make({ userId, systemId: 'river' }, 'samples');
  env = { PATH: process.env['PATH'], HOST: host.url, SYSTEM: 'river', KEY: key };
});
afterAll(() => host.close());

const programs = [
  { name: 'read.py', command: ['python3'], probe: ['python3', '--version'] },
  { name: 'read.R', command: ['Rscript', '--vanilla'], probe: ['Rscript', '-e', 'library(jsonlite)'] },
] as const;

// Languages that are not installed are skipped.
const runnable = programs.filter(({ probe: [program, ...words] }) => spawnSync(program, words).status === 0);

test.each(runnable)('$name counts what each receiver heard', async ({ name, command: [program, ...words] }) => {
  const { stdout } = await run(program, [...words, path.join(folder, name)], { env, timeout: 60_000 });
  const lines = stdout.split('\n').map((line) => line.trim());
  expect(lines.filter(Boolean).toSorted()).toEqual(['Dam 0', 'Weir 2']);
});

test('docs/read-data.md shows them as they are, and they have ten lines or so', async () => {
  const page = await readFile(path.join(folder, '../docs/read-data.md'), 'utf8');
  for (const { name } of programs) {
    const text = await readFile(path.join(folder, name), 'utf8');
    expect(page).toContain(text);
    expect(text.split('\n').filter(Boolean).length).toBeLessThanOrEqual(11);
  }
});
