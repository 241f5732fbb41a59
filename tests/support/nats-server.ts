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

/**
 * Whether there is a NATS server here, or one could be installed: tests that need one are named `[needs
 * nats-server]`, and the run says that they were not tried (scripts/test-report.ts).
 */
export async function hasNatsServer(): Promise<boolean> {
  return (await serverBinary()) !== undefined;
}

/** Starts a real NATS server of the system's packages on a free loopback port. */
export async function startNatsServer(): Promise<NatsServer> {
  const binary = await serverBinary();
  if (binary === undefined)
    throw new Error("There is no NATS server: install the package 'nats-server' (on Debian: apt-get install nats-server).");
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

async function serverBinary(): Promise<string | undefined> {
  return (await findBinary()) ?? (await installBinary());
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

/** Installs it where this user may; undefined where it cannot be had. */
async function installBinary(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  for (;;) {
    const failure = await install().then(
      () => undefined,
      (cause: unknown) => cause,
    );
    const binary = await findBinary();
    // Another file of tests may install it just now.
    if (binary !== undefined || !String(failure).includes('Could not get lock')) return binary;
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
