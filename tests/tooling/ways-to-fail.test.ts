import { spawnSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCode } from '../support/house-style.ts';
import { exportedTypes, waysToFail } from '../support/ways-to-fail.ts';

const root = join(import.meta.dirname, '../..');

/** Code that throws, and whether it throws an error. Each is planted in a service and in the host. */
const planted: readonly [string, boolean][] = [
  ["throw 'lost';", false],
  ["throw { kind: 'network' };", false],
  ['throw undefined;', false],
  ["const failure = { kind: 'network' } as const;\n  throw failure;", false],
  ["return Promise.reject({ kind: 'network' });", false],
  ["return new Promise((_, reject) => reject('lost'));", false],
  ["throw new Error('lost');", true],
  ["class Lost extends Error {}\n  throw new Lost('lost', { cause: 1 });", true],
  ['try {\n    return 1;\n  } catch (error) {\n    throw error;\n  }', true],
  ["return Promise.reject(new Error('lost'));", true],
];
const layers = ['src/services/web', 'src/model/deep', 'host/web'];
const ruleNames = /only-throw-error|prefer-promise-reject-errors/;
const lintReport = v.object({ diagnostics: v.array(v.object({ code: v.optional(v.string()), filename: v.string() })) });

describe('what is thrown is an error, with a stack (CODE-23)', () => {
  let house: string;
  const found = new Map<string, string[]>();
  const fileOf = (layer: string, at: number): string => `${layer}/planted-${at}.ts`;

  beforeAll(() => {
    house = mkdtempSync(join(tmpdir(), 'ways-to-fail-'));
    for (const name of ['.oxlintrc.json', 'tsconfig.json', 'package.json']) copyFileSync(join(root, name), join(house, name));
    symlinkSync(join(root, 'node_modules'), join(house, 'node_modules'));
    for (const layer of layers)
      for (const [at, [code]] of planted.entries()) {
        const file = join(house, fileOf(layer, at));
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, `export function planted(): unknown {\n  ${code}\n}\n`);
        found.set(fileOf(layer, at), []);
      }
    const oxlint = join(root, 'node_modules/.bin/oxlint');
    const { stdout } = spawnSync(oxlint, ['--type-aware', '-f', 'json', 'src', 'host'], { cwd: house, encoding: 'utf8' });
    for (const { filename, code = '' } of v.parse(v.pipe(v.string(), v.parseJson(), lintReport), stdout).diagnostics)
      found.get(filename)?.push(code);
  });
  afterAll(() => rmSync(house, { recursive: true }));

  test.each(planted.map(([code, isFine], at) => ({ code, isFine, at })))('$code', ({ isFine, at }) => {
    const findings = layers.map((layer) => found.get(fileOf(layer, at))?.filter((code) => ruleNames.test(code)).length);
    expect(findings).toEqual(layers.map(() => (isFine ? 0 : 1)));
  });
});

