import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCode } from '../support/house-style.ts';
import { ownWaysToFail } from '../support/result-types.ts';

const root = join(import.meta.dirname, '../..');

/** What is thrown, and whether that is an error. Each is planted in a service and in the host. */
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
    house = mkdtempSync(join(tmpdir(), 'failures-'));
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

describe('readers return one type of result (CODE-23)', () => {
  test('model, services, machines and views have no other', () => {
    const sources = readCode(root, 'src').filter(({ path }) => !path.endsWith('.css') && path !== 'src/model/result.ts');
    expect(sources.length).toBeGreaterThan(200);
    expect(sources.flatMap(ownWaysToFail)).toEqual([]);
  });

  const problems = (text: string) => ownWaysToFail({ path: 'src/planted.ts', text });

  test.each([
    ['export function read(text: string): number | string {\n  return text;\n}', 'returns a text beside something else'],
    ['export const read = (text: string): Site | string => text;', 'returns a text beside something else'],
    ['export type Reader = { read(text: string): Site | string | null };', 'returns a text beside something else'],
    ['export type Reader = (text: string) => Site | string;', 'returns a text beside something else'],
    ['type Read = { ok: true; site: Site } | { ok: false; error: string };', 'has a union of { ok } beside Result'],
  ])('%s is found', (text, problem) => {
    expect(problems(text)).toEqual([`src/planted.ts:1 ${problem}`]);
  });

  test.each([
    'export const nameOf = (id: number): string | null => null;',
    "export const textOf = (id: number): string | undefined | 'all' => undefined;",
    'export const read = (text: string): Result<Site> => text;',
    'type Cell = number | string;',
  ])('%s is let be', (text) => {
    expect(problems(text)).toEqual([]);
  });
});
