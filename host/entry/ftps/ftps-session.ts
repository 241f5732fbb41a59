import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { type SecureContext, TLSSocket } from 'node:tls';
import { addressKey } from '../../domain/accounts/address-key.ts';
import type { FtpsAccess, FtpsFile, FtpsUser } from '../../domain/files/ftps-files.ts';
import type { MinuteCounts } from '../../platform/minute-counts.ts';
import { openPlainFile } from '../../platform/plain-file.ts';
import { logSecurity } from '../../platform/security-events.ts';
import { hangUp } from '../hang-up.ts';
import { CommandLines, type FtpsCommand, readCommand } from './command-lines.ts';
import { DataListener, plainAddress, type PortRange, sendAll, speakTls } from './data-line.ts';
import { factsOf, isServable, longLine, stamp } from './file-lists.ts';
import type { FtpsLimits } from './ftps-limits.ts';

/** The methods of a pino logger that FTPS uses. */
export type FtpsLog = { [level in 'debug' | 'info' | 'warn' | 'error']: (details: object, text: string) => void };

/** What all sessions of a server share. */
export type FtpsContext = {
  access: FtpsAccess;
  log: FtpsLog;
  secureContext: SecureContext;
  limits: FtpsLimits;
  rate: MinuteCounts;
  /** The ports for data connections. If undefined, any free port is used. */
  passivePorts?: PortRange | undefined;
  /** The IPv4 address in the answer to PASV; by default the address that the client connected to. */
  publicAddress?: string | undefined;
  isRevoked: (key: string) => boolean;
  /** Returns the number of sessions logged in with a key. */
  sessionsOf: (key: string) => number;
  isClosing: () => boolean;
  /** Returns the current time in ms. */
  now: () => number;
};

/** After how many wrong passwords a connection is closed. */
const maxFailures = 3;
/** A client with more unread bytes of answers than this is disconnected. */
const maxUnreadBytes = 65_536;

const features = 'AUTH TLS,EPSV,MDTM,MLST type*;size*;modify*;perm*;,PASV,PBSZ,PROT,REST STREAM,SIZE,UTF8'.split(',');
const writing = ['STOR', 'STOU', 'APPE', 'DELE', 'RMD', 'MKD', 'RNFR', 'RNTO', 'ALLO', 'SITE', 'MFMT'];
/** Commands allowed without TLS: they reveal nothing about the user. */
const openVerbs = ['AUTH', 'FEAT', 'OPTS', 'SYST', 'NOOP', 'HELP', 'QUIT'];
const beforeLogin = [...openVerbs, 'USER', 'PASS', 'PBSZ', 'PROT'];

/** One control connection, from its greeting to its end (FTPS-1 to FTPS-6). */
export class FtpsSession {
  readonly #context: FtpsContext;
  readonly #address: string;
  readonly #lines: CommandLines;
  readonly #waiting: Buffer[] = [];
  readonly #nameTimer: NodeJS.Timeout;
  readonly #loginTimer: NodeJS.Timeout;
  readonly #idleTimer: NodeJS.Timeout;
  #socket: Socket;
  #isWorking = false;
  #hasEnded = false;
  #failures = 0;
  #user: string | undefined;
  #loggedIn: FtpsUser | undefined;
  #hasPbsz = false;
  #isPrivate = false;
  #from = 0;
  #dataListener: DataListener | undefined;
  #transfer: AbortController | undefined;

  /** `socket` already uses TLS on the implicit port; `sinceMs` is how long (ms) it has been connected. */
  constructor(socket: Socket, context: FtpsContext, sinceMs: number) {
    const { limits } = context;
    this.#context = context;
    this.#socket = socket;
    this.#address = plainAddress(socket.remoteAddress);
    this.#lines = new CommandLines(limits.lineBytes);
    this.#nameTimer = setTimeout(() => this.end('421 No name in time'), Math.max(0, limits.nameMs - sinceMs));
    this.#loginTimer = setTimeout(() => this.end('421 No login in time'), limits.loginMs);
    this.#idleTimer = setTimeout(() => this.end('421 No command for too long'), limits.idleMs);
    this.#listen();
    this.#reply('220 Data files, read-only, by TLS only');
  }

