import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { freePort } from '../../scripts/free-port.ts';

const root = join(import.meta.dirname, '../..');

/** Where a host will run: its environment and its ports. */
export type HostPlace = { env: NodeJS.ProcessEnv; url: string; port: number; wsPort: number };

/** A host process, and the end of its output. */
export type HostProcess = { child: ChildProcess; output: () => string };

/** Finds free ports, and returns the environment of a host that uses them and keeps its data in `dataDir`. */
export async function hostPlace(dataDir: string, but: Record<string, string> = {}): Promise<HostPlace> {
  const [port, wsPort, ftpsPort] = [await freePort(), await freePort(), await freePort()];
  const ports = { PORT: `${port}`, WS_PORT: `${wsPort}`, FTPS_PORT: `${ftpsPort}`, FTPS_IMPLICIT_PORT: '0' };
  const env = { ...process.env, ...ports, DATA_DIR: dataDir, BIND: '127.0.0.1', ...but };
  return { env, url: `http://127.0.0.1:${port}`, port, wsPort };
}

/**
 * Runs host/main.ts (of this checkout or a copy) and resolves when its health check passes.
 * @throws Error with its output if it ends first or is not up in time (then it is killed).
 */
export async function startHostProcess(
  { env, url }: Pick<HostPlace, 'env' | 'url'>,
  withinMs: number,
  checkout = root,
): Promise<HostProcess> {
  const child = spawn(process.execPath, [join(checkout, 'host/main.ts')], {
    cwd: checkout,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer): void => void (output = (output + chunk.toString()).slice(-1_000_000));
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const deadline = performance.now() + withinMs;
  while (!(await isHealthy(url))) {
    if (child.exitCode !== null || child.signalCode !== null || performance.now() > deadline) {
      await endHostProcess(child, 'SIGKILL');
      throw new Error(`The host did not come up:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { child, output: () => output };
}

/** Ends a host with a signal, and waits until it has ended. */
export async function endHostProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}
