import { execFile } from 'node:child_process';
import { chmod, copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findBinaries, linkLibraries } from '../../../../host/platform/store/embedded/binaries.ts';
import { commandLine } from '../../../../host/platform/store/embedded/privileges.ts';
import { ordinaryUser } from '../../../support/ordinary-user.ts';

const run = promisify(execFile);
const moduleFile = path.join(import.meta.dirname, '../../../../host/platform/store/embedded/binaries.ts');

let dir: string;
let copy: string;

/** The package as npm unpacks it: without the libraries' links. */
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'package copy '));
  copy = path.join(dir, 'package');
  const { initdb } = await findBinaries(dir);
  const native = path.dirname(path.dirname(initdb));
  await mkdir(path.join(copy, 'native/lib'), { recursive: true });
  await cp(path.join(native, 'bin'), path.join(copy, 'native/bin'), { recursive: true });
  await copyFile(path.join(native, 'pg-symlinks.json'), path.join(copy, 'native/pg-symlinks.json'));
  for (const entry of await readdir(path.join(native, 'lib'), { withFileTypes: true })) {
    if (entry.isFile()) await copyFile(path.join(native, 'lib', entry.name), path.join(copy, 'native/lib', entry.name));
  }
});
afterEach(() => rm(dir, { recursive: true, force: true }));

test('without its links the package cannot run; with them it can, and linking again is no error', async () => {
  const initdb = path.join(copy, 'native/bin/initdb');
  await expect(run(initdb, ['--version'])).rejects.toThrow(/shared librar|Library not loaded/);
  expect(await linkLibraries(copy, path.join(dir, 'private'))).toEqual({});
  expect((await run(initdb, ['--version'])).stdout).toContain('PostgreSQL');
  await Promise.all([linkLibraries(copy, path.join(dir, 'private')), linkLibraries(copy, path.join(dir, 'private'))]);
  expect(await readdir(dir)).toEqual(['package']);
});

test('where the package is read-only its libraries are linked into the private folder, and the package stays as it is', async () => {
  const before = await readdir(path.join(copy, 'native/lib'));
  const prefix = await ordinaryUser(dir);
  // The linking user may not write here, even if root runs the tests.
  await chmod(path.join(copy, 'native/lib'), 0o555);
  const source = `
    const { linkLibraries } = await import(${JSON.stringify(moduleFile)});
    console.log(JSON.stringify(await linkLibraries(${JSON.stringify(copy)}, ${JSON.stringify(path.join(dir, 'private'))})));`;
  const { stdout } = await run(...commandLine(prefix, process.execPath, ['--input-type=module', '-e', source]));
  const env: unknown = JSON.parse(stdout);
  const libDir = path.join(dir, 'private/lib');
  expect(env).toEqual({ [process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH']: libDir });
  const linked = await run(path.join(copy, 'native/bin/initdb'), ['--version'], {
    env: { ...process.env, LD_LIBRARY_PATH: libDir },
  });
  expect(linked.stdout).toContain('PostgreSQL');
  expect(await readdir(path.join(copy, 'native/lib'))).toEqual(before);
  expect(JSON.parse(await readFile(path.join(copy, 'native/pg-symlinks.json'), 'utf8'))).not.toEqual([]);
});

test.each(['{}', '[{"source": "lib/a"}]', '[{"source": "lib/a", "target": "lib/b"}, 5]', '[null]'])(
  'a package whose list of links is %s is refused by the name of the file, and nothing is linked',
  async (list) => {
    const before = await readdir(path.join(copy, 'native/lib'));
    const file = path.join(copy, 'native/pg-symlinks.json');
    await writeFile(file, list);
    await expect(linkLibraries(copy, path.join(dir, 'private'))).rejects.toThrow(
      `${file} does not list links: reinstall the package.`,
    );
    expect(await readdir(path.join(copy, 'native/lib'))).toEqual(before);
  },
);
