import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { Client } from 'basic-ftp';
import type { FtpsFile } from '../../host/domain/files/ftps-files.ts';
import { FtpsServer, type FtpsOptions } from '../../host/entry/ftps/ftps-server.ts';
import { selfSigned } from './self-signed.ts';

export const ftpsUser = 'river.ada';
export const ftpsKey = 'the-key-of-ada';

/** A running FTPS server with files of random bytes, on free ports. */
export type FtpsStage = {
  server: FtpsServer;
  port: number;
  implicitPort: number;
  cert: string;
  folder: string;
  /** The SHA-256 of each file by its name. */
  hashes: Map<string, string>;
  /** Adds a file to the list, with its content at that path. */
  offer(file: FtpsFile, at: string): void;
  /** Revokes the key of the person logged in. */
  revoke(): void;
  /** Ends the key without notice. */
  expire(): void;
  /** Makes the server check the keys again. */
  doubt(): void;
  /** The names of the security events logged. */
  events: string[];
  /** How many logins were checked. */
  judged(): number;
  close(): Promise<void>;
};

export type FtpsStageOptions = Pick<FtpsOptions, 'limits' | 'passivePorts' | 'publicAddress' | 'now' | 'bind'> & {
  files?: Record<string, number>;
};

export async function openFtpsStage(options: Partial<FtpsStageOptions> = {}): Promise<FtpsStage> {
  const { files = { 'a.bin': 3, 'big ü.bin': 700_000, 'empty.bin': 0 } } = options;
  const folder = await mkdtemp(path.join(tmpdir(), 'ftps-'));
  const listed = new Map<string, { file: FtpsFile; at: string }>();
  const hashes = new Map<string, string>();
  for (const [index, [name, size]] of Object.entries(files).entries()) {
    const at = path.join(folder, `${index}`);
    const bytes = randomBytes(size);
    await writeFile(at, bytes);
    hashes.set(name, hashOf(bytes));
    listed.set(name, { file: { name, size, modifiedAt: new Date('2026-03-04T05:06:07Z') }, at });
  }
  const revoking = new Set<(key: string) => void>();
  const doubting = new Set<() => void>();
  const events: string[] = [];
  const note = (details: object) => void ('security' in details && events.push(String(details.security)));
  const known = new Set<string>();
  let judged = 0;
  let isLive = true;
  const tls = selfSigned();
  const server = new FtpsServer({
    bind: '127.0.0.1',
    tls,
    log: { debug: note, info: note, warn: note, error: note },
    ...options,
    limits: { refusalMs: 1, ...options.limits },
    access: {
      login: async (user, password) => {
        judged++;
        if (user !== ftpsUser || password !== ftpsKey) return null;
        return {
          key: 'ada',
          list: async () => [...listed.values()].map(({ file }) => file),
          open: async (name) => ({ path: listed.get(name)?.at ?? '' }),
        };
      },
      isKnown: (from) => known.has(from),
      remember: (from) => void known.add(from),
      isLive: async () => isLive,
      onRevoked: (listener) => {
        revoking.add(listener);
        return () => revoking.delete(listener);
      },
      onRecheckNeeded: (listener) => {
        doubting.add(listener);
        return () => doubting.delete(listener);
      },
    },
  });
  return {
    server,
    port: await server.listen('explicit', 0),
    implicitPort: await server.listen('implicit', 0),
    cert: tls.cert,
    folder,
    hashes,
    offer: (file, at) => void listed.set(file.name, { file, at }),
    revoke: () => revoking.forEach((listener) => listener('ada')),
    expire: () => void (isLive = false),
    doubt: () => doubting.forEach((listener) => listener()),
    events,
    judged: () => judged,
    close: async () => {
      await server.close(0);
      await rm(folder, { recursive: true });
    },
  };
}

export function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Returns the hash of a file that a client has written. */
export async function hashOfFile(file: string): Promise<string> {
  return hashOf(await readFile(file));
}

/** Returns a client of basic-ftp that is logged in. */
export async function loggedInClient(
  { port, implicitPort, cert }: FtpsStage,
  {
    secure = true,
    tls = {},
    password = ftpsKey,
  }: { secure?: true | 'implicit'; tls?: ConnectionOptions; password?: string } = {},
): Promise<Client> {
  const client = new Client(20_000);
  await client.access({
    host: '127.0.0.1',
    port: secure === true ? port : implicitPort,
    user: ftpsUser,
    password,
    secure,
    secureOptions: { ca: cert, ...tls },
  });
  return client;
}

/** A control connection on which a test can write anything. */
export class FtpsLine {
  #socket: Socket | TLSSocket;
  #received = '';
  #isOpen = true;
  #wake = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#listen(socket);
  }

  /** Connects and waits for the greeting. */
  static async open(port: number, from = '127.0.0.1'): Promise<FtpsLine> {
    const line = new FtpsLine(connect({ port, host: '127.0.0.1', localAddress: from }));
    await line.answer();
    return line;
  }

  /** Connects, starts TLS and logs in. */
  static async loggedIn(stage: FtpsStage): Promise<FtpsLine> {
    const line = await FtpsLine.open(stage.port);
    await line.startTls(stage);
    for (const command of [`USER ${ftpsUser}`, `PASS ${ftpsKey}`, 'PBSZ 0', 'PROT P']) await line.ask(command);
    return line;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  async startTls({ cert }: FtpsStage): Promise<void> {
    await this.ask('AUTH TLS');
    await this.speakTls(cert);
  }

  /** Starts TLS without a command. */
  async speakTls(ca: string): Promise<void> {
    this.#socket.removeAllListeners('data');
    const secured = connectTls({ socket: this.#socket, ca, host: '127.0.0.1' });
    this.#listen(secured);
    this.#socket = secured;
    await once(secured, 'secureConnect');
  }

  write(data: string | Buffer): void {
    this.#socket.write(data);
  }

  /** Sends a command and returns the whole answer. */
  ask(command: string): Promise<string> {
    this.write(`${command}\r\n`);
    return this.answer();
  }

  /** Returns the next whole answer; if the connection ends first, what came before. */
  async answer(): Promise<string> {
    for (;;) {
      const whole = /^(\d{3})(?: .*|-[^]*?\r\n\1 .*)\r\n/.exec(this.#received)?.[0];
      if (whole !== undefined) {
        this.#received = this.#received.slice(whole.length);
        return whole.trimEnd();
      }
      if (!this.#isOpen) return this.#received;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** Resolves with the remaining answers when the host has closed the connection. */
  async rest(): Promise<string> {
    while (this.#isOpen) await new Promise<void>((resolve) => (this.#wake = resolve));
    return this.#received.trimEnd();
  }

  /** Returns the port that EPSV names. */
  async passivePort(): Promise<number> {
    return Number(/\|\|\|(\d+)\|/.exec(await this.ask('EPSV'))?.[1]);
  }

  /** Opens a data connection, not yet secured. */
  async data(from = '127.0.0.1'): Promise<Socket> {
    const socket = connect({ port: await this.passivePort(), host: '127.0.0.1', localAddress: from });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #listen(socket: Socket): void {
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      this.#received += chunk.toString();
      this.#wake();
    });
    socket.once('close', () => {
      this.#isOpen = false;
      this.#wake();
    });
  }
}

/** Starts TLS on a data connection. */
export function secureData(raw: Socket, ca: string): TLSSocket {
  return connectTls({ socket: raw, ca, host: '127.0.0.1' }).on('error', () => undefined);
}

/** Returns everything a data connection receives; rejects if it fails. */
export async function received(raw: Socket, ca: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of secureData(raw, ca)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
