import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
/** The files that the entries need. Configurations are loaded completely before they report anything. */
const copied = [
  'scripts',
  'vitest.config.ts',
  'playwright.config.ts',
  'tests/support/thorough.ts',
  'tests/e2e/support/browser-timezone.ts',
];
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

describe('an older Node.js than the pinned one', () => {
  const house = mkdtempSync(join(tmpdir(), 'pinned-node-'));
  const pin = (version: string) =>
    writeFileSync(join(house, 'package.json'), JSON.stringify({ type: 'module', dependencies: { node: version } }));
  const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: house, encoding: 'utf8' });
  const tool = (name: string) => join(house, 'node_modules/.bin', name);

  beforeAll(() => {
    for (const file of copied) cpSync(join(root, file), join(house, file), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(house, 'node_modules'));
    writeFileSync(join(house, 'says.ts'), `console.log(process.argv.slice(1).join(' '))`);
  });
  afterAll(() => rmSync(house, { recursive: true }));

  test.each([
    ['scripts of package.json', () => ['scripts/run.js', 'says.ts']],
    ['vitest', () => [tool('vitest'), 'run']],
    ['Playwright', () => [tool('playwright'), 'test']],
  ])('starts none of them, and says what does: %s', (_, args) => {
    pin('99.1.0');
    const { status, stderr, stdout } = run(...args());
    expect(`${stdout}${stderr}`).toMatch(
      /^Node\.js [\d.]+ is too old: the project runs on 99\.1\.0.* Use 'npm run …' or 'npx …'/m,
    );
    expect([status, `${stdout}${stderr}`.trim().split('\n').length]).toEqual([1, 1]);
  });

  test.each([process.versions.node, '20.99.0'])('with %s pinned, a script gets its arguments', (version) => {
    pin(version);
    const { status, stdout } = run('scripts/run.js', 'says.ts', '--count', '1');
    expect([status, stdout.trim()]).toEqual([0, `${join(house, 'says.ts')} --count 1`]);
  });

  test('every script of package.json that is ours starts with the check', () => {
    const ours = Object.values(scripts).filter((script) => script.startsWith('node '));
    expect(ours.length).toBeGreaterThan(10);
    expect(ours.filter((script) => !/^node scripts\/run\.js (?:scripts|host|tests)\//.test(script))).toEqual([]);
  });
});
