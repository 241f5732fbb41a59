import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../scripts/free-port.ts';

const run = promisify(execFile);

export type NatsServer = {
  /** With the name and password that it takes. */
  url: string;
  password: string;
  /** Kills it, as by a machine that goes down. */
  kill(): Promise<void>;
  /** Starts it again on the same port. */
  start(): Promise<void>;
};

/** Starts a real NATS server of the system's packages on a free loopback port. */
export async function startNatsServer(): Promise<NatsServer> {
  const binary = (await findBinary()) ?? (await installBinary());
  const port = await freePort();
  const password = crypto.randomUUID();
  let child: ReturnType<typeof spawn> | undefined;
  const server: NatsServer = {
    url: `nats://console:${password}@127.0.0.1:${port}`,
    password,
    async kill() {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    async start() {
      const begun = spawn(binary, ['-a', '127.0.0.1', '-p', String(port), '--user', 'console', '--pass', password], {
        stdio: 'ignore',
      });
      child = begun;
      while (!(await answers(port))) {
        if (begun.exitCode !== null || begun.signalCode !== null) throw new Error(`${binary} ended with ${begun.exitCode}`);
        await wait(20);
      }
    },
  };
  await server.start();
  return server;
}

async function findBinary(): Promise<string | undefined> {
  const places = (process.env['PATH'] ?? '').split(':').concat('/usr/sbin', '/usr/local/bin');
  for (const place of places) {
    const binary = `${place}/nats-server`;
    if (
      await access(binary).then(
        () => true,
        () => false,
      )
    )
      return binary;
  }
  return undefined;
}

async function installBinary(): Promise<string> {
  const advice =
    "The tests of NATS need a real server: install the package 'nats-server' (on Debian: apt-get install nats-server).";
  if (process.getuid?.() !== 0) throw new Error(advice);
  for (;;) {
    const failure = await install().then(
      () => undefined,
      (cause: unknown) => cause,
    );
    const binary = await findBinary();
    if (binary !== undefined) return binary;
    // Another file of tests installs it just now.
    if (!String(failure).includes('Could not get lock')) throw new Error(advice, { cause: failure });
    await wait(500);
  }
}

async function install(): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update'], { env });
  await run('apt-get', ['install', '-y', '--no-install-recommends', 'nats-server'], { env });
}

/** The server greets whoever connects. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    const done = (isUp: boolean) => {
      socket.destroy();
      resolve(isUp);
    };
    socket.once('data', () => done(true)).once('error', () => done(false));
  });
}
