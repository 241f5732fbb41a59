import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { build } from 'vite';
import { styleHashes } from '../../../host/entry/http/security-headers.ts';
import { viewPlugins } from '../../../scripts/early-page.ts';

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** The product's policy (HOST-7), except for what only a page with a host needs. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${styleHashes.join(' ')}`,
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "form-action 'self'",
].join('; ');

/** Builds the page of the component tests like the console, and serves it from memory. */
export async function serveComponents(): Promise<{ url: string; stop: () => Promise<void> }> {
  const files = new Map<string, string | Uint8Array>();
  const built = await build({
    configFile: false,
    root: join(import.meta.dirname, '../page'),
    publicDir: false,
    logLevel: 'error',
    plugins: viewPlugins(),
    build: { target: 'es2023', write: false, modulePreload: { polyfill: false } },
  });
  if ('on' in built) throw new Error('Vite watches the page of the components instead of building it');
  for (const { output } of [built].flat())
    for (const file of output) files.set(`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://page');
    const name = pathname === '/' ? '/index.html' : pathname;
    const body = files.get(name);
    if (body === undefined) return response.writeHead(name === '/favicon.ico' ? 204 : 404).end();
    const type = types[extname(name)] ?? 'application/octet-stream';
    return response.writeHead(200, { 'content-type': type, 'content-security-policy': policy }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: string | AddressInfo | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The page of the components has no port');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
