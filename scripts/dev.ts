import { spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { createServer } from 'vite';
import { readEnvironment } from '../host/environment.ts';

/**
 * `npm run dev`: hot reload of both sides. Vite serves the page on PORT and passes /api on to the host, which runs on the port after it and
 * starts anew when its files change. The websocket goes to the host directly.
 */
const root = join(import.meta.dirname, '..');
const { port, bind } = readEnvironment(process.env);
const apiPort = port + 2;
const origin = `http://${bind}:${port}`;

const host = spawn(process.execPath, ['--watch', '--watch-preserve-output', join(root, 'host/main.ts')], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PORT: String(apiPort), CONSOLE_ORIGIN: origin },
});

const vite = await createServer({
  root,
  clearScreen: false,
  server: {
    host: bind,
    port,
    strictPort: true,
    proxy: { '/api': `http://${bind}:${apiPort}`, '/dev': `http://${bind}:${apiPort}` },
    watch: { ignored: ['**/data/**', '**/host/**', '**/tests/**'] },
  },
});
await vite.listen();
console.log(`\n  Address  ${origin}   (host on ${apiPort})\n  Login    demo / demo-password\n  Stop     Ctrl-C\n`);

let stopping = false;
const stop = (): void => {
  if (stopping) return;
  stopping = true;
  host.kill('SIGTERM');
  void vite.close();
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
host.on('exit', (code) => {
  process.exitCode = stopping ? 0 : (code ?? 1);
  stop();
});