describe('who answers how it failed answers a Result (CODE-23, CODE-29)', () => {
  const problems = (text: string) => waysToFail({ path: 'src/planted.ts', text });

  test.each([
    ['export function read(text: string): number | string {\n  return text;\n}', 'answers number | string'],
    ['export const read = (text: string): Site | string => text;', 'answers Site | string'],
    ['export type Reader = { read(text: string): Site | string | null };', 'answers Site | string | null'],
    ['export type Reader = (text: string) => Site | string;', 'answers Site | string'],
    ['type Port = { read(): Promise<Caller | "expired" | "bad"> };', 'answers Caller | "expired" | "bad"'],
    ['class A { read(): string | number | null { return 1; } }', 'answers string | number | null'],
    ['abstract class A { abstract read(): Site | `${number}`; }', 'answers Site | `${number}`'],
    ['export declare function read(): Site | string;', 'answers Site | string'],
    ['const read = (): number | false => 1;', 'answers number | false'],
    ['const read = (): (Site | string) => text;', 'answers Site | string'],
    ['const read = (): Promise<(Site | string)> => text;', 'answers Site | string'],
    ['const read = (): PromiseLike<Site | string> => text;', 'answers Site | string'],
    ['function* read(): Generator<Site | string, void> {}', 'answers Site | string'],
    ['function* read(): Generator<Site, Done | string> {}', 'answers Done | string'],
    ['async function* read(): AsyncIterable<Site | string> {}', 'answers Site | string'],
    ["type Read = Site | 'missing'; function read(): Read {}", 'answers Read'],
    ["type Read = Site | 'missing'; async function read(): Promise<Read> {}", 'answers Read'],
    ["type Lost = 'missing' | 'torn'; function read(): Site | Lost {}", 'answers Site | Lost'],
    ["type Read = Promise<Site | 'missing'>; function read(): Read {}", 'answers Read'],
    ['function read(): Site | Error {}', 'answers Site | Error'],
    ['function read(): Site | SyntaxError | null {}', 'answers Site | SyntaxError | null'],
    ['function read(): { value: Site } | { error: Lost } {}', 'answers { value: Site } | { error: Lost }'],
    [
      'function read(): { value: Site; reason?: never } | { reason: Lost } {}',
      'answers { value: Site; reason?: never } | { reason: Lost }',
    ],
    ['type Port = { read(): Site | Promise<string> };', 'answers Site | Promise<string>'],
    ['const bad = { "ok": false };', 'writes a Result by hand'],
    ['type Read = { ok: true; site: Site } | { ok: false; error: string };', 'has a union of { ok } beside Result'],
    ["const bad = { ok: false as const, reason: 'no' };", 'writes a Result by hand'],
    ['const read = (): Result<number> => ({ ok: true, value: 1 });', 'writes a Result by hand'],
  ])('%s is found', (text, problem) => {
    expect(problems(text)).toEqual([`src/planted.ts:1 ${problem}`]);
  });

  test('by the names that another file exports', () => {
    const other = { path: 'src/read.ts', text: "export type Read = { value: unknown } | 'missing';" };
    const own = { path: 'src/planted.ts', text: 'export async function read(): Promise<Read> {}' };
    expect(waysToFail(own, exportedTypes([other, own]))).toEqual(['src/planted.ts:1 answers Read']);
  });

  test('by their lines', () => {
    expect(problems('const a = 1;\nconst read = (): number | false => 1;\n\nconst bad = { ok: true, value: a };')).toEqual([
      'src/planted.ts:2 answers number | false',
      'src/planted.ts:4 writes a Result by hand',
    ]);
  });

  test.each([
    'export const nameOf = (id: number): string | null => null;',
    "export const textOf = (id: number): string | undefined | 'all' => undefined;",
    "function state(): 'up' | 'down' | string | undefined {}",
    'function found(): Contact | null {}',
    'function isOpen(): boolean | null {}',
    'export const read = (text: string): Result<Site> => text;',
    'function write(text: Buffer | string): void {}',
    'type Cell = number | string;',
    "type State = 'up' | 'down'; function state(): State | null {}",
    'type Tree = Leaf | Tree; function tree(): Tree {}',
    "type Read = Result<Site, 'missing' | 'torn'>; function read(): Promise<Read> {}",
    'function lost(): Error | undefined {}',
    "function next(): { type: 'done' } | { type: 'failed'; reason: Failure } {}",
    'const read = (): Promise<Site> => text;',
    'type Source = { read(): string | Promise<string> };',
    'const shown = { ok: colours.green };',
  ])('%s is let be', (text) => {
    expect(problems(text)).toEqual([]);
  });

  test.each(['src', 'host'])('%s has no other', (folder) => {
    const sources = readCode(root, folder).filter(({ path }) => !path.endsWith('.css') && path !== 'src/model/result.ts');
    expect(sources.length).toBeGreaterThan(150);
    const exported = exportedTypes(sources);
    expect(sources.flatMap((source) => waysToFail(source, exported))).toEqual([]);
  });
});

test('above platform only these classes of errors are made (CODE-28)', () => {
  const sources = globSync('host/{*,{entry,domain,drivers}/**/*}.ts', { cwd: root });
  const classes = sources.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/class (\w+) extends (?:\w*Error|Mistake)\b/g)].map(([, name]) => name),
  );
  // Aborts a request whose sender has disconnected; no answer is sent.
  expect(classes).toEqual(['SenderGone']);
});
