import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import process from 'node:process';
import type { BrowserContext } from '@playwright/test';

const root = join(import.meta.dirname, '../../..');
const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' };

/** The console as built for people, but with the names of its functions, which a minifier removes. */
export type NamedConsole = {
  /** Serves it to a context's pages instead of the host's console; the host answers everything else. */
  serveTo(context: BrowserContext): Promise<void>;
  discard(): Promise<void>;
};

export async function buildNamedConsole(): Promise<NamedConsole> {
  const folder = await mkdtemp(join(tmpdir(), 'named-console-'));
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const words = ['build', '--logLevel', 'warn', '--minify', 'false', '--outDir', folder, '--emptyOutDir'];
  const child = spawn(process.execPath, [vite, ...words, '--configLoader', 'native'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error('The console could not be built with its names');
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  return {
    async serveTo(context) {
      await context.route(
        ({ pathname }) => pathname.startsWith('/assets/'),
        async (route) => {
          const file = join(folder, new URL(route.request().url()).pathname);
          await route.fulfill({ body: await readFile(file), contentType: types[extname(file)] ?? 'application/octet-stream' });
        },
      );
      await context.route('**/*', async (route) => {
        if (route.request().resourceType() !== 'document') return route.fallback();
        const response = await route.fetch();
        await route.fulfill({ response, body: page });
      });
    },
    discard: () => rm(folder, { recursive: true, force: true }),
  };
}
