import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { freePort } from '../../scripts/free-port.ts';

const root = join(import.meta.dirname, '../..');

/** The whole product, running as a person would run it: a real host process with its own data folder and ports. */
export type Product = {
  url: string;
  port: number;
  wsPort: number;
  dataDir: string;
  output(): string;
  stop(): Promise<void>;
  child: ChildProcess;
};

/**
 * Starts host/main.ts on free ports with an empty data folder (or the given one, which is then kept) and resolves when its health says
 * that everything is up. Rejects with what the host printed when it ends before, or after two minutes.
 */
export async function startProduct(options: { env?: Record<string, string>; dataDir?: string } = {}): Promise<Product> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'product-'));
  const [port, wsPort, ftpsPort] = [await freePort(), await freePort(), await freePort()];
  const env = {
    ...process.env,
    PORT: `${port}`,
    WS_PORT: `${wsPort}`,
    FTPS_PORT: `${ftpsPort}`,
    DATA_DIR: dataDir,
    BIND: '127.0.0.1',
    ...options.env,
  };
  const child = spawn(process.execPath, [join(root, 'host/main.ts')], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const keep = (chunk: Buffer): void => void (output = (output + chunk.toString()).slice(-20_000));
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await ended;
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  const deadline = performance.now() + 120_000;
  while (!(await isHealthy(url))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await stop();
      throw new Error(`The host did not come up:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { url, port, wsPort, dataDir, output: () => output, stop, child };
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/health`)).ok;
  } catch {
    return false;
  }
}
