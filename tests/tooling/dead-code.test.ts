import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** A product with one module whose tests use more exports than the page does. */
const planted = {
  'package.json': JSON.stringify({ name: 'planted', type: 'module' }),
  'src/main.tsx': "import { used } from './model/site.ts';\nconsole.log(used);\n",
  'src/model/site.ts':
    'export const used = 1;\nexport const onlyTested = 2;\n/** @awaits the screen of sites */\nexport const promised = 3;\n',
  'host/main.ts': "import './health.ts';\n",
  'host/health.ts': 'export const neverRead = 1;\n',
  'tests/site.test.ts':
    "import { onlyTested, promised, used } from '../src/model/site.ts';\nconsole.log(onlyTested, promised, used);\n",
} as const;

test('what only tests use is found, unless it says what it waits for (CODE-24)', () => {
  const house = mkdtempSync(join(tmpdir(), 'dead-code-'));
  try {
    copyFileSync(join(root, 'knip.json'), join(house, 'knip.json'));
    symlinkSync(join(root, 'node_modules'), join(house, 'node_modules'));
    for (const [file, text] of Object.entries(planted)) {
      mkdirSync(dirname(join(house, file)), { recursive: true });
      writeFileSync(join(house, file), text);
    }
    const knip = (...args: string[]) =>
      spawnSync(join(root, 'node_modules/.bin/knip'), ['--include', 'exports', '--no-config-hints', ...args], {
        cwd: house,
        encoding: 'utf8',
      });
    const production = knip('--production');
    expect(production.stdout).toContain('onlyTested');
    expect(production.stdout).toContain('neverRead');
    expect(production.stdout).not.toMatch(/promised|\bused\b/);
    expect(production.status).toBe(1);
    expect(knip().stdout).not.toContain('onlyTested');
  } finally {
    rmSync(house, { recursive: true });
  }
});
