import { spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { createServer } from 'vite';
import { Mistake } from '../host/platform/mistake.ts';
import { readEnvironment } from '../host/platform/environment.ts';
import { freePort, freePortBeside } from './free-port.ts';
import { untilNpmEnds } from './npm-above.ts';

/**
 * `npm run dev`: hot reload of both sides. Vite serves the page on PORT and passes /api to the host, which
 * listens on any free port and restarts when its files change. The websocket goes directly to the host, on
 * WS_PORT.
 */
async function main(): Promise<void> {
  const npmEnds = untilNpmEnds();
  const root = join(import.meta.dirname, '..');
  const { port, wsPort, bind, demo } = readEnvironment(process.env);
  if (port === 0) throw new Mistake("PORT is '0', but npm run dev takes the port of the page, such as 8080.");
  const hostPort = await freePortBeside([port, wsPort], () => freePort(bind));
  const origin = `http://${bind}:${port}`;

  const vite = await createServer({
    root,
    clearScreen: false,
    server: {
      host: bind,
      port,
      strictPort: true,
      proxy: { '/api': `http://${bind}:${hostPort}`, '/dev': `http://${bind}:${hostPort}` },
      watch: { ignored: ['**/data/**', '**/host/**', '**/tests/**'] },
    },
  });
  // Before the host starts: if PORT is taken, nothing must stay running.
  await vite.listen().catch(async (error: unknown) => {
    await vite.close();
    throw error;
  });

  const watched = ['--watch', '--watch-preserve-output', '--import', join(root, 'scripts/end-with-dev.ts')];
  const host = spawn(process.execPath, [...watched, join(root, 'host/main.ts')], {
    cwd: root,
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { ...process.env, PORT: String(hostPort), CONSOLE_ORIGIN: origin },
  });
  const login = demo ? 'demo / demo-password' : 'create users with: npm run admin -- help';
  console.log(`\n  Address  ${origin}   (host on ${hostPort})\n  Login    ${login}\n  Stop     Ctrl-C\n`);

  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    host.kill('SIGTERM');
    void vite.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  npmEnds.addEventListener('abort', stop);
  host.on('exit', (code) => {
    process.exitCode = stopping ? 0 : (code ?? 1);
    stop();
  });
}

try {
  await main();
} catch (error) {
  process.exitCode = error instanceof Mistake ? 2 : 1;
  console.error(error instanceof Error ? error.message : error);
}
