import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import type { PageSettings } from './page-settings.ts';

export type ServedPage = { urlOf: (settings: PageSettings) => string; stop: () => Promise<void> };

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/**
 * Builds the page with the real live chart like the product, and serves it under the product's content
 * security policy. The isolation headers let the page measure its own memory.
 */
export async function servePage(): Promise<ServedPage> {
  const out = await mkdtemp(join(tmpdir(), 'live-chart-page-'));
  await build({
    configFile: false,
    root: import.meta.dirname,
    base: '/',
    logLevel: 'error',
    plugins: [react()],
    build: { outDir: out, emptyOutDir: true, target: 'es2023' },
  });
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://page').pathname;
    if (path === '/favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    const file = join(out, normalize(path === '/' ? '/index.html' : path));
    readFile(file).then(
      (body) => {
        response.writeHead(200, {
          'content-type': types[extname(file)] ?? 'application/octet-stream',
          'content-security-policy': "default-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self' ws:",
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-embedder-policy': 'require-corp',
        });
        response.end(body);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (settings) => `http://127.0.0.1:${port}/?settings=${encodeURIComponent(JSON.stringify(settings))}`,
    async stop() {
      await new Promise((resolve) => server.close(resolve));
      await rm(out, { recursive: true, force: true });
    },
  };
}
