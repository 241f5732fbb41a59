import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WorkingCopy } from '../../scripts/mutants/working-copy.ts';
import { endHostProcess, hostPlace, startHostProcess } from '../support/host-process.ts';
import { type PageBlock, readBlocks, withBlock } from '../support/page-blocks.ts';
import { TestBrowser } from '../support/test-browser.ts';
import { thorough } from '../support/thorough.ts';

/** docs/adding-a-screen.md is true: following its blocks gives a registry of vehicles (REG-16). */

const root = join(import.meta.dirname, '../..');
const lastMigration = Math.max(...readdirSync(join(root, 'host/platform/store/migrations')).map((name) => Number.parseInt(name)));
const nextNumber = String(lastMigration + 1).padStart(4, '0');
const page = readFileSync(join(root, 'docs/adding-a-screen.md'), 'utf8').replaceAll('NNNN-', `${nextNumber}-`);
const blocks = readBlocks(page);
const paths = blocks.map(({ path }) => path);
const present = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined);

describe('the page', () => {
  test('has a block for each step, and touches at most 8 files, each once', () => {
    expect([...page.matchAll(/^\*\*\d+\. /gm)]).toHaveLength(blocks.length);
    expect(blocks.length).toBeGreaterThan(0);
    expect(blocks.length).toBeLessThanOrEqual(8);
    expect(new Set(paths).size).toBe(paths.length);
  });

  test.each(blocks)('$path: what is new is not there yet, and lines that are quoted stand there once', (block) => {
    expect(withBlock(block, present(block.path)).length).toBeGreaterThan(present(block.path)?.length ?? 0);
  });

  test('names only files that are there or that it makes', () => {
    const named = [...page.matchAll(/\b(?:src|host|tests)\/[\w/.-]+\.tsx?\b/g)].map(([path]) => path);
    expect(named.filter((path) => !existsSync(join(root, path)) && !paths.includes(path))).toEqual([]);
  });

  test.each<[string, PageBlock, string | undefined, RegExp]>([
    ['a line that is not quoted as it stands', { path: 'a.ts', hunks: [{ before: 'b\n', after: 'b\nc\n' }] }, 'a\n', /0 times/],
    ['a line that stands twice', { path: 'a.ts', hunks: [{ before: 'b\n', after: 'b\nc\n' }] }, 'b\nb\n', /2 times/],
    ['a file that is not there', { path: 'a.ts', hunks: [{ before: 'b\n', after: 'b\nc\n' }] }, undefined, /not there/],
    ['a new file that is there', { path: 'a.ts', whole: 'a\n' }, 'a\n', /there already/],
  ])('would be wrong with %s', (_, block, text, problem) => {
    expect(() => withBlock(block, text)).toThrow(problem);
  });
});

/** The tests that report what is missing. */
const guards = [
  'tests/model/registry/registries.test.ts',
  'tests/host/platform/store/registry-tables.test.ts',
  'tests/tooling/screens.test.ts',
];

/** Only in the thorough run: it takes minutes. */
thorough(describe)('a registry of vehicles, made in a copy', () => {
  let copy: WorkingCopy;
  beforeAll(async () => {
    copy = new WorkingCopy(root);
    for (const block of blocks) apply(block);
    expect(page).toContain('npm run openapi -- --write');
    await passes('scripts/run.js', 'scripts/openapi.ts', '--write');
  });
  afterAll(() => copy.remove());

  const apply = (block: PageBlock) => copy.write(block.path, withBlock(block, copy.sources.get(block.path)));

  /** Runs a command as from a person's shell, without the variables of this test run. */
  const run = (...command: string[]) => {
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV$|THOROUGH$)/.test(name)));
    return new Promise<{ failed: boolean; output: string }>((resolve) => {
      execFile(process.execPath, command, { cwd: copy.root, env, maxBuffer: 1e8 }, (error, stdout, stderr) =>
        resolve({ failed: error !== null, output: `${stdout}${stderr}` }),
      );
    });
  };
  const bin = (name: string) => join(root, 'node_modules/.bin', name);
  const passes = async (...command: string[]) => {
    const { failed, output } = await run(...command);
    expect(failed ? output : '').toBe('');
  };

  test('fits the types', () => passes(bin('tsc'), '--noEmit', '-p', '.'), 600_000);
  test('follows the style', async () => {
    await passes(bin('oxfmt'), '--check', ...paths);
    await passes(bin('oxlint'), '--type-aware', '--deny-warnings', ...paths);
  }, 300_000);
  test(
    'passes the tests of registries, the contract, the API description and the boundaries',
    () =>
      passes(
        bin('vitest'),
        'run',
        'tests/model',
        'tests/host/entry/http/registries.test.ts',
        'tests/host/entry/http/openapi.test.ts',
        'tests/host/entry/http/calls.test.ts',
        'tests/tooling/boundaries.test.ts',
        'tests/tooling/folder-knots.test.ts',
        'tests/tooling/openapi-document.test.ts',
        'tests/tooling/bounds-once.test.ts',
        ...guards,
      ),
    600_000,
  );
  test('builds', () => passes('scripts/build-console.ts'), 600_000);

  test('creates, edits, undoes and deletes one by HTTP', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'vehicles-'));
    const place = await hostPlace(dataDir, { SIMULATOR: 'off' });
    const { child } = await startHostProcess(place, 300_000, copy.root);
    try {
      const browser = new TestBrowser(place.url);
      const token = await browser.logIn('demo', 'demo-password');
      const ask = async (method: string, path: string, body?: object) => {
        const answer = await browser.send(method, `/api/mitashost/demo${path}`, { token, body });
        expect([answer.status, answer.text]).toEqual([200, answer.text]);
        return answer.json as { revision: number; vehicle: { id: number }; vehicles: object[] };
      };
      const truck = { name: 'Truck 1', plate: '5C 1234', note: '' };
      const { id } = (await ask('POST', '/vehicles', truck)).vehicle;
      const { revision } = await ask('PUT', `/vehicles/${id}`, { vehicleData: { ...truck, note: 'Flat tire' } });
      expect((await ask('GET', '/vehicles')).vehicles).toEqual([{ id, ...truck, note: 'Flat tire' }]);
      await ask('POST', `/changes/${revision}/undo`);
      expect((await ask('GET', '/vehicles')).vehicles).toEqual([{ id, ...truck }]);
      await ask('DELETE', `/vehicles?ids=${id}`);
      expect((await ask('GET', '/vehicles')).vehicles).toEqual([]);
    } finally {
      await endHostProcess(child, 'SIGTERM');
      rmSync(dataDir, { recursive: true });
    }
  }, 600_000);

  for (const block of blocks)
    test(`is missed by a test that names ${block.path}, if that is forgotten`, async () => {
      const before = copy.sources.get(block.path);
      if (before === undefined) rmSync(join(copy.root, block.path));
      else copy.write(block.path, before);
      try {
        const { failed, output } = await run(bin('vitest'), 'run', ...guards);
        expect(failed).toBe(true);
        expect(output).toContain(block.path.split('/').slice(-2).join('/'));
      } finally {
        apply(block);
      }
    }, 300_000);
});
