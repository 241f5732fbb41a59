import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { chromium } from '@playwright/test';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Chromium without a window: the same engine, and tests take a quarter less time. */
const shell = 'chromium-headless-shell';

/**
 * Returns the browser for benches and screenshots, in this order: CHROMIUM_PATH, the system's Chromium,
 * Playwright's download, and as root on Debian the package `chromium`, which it installs. Throws with what to
 * do if there is none.
 */
export function findBrowser(): string {
  return named() ?? onPath(names) ?? downloaded() ?? installed('chromium', names) ?? fail();
}

/**
 * Returns the browser for tests: CHROMIUM_PATH, the headless shell, which it installs as root on Debian, or
 * else any Chromium.
 */
export function findTestBrowser(): string {
  return named() ?? onPath([shell]) ?? installed(shell, [shell]) ?? findBrowser();
}

function named(): string | undefined {
  const path = process.env['CHROMIUM_PATH'];
  if (path && !isExecutable(path))
    throw new Error(`CHROMIUM_PATH is '${path}', which cannot be run; set it to the path of a Chromium`);
  return path || undefined;
}

/**
 * Returns the flags that a browser needs here: no sandbox as root only, because Chromium refuses to start
 * with one.
 */
export function browserFlags(): string[] {
  const asRoot = process.getuid?.() === 0;
  return [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    ...(asRoot ? ['--no-sandbox'] : []),
  ];
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function onPath(programs: readonly string[]): string | undefined {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of programs) {
      const path = join(folder, name);
      if (folder !== '' && isExecutable(path)) return path;
    }
  }
  return undefined;
}

function downloaded(): string | undefined {
  const path = chromium.executablePath();
  return path !== '' && existsSync(path) ? path : undefined;
}

function installed(debianPackage: string, programs: readonly string[]): string | undefined {
  const onDebian = existsSync('/etc/debian_version') && process.getuid?.() === 0;
  if (!onDebian) return undefined;
  process.stderr.write(`No browser found: installing the system package "${debianPackage}" …\n`);
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update'], { stdio: 'ignore', env: environment });
  // If the package cannot be installed, no browser is found, and the person reads what to do.
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', debianPackage, 'fonts-dejavu-core'], {
    stdio: 'ignore',
    env: environment,
  });
  return onPath(programs);
}

function fail(): never {
  throw new Error(
    'No Chromium was found. Install one (Debian: apt-get install chromium; elsewhere: npx playwright install chromium) or set CHROMIUM_PATH to its program.',
  );
}
