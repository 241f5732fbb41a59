import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { programsOf } from './debian-package.ts';

export type NatsServer = {
  /** Its address, with the name and password. */
  url: string;
  password: string;
  /** Kills it, as if its machine went down. */
  kill(): Promise<void>;
  /** Starts it again on the same port. */
  start(): Promise<void>;
};

/**
 * Returns whether there is a NATS server here, or one could be installed. Tests that need one are named
 * `[needs nats-server]`, and the run reports that they were not tried (scripts/test-report.ts).
 */
export async function hasNatsServer(): Promise<boolean> {
  return (await serverBinary()) !== undefined;
}

/** Starts a real NATS server from the system's packages on a free loopback port. */
export async function startNatsServer(): Promise<NatsServer> {
  const binary = await serverBinary();
  if (binary === undefined)
    throw new Error("There is no NATS server: install the package 'nats-server' (on Debian: apt-get install nats-server).");
  const password = crypto.randomUUID();
  // It chooses the port itself, so that no other process can take it first.
  let { child, port } = await listening(binary, password, -1);
  return {
    url: `nats://console:${password}@127.0.0.1:${port}`,
    password,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    async start() {
      ({ child, port } = await freeAgain(() => listening(binary, password, port)));
    },
  };
}

/** Runs it until it prints that it listens, and where; rejects with its output if it ends first. */
async function listening(binary: string, password: string, at: number): Promise<{ child: ChildProcess; port: number }> {
  const given = ['-a', '127.0.0.1', '-p', String(at), '--user', 'console', '--pass', password];
  const child = spawn(binary, given, { stdio: ['ignore', 'ignore', 'pipe'] });
  const said: string[] = [];
  let port = at;
  for await (const line of createInterface(child.stderr)) {
    said.push(line);
    port = Number(/Listening for client connections on \S+:(\d+)/.exec(line)?.[1] ?? port);
    if (!line.includes('Server is ready')) continue;
    child.stderr.resume();
    return { child, port };
  }
  throw new Error(`${binary} ended: ${said.join('\n')}`);
}

/** After a kill, another process may hold the port for a moment. */
async function freeAgain<T>(work: () => Promise<T>, until = Date.now() + 30_000): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!String(error).includes('address already in use') || Date.now() > until) throw error;
      await wait(100);
    }
  }
}

async function serverBinary(): Promise<string | undefined> {
  return (await programsOf(['nats-server'], 'nats-server'))?.['nats-server'];
}
