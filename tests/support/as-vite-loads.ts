import { join } from 'node:path';
import { createServer } from 'vite';

const root = join(import.meta.dirname, '../..');

/**
 * Imports a module of ours, by its path from the root, and all that it imports, through Vite: the console's
 * screens have views in `.tsx`, which Node alone does not read. For the life of the process, as parts of the
 * console are imported when they are needed.
 */
export async function asViteLoads(module: string): Promise<unknown> {
  const vite = await createServer({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  });
  return vite.ssrLoadModule(`/${module}`);
}
