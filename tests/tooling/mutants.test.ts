import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, test } from 'vitest';
import { drawn } from '../../scripts/mutants/draw.ts';
import { mutantsOf, planted, type Mutant } from '../../scripts/mutants/mutators.ts';
import { readMutantsOptions, root } from '../../scripts/mutants/options.ts';
import { neededBy, needsOf, testsOf } from '../../scripts/mutants/related-tests.ts';
import { TestProcess } from '../../scripts/mutants/test-process.ts';
import { WorkingCopy } from '../../scripts/mutants/working-copy.ts';
import { thorough } from '../support/thorough.ts';

const results = (source: string) => mutantsOf('a.ts', source).map((mutant) => [mutant.kind, planted(source, mutant)]);

describe('the faults of a source', () => {
  test.each<[source: string, faults: [kind: string, source: string][]]>([
    [
      'if (a) f();',
      [
        ['statement removed', 'void 0;'],
        ['condition negated', 'if (!(a)) f();'],
        ['statement removed', 'if (a) void 0;'],
      ],
    ],
    [
      'const x = a < b;',
      [
        ['comparison changed', 'const x = a <= b;'],
        ['operands swapped', 'const x = (b) < (a);'],
      ],
    ],
    ['const x = a >= b;', [['comparison changed', 'const x = a > b;']]],
    ['const x = a === b;', [['comparison changed', 'const x = a !== b;']]],
    [
      'const x = a - b;',
      [
        ['operator swapped', 'const x = a + b;'],
        ['operands swapped', 'const x = (b) - (a);'],
      ],
    ],
    [
      'const x = a ?? b;',
      [
        ['default left out', 'const x = a;'],
        ['default always taken', 'const x = (b);'],
      ],
    ],
    [
      'const x = a && b;',
      [
        ['operator swapped', 'const x = (a) || (b);'],
        ['operand left out', 'const x = (a);'],
        ['operand left out', 'const x = (b);'],
      ],
    ],
    ['const x = a ? b : c;', [['branches swapped', 'const x = a ? c : b;']]],
    ['const x = !a;', [['condition negated', 'const x = !!(a);']]],
    ['const x = await f();', [['await removed', 'const x = f();']]],
    ['const x = 1;', [['constant changed', 'const x = 2;']]],
    ['const x = 0;', [['constant changed', 'const x = 1;']]],
    ['const x = 0.5;', [['constant changed', 'const x = 0.75;']]],
    ['const x = true;', [['constant changed', 'const x = false;']]],
    ['const x = rows.filter(f).map(g);', [['step left out', 'const x = rows.map(g);']]],
    ['const x = Math.min(a, b);', [['call swapped', 'const x = Math.max(a, b);']]],
    [
      'function f() { g(); }',
      [
        ['early return', 'function f() { return; g(); }'],
        ['statement removed', 'function f() { void 0; }'],
      ],
    ],
    [
      'x += y;',
      [
        ['statement removed', 'void 0;'],
        ['operator swapped', 'x -= y;'],
      ],
    ],
    [
      'for (const a of b) { if (a) continue; f(a); }',
      [
        ['condition negated', 'for (const a of b) { if (!(a)) continue; f(a); }'],
        ['statement removed', 'for (const a of b) { void 0; f(a); }'],
        ['statement removed', 'for (const a of b) { if (a) void 0; f(a); }'],
        ['statement removed', 'for (const a of b) { if (a) continue; void 0; }'],
      ],
    ],
    // Types, imports, property names and texts are not mutated.
    ["import { a } from './a.ts';", []],
    ['type A = { a: 1 | true };', []],
    ['const x = { 1: a };', []],
    ["const x: 1 | true = 'text' as unknown as true;", []],
    ["'use strict';", []],
    ['const x = a.toString();', []],
  ])('%s', (source, faults) => {
    const found = results(source);
    expect(found).toHaveLength(faults.length);
    expect(found).toEqual(expect.arrayContaining(faults));
  });

  test('are told with their line and what was there', () => {
    const source = 'const a = 1;\nconst ö = "ü€😀"; const b = a\n  < 2;\n';
    const [, swapped] = mutantsOf('host/a.ts', source).filter(({ kind }) => kind !== 'operands swapped');
    expect(swapped).toMatchObject({
      file: 'host/a.ts',
      line: 2,
      kind: 'comparison changed',
      before: 'a\n  < 2',
      after: 'a <= 2',
    });
    expect(planted(source, swapped as Mutant)).toBe('const a = 1;\nconst ö = "ü€😀"; const b = a <= 2;\n');
  });

  test('of a source that does not parse are none', () => {
    expect(() => mutantsOf('a.ts', 'const = ;')).toThrow('a.ts does not parse');
  });
});

