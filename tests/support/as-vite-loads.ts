import { join } from 'node:path';
import { createServer } from 'vite';

const root = join(import.meta.dirname, '../..');

/**
 * Imports one of our modules, by its path from the root, with all its imports, through Vite: the console's
 * screens have views in `.tsx`, which Node cannot read. Vite runs until the process ends, because parts of
 * the console are imported when they are needed.
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
