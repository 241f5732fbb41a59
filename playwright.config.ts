import './scripts/pinned-node.js';
import process from 'node:process';
import { defineConfig } from '@playwright/test';
import { browserFlags, findTestBrowser } from './scripts/find-browser.ts';
import { browserTimezone } from './tests/e2e/support/browser-timezone.ts';
import { isThorough } from './tests/support/thorough.ts';

/**
 * The browser tests: the built console against the real host, and controls by themselves on a page of their
 * own (tests/components). tests/e2e/support/global-setup.ts starts both on free ports.
 */
export default defineConfig({
  testDir: 'tests',
  projects: [
    {
      name: 'e2e',
      testDir: 'tests/e2e',
      testMatch: '**/*.e2e.ts',
      testIgnore: isThorough ? [] : ['**/*.thorough.e2e.ts'],
    },
    { name: 'components', testDir: 'tests/components', testMatch: '**/*.components.ts' },
  ],
  outputDir: 'test-results/e2e',
  globalSetup: './tests/e2e/support/global-setup.ts',
  // A test waits for the page now and then: three at a time keep two cores busy.
  workers: 3,
  fullyParallel: false,
  forbidOnly: Boolean(process.env['CI']),
  // `npm test` names who needed it and why, and bears no more than a few (scripts/test-report.ts).
  retries: 1,
  timeout: 180_000,
  // CI may run at half the usual speed; what is there passes at once.
  expect: { timeout: 30_000 },
  use: {
    launchOptions: { executablePath: findTestBrowser(), args: browserFlags() },
    actionTimeout: 30_000,
    // Each context would keep all of the console for later; the tests of the service worker allow it.
    serviceWorkers: 'block',
    locale: 'en-US',
    timezoneId: browserTimezone,
    // A trace of every test takes a sixth of the time; `--trace retain-on-failure` has them while one is mended.
    trace: { mode: 'on-first-retry', screenshots: false },
  },
});