  /** The access key of the user who is logged in. */
  get key(): string | undefined {
    return this.#loggedIn?.key;
  }

  /** True while a file or a list is being sent. */
  get isSending(): boolean {
    return this.#transfer !== undefined;
  }

  /** Aborts any transfer, sends a last line, and closes the connection. */
  end(lastWords: string): void {
    if (this.#hasEnded) return;
    this.#clear();
    hangUp(this.#socket, `${lastWords}\r\n`);
  }

  /** Closes the connection at once. */
  destroy(): void {
    this.#clear();
    this.#socket.destroy();
  }

  #clear(): void {
    this.#hasEnded = true;
    for (const timer of [this.#nameTimer, this.#loginTimer, this.#idleTimer]) clearTimeout(timer);
    this.#waiting.length = 0;
    this.#transfer?.abort();
    this.#dataListener?.close();
  }

  #listen(): void {
    this.#socket.on('error', () => undefined);
    this.#socket.on('data', this.#receive);
    this.#socket.once('close', () => this.#clear());
  }

  readonly #receive = (chunk: Buffer): void => {
    if (this.#hasEnded) return;
    const lines = this.#lines.add(chunk);
    if (lines === null) return this.end('500 A command is too long');
    for (const line of lines) {
      // ABOR is queued behind the transfer that it aborts, so abort now.
      if (this.isSending && readCommand(line)?.verb === 'ABOR') this.#transfer?.abort();
      if (this.#waiting.push(line) > this.#context.limits.waitingLines) return this.end('421 Too many commands at once');
    }
    void this.#work();
  };

  async #work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    for (let line = this.#waiting.shift(); line !== undefined && !this.#hasEnded; line = this.#waiting.shift()) {
      this.#idleTimer.refresh();
      await this.#run(line);
      this.#idleTimer.refresh();
    }
    this.#isWorking = false;
  }

  async #run(line: Buffer): Promise<void> {
    const command = readCommand(line);
    if (command === null) return this.#reply('501 A command has control characters, or is not UTF-8');
    const refusal = this.#refusalOf(command);
    if (refusal !== null) return this.#reply(refusal);
    try {
      // No time limit is set here: each command limits its own waiting time.
      await this.#commands[command.verb]?.(command.argument);
    } catch (error) {
      this.#context.log.error({ err: error, verb: command.verb }, 'a command of FTPS failed');
      this.#reply('451 The host cannot do this just now: try again in a moment');
    } finally {
      if (command.verb !== 'REST') this.#from = 0;
    }
  }

