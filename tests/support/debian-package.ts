import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** The longest wait for packages (ms). If they take longer, they count as missing. */
const installMs = 90_000;

/**
 * Returns the paths of programs from these packages, by name; undefined if one is missing and cannot be
 * installed. Root on Debian may install them, as CI does.
 */
export async function programsOf<TName extends string>(
  packages: readonly string[],
  ...names: readonly TName[]
): Promise<Record<TName, string> | undefined> {
  const found = await findAll(names);
  if (found !== undefined || process.getuid?.() !== 0) return found;
  const until = Date.now() + installMs;
  for (;;) {
    const failure = await install(packages, until).then(
      () => undefined,
      (cause: unknown) => cause,
    );
    const installed = await findAll(names);
    // Another test file may be installing at this moment.
    if (installed !== undefined || !String(failure).includes('Could not get lock') || Date.now() > until) return installed;
    await wait(500);
  }
}

async function findAll<TName extends string>(names: readonly TName[]): Promise<Record<TName, string> | undefined> {
  const paths = await Promise.all(names.map(async (name) => [name, await find(name)]));
  return paths.every(([, path]) => path !== undefined) ? (Object.fromEntries(paths) as Record<TName, string>) : undefined;
}

async function find(name: string): Promise<string | undefined> {
  const places = (process.env['PATH'] ?? '').split(':').concat('/usr/sbin', '/usr/local/bin');
  for (const place of places) if (await isThere(`${place}/${name}`)) return `${place}/${name}`;
  return undefined;
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function install(packages: readonly string[], until: number): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const bounded = () => ({ env, timeout: Math.max(1, until - Date.now()), killSignal: 'SIGKILL' }) as const;
  await run('apt-get', ['update'], bounded());
  await run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], bounded());
}
