import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endHostProcess, hostPlace, startHostProcess } from './host-process.ts';
import { putPreparedData } from './prepared-data.ts';

const upWithinMs = 120_000;

/** The whole product as a person runs it: a real host process with its own data folder and ports. */
export type Product = {
  url: string;
  port: number;
  wsPort: number;
  dataDir: string;
  output(): string;
  stop(): Promise<void>;
  child: ChildProcess;
};

type ProductOptions = { env?: Record<string, string>; dataDir?: string; fromNothing?: boolean };

/**
 * Starts host/main.ts on free ports with its own data folder (or the given one, which is then kept), and
 * resolves when its health check passes. An empty folder gets prepared data first, unless the host should
 * make its database itself (`fromNothing`). Rejects with the host's output if it ends first, or after two
 * minutes.
 */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'product-'));
  const discard = (): void => {
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  const place = await hostPlace(dataDir, options.env);
  const isEmpty = !existsSync(dataDir) || readdirSync(dataDir).length === 0;
  try {
    if (isEmpty && options.fromNothing !== true && !place.env['DATABASE_URL']) await putPreparedData(dataDir);
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
