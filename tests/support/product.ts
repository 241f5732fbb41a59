import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endHostProcess, hostPlace, startHostProcess } from './host-process.ts';

const upWithinMs = 120_000;

/**
 * The whole product, running as a person would run it: a real host process with its own data folder and
 * ports.
 */
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
 * Starts host/main.ts on free ports with an empty data folder (or the given one, which is then kept) and
 * resolves when its health says that everything is up. Rejects with what the host printed when it ends
 * before, or after two minutes.
 */
export async function startProduct(options: { env?: Record<string, string>; dataDir?: string } = {}): Promise<Product> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'product-'));
  const discard = (): void => {
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  const place = await hostPlace(dataDir, options.env);
  try {
    const { child, output } = await startHostProcess(place, upWithinMs);
    const stop = async (): Promise<void> => {
      await endHostProcess(child, 'SIGTERM');
      discard();
    };
    const { url, port, wsPort } = place;
    return { url, port, wsPort, dataDir, output, stop, child };
  } catch (error) {
    discard();
    throw error;
  }
}
