import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { chromium } from '@playwright/test';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The browser for tests, benches and screenshots, in this order: CHROMIUM_PATH, the system's chromium,
 * Playwright's own download, and on Debian as root the package `chromium`, installed here. Throws with what
 * to do where none can be had.
 */
export function findBrowser(): string {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (!isExecutable(named))
      throw new Error(`CHROMIUM_PATH is '${named}', which is no program that can be run; give the path of a Chromium`);
    return named;
  }
  return onPath() ?? downloaded() ?? installed() ?? fail();
}

/**
 * Flags under which a browser runs here: no sandbox only when root, where Chromium refuses to start with one.
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

function onPath(): string | undefined {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of names) {
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

function installed(): string | undefined {
  const onDebian = existsSync('/etc/debian_version') && process.getuid?.() === 0;
  if (!onDebian) return undefined;
  process.stderr.write('No Chromium found: installing the system package "chromium" …\n');
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update'], { stdio: 'ignore', env: environment });
  // Where the package cannot be had, nothing is found on the path, and the person reads what to do.
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'], {
    stdio: 'ignore',
    env: environment,
  });
  return onPath();
}

function fail(): never {
  throw new Error(
    'No Chromium was found. Install one (Debian: apt-get install chromium; elsewhere: npx playwright install chromium) or set CHROMIUM_PATH to its program.',
  );
}