describe('the draw', () => {
  const mutants = mutantsOf(
    'a.ts',
    `const x = [${Array.from({ length: 90 }, (_, i) => i + 2).join(', ')}];\nconst y = await f();\n`,
  );

  test('is the same for a seed, another for another, and holds each once', () => {
    const first = [...drawn(mutants, 1)];
    expect(first).toEqual([...drawn(mutants, 1)]);
    expect(first).not.toEqual([...drawn(mutants, 2)]);
    expect(new Set(first).size).toBe(91);
  });

  test('does not let a kind of which there are many hide the others', () => {
    const places = Array.from({ length: 40 }, (_, seed) =>
      [...drawn(mutants, seed)].findIndex(({ kind }) => kind === 'await removed'),
    );
    expect(places.filter((place) => place < 5).length).toBeGreaterThan(30);
  });
});

describe('the tests of a source', () => {
  const sources = new Map([
    ['host/a.ts', ''],
    ['host/b.ts', "import { a } from './a.ts';\nimport type { C } from './c/c.ts';"],
    ['host/c/c.ts', "export * from '../a.ts';"],
    ['host/main.ts', "const b = await import('./b.ts');"],
    ['tests/a.test.ts', "import { a } from '../host/a.ts';"],
    ['tests/b.test.ts', "import {\n  b,\n} from '../host/b.ts';\nimport 'vitest';"],
    ['tests/support/child.ts', "spawn(node, ['host/main.ts']);"],
    ['tests/main.test.ts', "import { child } from './support/child.ts';"],
    ['tests/far.test.ts', "import { fc } from 'fast-check';"],
    ['src/model/role.ts', ''],
    ['tests/role.test.ts', "import { role } from '#model/role.ts';"],
  ]);

  test('are those that import it, however far, and those that start a program with it; the nearest first', () => {
    const needs = needsOf(sources);
    expect(needs.get('host/b.ts')).toEqual(new Set(['host/a.ts', 'host/c/c.ts']));
    expect(testsOf('host/a.ts', needs)).toEqual([['tests/a.test.ts'], ['tests/b.test.ts'], ['tests/main.test.ts']]);
    expect(testsOf('host/main.ts', needs)).toEqual([['tests/main.test.ts']]);
    expect(testsOf('src/model/role.ts', needs)).toEqual([['tests/role.test.ts']]);
    expect(testsOf('tests/far.test.ts', needs)).toEqual([]);
    expect(neededBy('tests/main.test.ts', needs)).toEqual(
      new Set(['tests/main.test.ts', 'tests/support/child.ts', 'host/main.ts', 'host/b.ts', 'host/a.ts', 'host/c/c.ts']),
    );
  });

  test('that are equally near are ordered by where they lie: the one of its name, those of its folder, the others', () => {
    const tests = [
      'tests/host/domain/accounts/a.test.ts',
      'tests/host/entry/http/other.test.ts',
      'tests/host/entry/http/pace.test.ts',
      'tests/zone.test.ts',
    ];
    const needs = needsOf(
      new Map([['host/entry/http/pace.ts', ''], ...tests.map((one): [string, string] => [one, "'host/entry/http/pace.ts'"])]),
    );
    const [accounts, other, pace, zone] = tests;
    expect(testsOf('host/entry/http/pace.ts', needs)).toEqual([[pace, other, accounts, zone]]);
  });
});

describe('the command line', () => {
  test('has defaults, and takes several folders', () => {
    expect(readMutantsOptions([])).toEqual({ count: 40, seed: 1, under: ['host', 'src/services'], tests: 4, seconds: 180 });
    expect(
      readMutantsOptions(['--count', '5', '--seed', '9', '--under', 'host/domain/fleet', '--under', 'src/model']),
    ).toMatchObject({
      count: 5,
      seed: 9,
      under: ['host/domain/fleet', 'src/model'],
    });
  });

  test.each([
    [['--count', '0'], "--count is '0', but it takes a whole number from 1 to 10000"],
    [['--seed', 'x'], "--seed is 'x', but it takes a whole number"],
    [['--under', '../elsewhere'], "--under is '../elsewhere', but it takes a folder of the repository"],
    [['--under', 'no/such'], "--under is 'no/such', but it takes a folder of the repository"],
    [['--what'], "Unknown option '--what'"],
  ])('%j is refused', (args, why) => {
    expect(() => readMutantsOptions(args)).toThrow(why);
  });
});

