import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { readPlaywright } from '../../scripts/test-report.ts';

const root = join(import.meta.dirname, '../..');

test('a step of a browser test that fails keeps no other from running; all that failed are named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'steps-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'playwright.config.mjs'), `export default { testMatch: '*.e2e.mjs', workers: 1 };`);
  writeFileSync(
    join(folder, 'planted.e2e.mjs'),
    `import { expect } from '@playwright/test';
    import { openSteps } from '${join(root, 'tests/e2e/support/steps.ts')}';
    import { test as base } from '@playwright/test';
    const test = base.extend({ step: async ({}, use, info) => {
      const { step, end } = openSteps((ms) => info.setTimeout(info.timeout + ms));
      await use(step);
      end();
    } });
    test('has steps', async ({ step }) => {
      await step('first', async () => { expect(1).toBe(2); });
      await step('second', async () => {});
      await step('third', async () => { throw new Error('planted'); });
    });
    test('has good steps', async ({ step }) => { await step('only', async () => {}); });`,
  );
  const file = join(folder, 'report.json');
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  spawnSync(join(root, 'node_modules/.bin/playwright'), ['test', '--reporter=json'], { cwd: folder, env });
  const { passed, failed, failing } = readPlaywright(readFileSync(file, 'utf8'));
  expect([passed, failed, failing.map(({ name }) => name)]).toEqual([1, 1, ['planted.e2e.mjs has steps']]);
  expect(failing[0]?.reason[0]).toBe("Error: Failed steps: 'first', 'third'");
  expect(failing[0]?.reason.join('\n')).toContain('planted');
});