  /** Returns why a command is refused, or null. */
  #refusalOf({ verb }: FtpsCommand): string | null {
    if (!this.#isTls && !openVerbs.includes(verb)) return '530 AUTH TLS comes first';
    if (this.#loggedIn === undefined && !beforeLogin.includes(verb)) return '530 Log in first';
    if (writing.includes(verb)) return '550 Read-only';
    if (verb === 'PORT' || verb === 'EPRT') return '502 Use PASV or EPSV: the host connects to nobody';
    return Object.hasOwn(this.#commands, verb) ? null : '502 Not known here';
  }

  get #isTls(): boolean {
    return this.#socket instanceof TLSSocket;
  }

  #reply(text: string): void {
    if (this.#hasEnded) return;
    this.#socket.write(`${text}\r\n`);
    if (this.#socket.writableLength > maxUnreadBytes) this.destroy();
  }

  readonly #commands: Record<string, (argument: string) => void | Promise<void>> = {
    AUTH: (argument) => this.#beginTls(argument),
    USER: (argument) => this.#name(argument),
    PASS: (argument) => this.#logIn(argument),
    PBSZ: (argument) => {
      this.#hasPbsz = this.#isTls && argument === '0';
      this.#reply(this.#hasPbsz ? '200 PBSZ=0' : '501 Only PBSZ 0, after AUTH TLS');
    },
    PROT: (argument) => {
      if (!this.#hasPbsz) return this.#reply('503 PBSZ 0 comes first');
      if (argument.toUpperCase() !== 'P') return this.#reply('534 Only PROT P: data are never sent in clear');
      this.#isPrivate = true;
      this.#reply('200 Data go by TLS');
    },
    FEAT: () => this.#reply(['211-Extensions:', ...features.map((feature) => ` ${feature}`), '211 End'].join('\r\n')),
    OPTS: (argument) => {
      if (/^utf-?8( on)?$/i.test(argument)) return this.#reply('200 Names are UTF-8');
      if (/^mlst( |$)/i.test(argument)) return this.#reply('200 MLST OPTS type;size;modify;perm;');
      this.#reply('501 Not an option here');
    },
    SYST: () => this.#reply('215 UNIX Type: L8'),
    TYPE: (argument) => this.#choose(argument, /^(i|a( n)?|l 8)$/i, '200 Files are sent as they are'),
    MODE: (argument) => this.#choose(argument, /^s$/i, '200 Stream'),
    STRU: (argument) => this.#choose(argument, /^f$/i, '200 File'),
    PWD: () => this.#reply('257 "/" is the only folder'),
    CWD: (argument) => this.#reply(pathOf(argument) === '' ? '250 There' : '550 There is one folder only: /'),
    CDUP: () => this.#reply('250 / is the top'),
    PASV: () => this.#listenForData((port) => this.#passiveAnswer(port)),
    EPSV: (argument) => {
      if (/^all$/i.test(argument)) return this.#reply('200 EPSV it is');
      if (!/^[12]?$/.test(argument)) return this.#reply('522 Only protocols (1,2)');
      return this.#listenForData((port) => `229 Entering extended passive mode (|||${port}|)`);
    },
    LIST: (argument) => this.#sendList(withoutFlags(argument), (file) => longLine(file, this.#context.now())),
    NLST: (argument) => this.#sendList(withoutFlags(argument), ({ name }) => name),
    MLSD: (argument) => this.#sendList(argument, (file) => `${factsOf(file)} ${file.name}`),
    MLST: (argument) =>
      this.#about(argument, (file) => `250-Facts\r\n ${factsOf(file)} /${file?.name ?? ''}\r\n250 End`, 'with the folder'),
    SIZE: (argument) => this.#about(argument, (file) => `213 ${file?.size}`),
    MDTM: (argument) => this.#about(argument, (file) => `213 ${file === null ? '' : stamp(file.modifiedAt)}`),
    REST: (argument) => {
      const from = /^\d{1,15}$/.test(argument) ? Number(argument) : null;
      this.#from = from ?? 0;
      this.#reply(from === null ? '501 REST takes a number of bytes' : `350 The next RETR begins at ${from}`);
    },
    RETR: (argument) => this.#retrieve(argument),
    ABOR: () => this.#reply('226 Nothing is being sent now'),
    STAT: (argument) => this.#reply(argument === '' ? '211 Logged in, by TLS' : '504 STAT takes no path: use MLST'),
    NOOP: () => this.#reply('200 Yes'),
    HELP: () => this.#reply(`214 ${Object.keys(this.#commands).join(' ')}`),
    QUIT: () => this.end('221 Goodbye'),
  };

  #choose(argument: string, taken: RegExp, answer: string): void {
    this.#reply(taken.test(argument) ? answer : '504 Not offered here');
  }

  async #beginTls(argument: string): Promise<void> {
    if (this.#isTls) return this.#reply('503 TLS is on already');
    if (!/^(tls|tls-c|ssl)$/i.test(argument)) return this.#reply('504 Only AUTH TLS');
    const raw = this.#socket;
    raw.off('data', this.#receive);
    raw.pause();
    await new Promise((resolve) => raw.write('234 Now TLS\r\n', resolve));
    // Plain text before TLS may come from an attacker: drop it (FTPS-3).
    this.#waiting.length = 0;
    this.#lines.drop();
    try {
      this.#socket = await speakTls(raw, this.#context.secureContext, this.#context.limits.dataWaitMs);
    } catch {
      return this.destroy();
    }
    if (this.#hasEnded) return void this.#socket.destroy();
    this.#listen();
  }

  #name(user: string): void {
    if (this.#loggedIn !== undefined) return this.#reply('503 Logged in already');
    clearTimeout(this.#nameTimer);
    this.#user = user;
    this.#reply('331 The password is an access key');
  }

  async #logIn(password: string): Promise<void> {
    const { access, rate, limits, log, isRevoked, sessionsOf, isClosing } = this.#context;
    const user = this.#user;
    if (this.#loggedIn !== undefined) return this.#reply('503 Logged in already');
    if (user === undefined) return this.#reply('503 USER comes first');
    this.#user = undefined;
    if (isClosing()) return this.end('421 The host is stopping');
    const address = this.#address;
    const from = addressKey(address);
    const [pair, any, all] = [`pair ${from} ${user}`, `any ${from}`, `all ${from}`];
    if (rate.isOver(pair, limits.failuresPerMinute) || isSlowedDown(this.#context, from)) {
      logSecurity(log, { event: 'ftps.slowedDown', address });
      return this.end('421 Too many logins: try again in a minute');
    }
    // Count the attempt first, so that parallel attempts cannot exceed the limit.
    for (const key of [all, pair, any]) rate.count(key, 1);
    const refusable = delay(limits.refusalMs);
    const takeBack = () => [pair, any].forEach((key) => rate.count(key, -1));
    const loggedIn = await this.#inTime(access.login(user, password, address)).catch((error: unknown) => {
      // The key could not be checked, so the attempt does not count as failed.
      takeBack();
      throw error;
    });
    if (loggedIn === null || isRevoked(loggedIn.key)) {
      logSecurity(log, { event: 'ftps.loginFailed', address });
      await refusable;
      if (++this.#failures >= maxFailures) return this.end('421 Too many wrong passwords');
      return this.#reply('530 The name or the access key is wrong');
    }
    takeBack();
    if (this.#hasEnded) return;
    if (sessionsOf(loggedIn.key) >= limits.sessionsPerKey)
      return this.end(`421 ${limits.sessionsPerKey} sessions of this access key are open: end one first`);
    clearTimeout(this.#loginTimer);
    this.#loggedIn = loggedIn;
    access.remember(from);
    logSecurity(log, { event: 'ftps.loginSucceeded', keyId: loggedIn.key, address });
    this.#reply('230 Logged in');
  }

  /** Waits for the host's answer, and rejects after `answerMs`. */
  #inTime<T>(answer: Promise<T>): Promise<T> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error('The host did not answer in time')), this.#context.limits.answerMs);
    return Promise.race([answer, late]).finally(() => clearTimeout(timer));
  }

  async #files(): Promise<FtpsFile[]> {
    const files = await this.#inTime(this.#loggedIn?.list() ?? Promise.resolve([]));
    return files.filter(isServable);
  }

  /**
   * Replies with facts about a file. A path to the folder gets them only if `folder` is set (`file` is then
   * null).
   */
  async #about(argument: string, answer: (file: FtpsFile | null) => string, folder?: 'with the folder'): Promise<void> {
    const path = pathOf(argument);
    const file = path === '' ? null : (await this.#files()).find(({ name }) => name === path);
    this.#reply(file === undefined || (file === null && folder === undefined) ? '550 No such file' : answer(file));
  }

  #passiveAnswer(port: number): string | null {
    const address = this.#context.publicAddress ?? plainAddress(this.#socket.localAddress);
    if (address.includes(':')) return null;
    return `227 Entering passive mode (${[...address.split('.'), port >> 8, port & 255].join(',')})`;
  }

  async #listenForData(answer: (port: number) => string | null): Promise<void> {
    const { passivePorts, limits, log } = this.#context;
    if (!this.#isPrivate) return this.#reply('521 PBSZ 0 and PROT P come first');
    this.#dataListener?.close();
    this.#dataListener = undefined;
    const onOtherAddress = (address: string) => logSecurity(log, { event: 'ftps.dataRefused', address });
    const listener = await DataListener.open(this.#socket, passivePorts, { waitMs: limits.dataWaitMs, onOtherAddress });
    if (listener === null) return this.#reply('425 No port is free for data: try again in a moment');
    const text = answer(listener.port);
    if (this.#hasEnded || text === null) {
      listener.close();
      return this.#reply('522 Use EPSV: PASV is for IPv4');
    }
    this.#dataListener = listener;
    this.#reply(text);
  }

  async #sendList(argument: string, line: (file: FtpsFile) => string): Promise<void> {
    const path = pathOf(argument);
    const files = (await this.#files()).filter(({ name }) => path === '' || name === path);
    if (path !== '' && files.length === 0) return this.#reply('550 No such file');
    const text = files.map((file) => `${line(file)}\r\n`).join('');
    await this.#send(Readable.from(text === '' ? [] : [Buffer.from(text)]));
  }

  async #retrieve(argument: string): Promise<void> {
    const from = this.#from;
    const path = pathOf(argument);
    // Look the name up in the list: a client's path never reaches the disk.
    const isListed = (await this.#files()).some(({ name }) => name === path);
    const place = isListed ? await this.#inTime(this.#loggedIn?.open(path ?? '', from) ?? Promise.resolve(null)) : null;
    const handle = place === null ? null : await openPlainFile(place.path);
    if (handle === null) return this.#reply('550 No such file');
    try {
      if (from > (await handle.stat()).size) return this.#reply('554 The file ends before that byte');
      await this.#send(handle.createReadStream({ start: from, autoClose: false }));
    } finally {
      await handle.close();
    }
  }

  async #send(source: Readable): Promise<void> {
    const { secureContext, limits } = this.#context;
    const listener = this.#dataListener;
    this.#dataListener = undefined;
    if (listener === undefined) return this.#reply('425 PASV or EPSV comes first');
    const transfer = new AbortController();
    this.#transfer = transfer;
    const { signal } = transfer;
    signal.addEventListener('abort', () => listener.close());
    this.#reply('150 Here it comes');
    // During a transfer, only its own progress counts: the control connection may be silent.
    const timer = setInterval(() => this.#idleTimer.refresh(), limits.idleMs / 2);
    try {
      if (this.#hasEnded) return;
      const raw = await listener.take();
      if (raw === null) return this.#reply(signal.aborted ? '426 Broken off' : '425 The data connection did not come');
      signal.addEventListener('abort', () => raw.destroy());
      if (signal.aborted) raw.destroy();
      const socket = await speakTls(raw, secureContext, limits.dataWaitMs);
      await sendAll(source, socket, { signal, idleMs: limits.idleMs });
      this.#reply('226 All was sent');
    } catch (error) {
      this.#context.log.debug({ err: error }, 'a transfer by FTPS ended early');
      this.#reply('426 Broken off: the data connection failed, or took nothing for too long');
    } finally {
      clearInterval(timer);
      listener.close();
      source.destroy();
      this.#transfer = undefined;
    }
  }
}

/** Returns true while an address has made too many login attempts, under whichever names. */
export function isSlowedDown({ rate, limits }: Pick<FtpsContext, 'rate' | 'limits'>, from: string): boolean {
  return rate.isOver(`all ${from}`, limits.loginsPerMinute) || rate.isOver(`any ${from}`, limits.failuresPerMinute * 5);
}

/** Returns the file name in a client's path: empty for the folder itself, null for a path outside it. */
function pathOf(argument: string): string | null {
  const name = argument.replace(/^\.?\/(\.\/)*/, '').replace(/^\.$/, '');
  return name === '..' || name.includes('/') ? null : name;
}

/** Removes flags of `ls`, which some clients pass to LIST and NLST. */
function withoutFlags(argument: string): string {
  return argument.replace(/^-[a-zA-Z]+( |$)/, '');
}