describe('the copy', () => {
  test('holds every source as it stands; what is planted in it is nowhere else, and it leaves nothing behind', () => {
    const file = 'host/domain/fleet/driver.ts';
    const original = readFileSync(join(root, file), 'utf8');
    const copy = new WorkingCopy(root);
    try {
      expect(copy.sources.get(file)).toBe(original);
      copy.write(file, 'planted');
      expect(readFileSync(join(copy.root, file), 'utf8')).toBe('planted');
      copy.restore(file);
      expect(readFileSync(join(copy.root, file), 'utf8')).toBe(original);
      expect(readFileSync(join(root, file), 'utf8')).toBe(original);
    } finally {
      copy.remove();
    }
    expect(readdirSync(tmpdir())).not.toContain(copy.root.split('/').at(-1));
    expect(readdirSync(join(root, 'node_modules')).length).toBeGreaterThan(100);
  });

  thorough(test)(
    'is tried by a process that stays warm: a fault fails, what failed before is not told again, and what hangs is ended',
    { timeout: 240_000 },
    async () => {
      const file = 'src/model/time/relative-time.ts';
      const [near, other] = ['tests/model/time/relative-time.test.ts', 'tests/model/time/wall-time.test.ts'];
      const copy = new WorkingCopy(root);
      const tests = new TestProcess(copy);
      const run = (named: string, seconds = 60) => tests.run([named], seconds);
      try {
        expect(await run(near)).toEqual({ failed: [] });
        copy.write(file, 'export function relativeTime(): string { return "planted"; }');
        const failed = await run(near);
        expect(failed).toEqual({ failed: [expect.stringMatching(`${near} > .*: expected 'planted'`)] });
        expect(await run(other)).toEqual({ failed: [] });
        // The next fault is planted in another file; the previous one must be gone.
        copy.restore(file);
        copy.write('src/model/time/wall-time.ts', '');
        expect(await run(near)).toEqual({ failed: [] });
        copy.restore('src/model/time/wall-time.ts');
        copy.write(file, 'for (;;) {}');
        expect(await run(near, 5)).toBe('late');
        copy.restore(file);
        expect(await run(near)).toEqual({ failed: [] });
        await expect(run('tests/model/no-such.test.ts')).rejects.toThrow('There are no such tests');
        copy.write('tests/support/postgres-servers.ts', "export default () => { throw new Error('planted'); };");
        expect(await run('tests/host/close-all.test.ts')).toEqual({ failed: [expect.stringContaining('planted')] });
        copy.restore('tests/support/postgres-servers.ts');
        expect(await run(near)).toEqual({ failed: [] });
        expect(await run('tests/host/platform/store/migrations.test.ts', 120)).toEqual({ failed: [] });
        // A process that keeps running made its databases before this.
        copy.write('host/platform/store/migrate.ts', "export async function migrate() { throw new Error('planted'); }");
        expect(await run('tests/host/close-all.test.ts')).toEqual({ failed: [expect.stringContaining('planted')] });
      } finally {
        await tests.stop();
        copy.remove();
      }
    },
  );

  test.skipIf(process.platform === 'win32').each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('is gone after %s, with an exit code that says so', { timeout: 120_000 }, async (signal, code) => {
    const folder = mkdtempSync(join(tmpdir(), 'mutants-test-'));
    try {
      const command = ['scripts/mutants.ts', '--count', '1', '--under', 'src/model/time'];
      const child = spawn(process.execPath, command, {
        cwd: root,
        env: { ...process.env, TMPDIR: folder },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const closed = once(child, 'close');
      const [said] = (await once(child.stdout, 'data')) as [Buffer];
      expect(said.toString()).toMatch(/^\d+ faults are possible in \d+ files under src\/model\/time; seed 1/);
      expect(readdirSync(folder)).toEqual([expect.stringMatching(/^mutants-/)]);
      // Kill it during its type-check, if /proc shows it: a compiler this large has read many files.
      const largest = () => Math.max(0, ...programsIn(folder).map(({ pages }) => pages));
      if (existsSync('/proc')) await expect.poll(largest, { timeout: 60_000, interval: 10 }).toBeGreaterThan(30_000);
      child.kill(signal);
      expect(await closed).toEqual([code, null]);
      expect(readdirSync(folder)).toEqual([]);
      // A program still running in the folder would create it again.
      expect(programsIn(folder)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** The programs that run in a folder, with each one's memory in pages; empty if the system has no /proc. */
function programsIn(folder: string): { name: string; pages: number }[] {
  const processes = existsSync('/proc') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  return processes.flatMap((id) => {
    const read = (file: string) => readFileSync(`/proc/${id}/${file}`, 'utf8').trim();
    try {
      if (!readlinkSync(`/proc/${id}/cwd`).startsWith(folder)) return [];
      return [{ name: read('comm'), pages: Number(read('statm').split(' ')[1]) }];
    } catch {
      // The process has ended, or belongs to another user.
      return [];
    }
  });
}
