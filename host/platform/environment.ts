import { findMapArchive } from './map-archive.ts';
import { Mistake } from './mistake.ts';
import { isAddressRange, isReadableServer } from './setting-checks.ts';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { createSecureContext } from 'node:tls';
import type { Level } from 'pino';
import * as v from 'valibot';
import { email } from '#model/fields/person-fields.ts';
import { maxPort } from '#model/entities/receiver.ts';

/** The host's settings (HOST-1, HOST-2), read once when it starts. */
export type Environment = {
  port: number;
  wsPort: number;
  ftpsPort: number;
  /** The port for implicit FTPS, where TLS begins with the connection; undefined if implicit FTPS is off. */
  ftpsImplicitPort: number | undefined;
  /** The range of ports for FTPS data connections, inclusive; undefined: any free port. */
  ftpsPassivePorts: { from: number; to: number } | undefined;
  /** The IPv4 address at which FTPS clients reach the host, if it differs from its own. */
  ftpsPublicAddress: string | undefined;
  bind: string;
  dataDir: string;
  /** The folder of data files. */
  filesDir: string;
  databaseUrl: string | undefined;
  busUrl: string | undefined;
  smtpUrl: string | undefined;
  /** The sender of emails; by default, an address at the host's public name. */
  mailFrom: string | undefined;
  /**
   * The TLS certificate and its key, as PEM texts; undefined for plain http, which is allowed only on
   * loopback.
   */
  tls: { cert: string; key: string } | undefined;
  simulator: boolean;
  seed: number;
  /** Another origin that serves the page, such as the development server of `npm run dev`. */
  consoleOrigin: string | undefined;
  /** The origin at which people reach the host, if it differs from its own address. */
  publicUrl: string | undefined;
  /** Addresses and ranges (CIDR) of proxies whose forwarded headers are trusted. */
  trustProxy: readonly string[];
  /** The absolute path of an existing archive of map tiles. */
  mapArchive: string | undefined;
  /** The url of a map style, on any server. */
  mapStyleUrl: string | undefined;
  /** Internal addresses and ranges (CIDR) to which webhooks and requests for map styles may connect. */
  innerAddresses: readonly string[];
  /**
   * The token that lets a request read metrics from anywhere; without it, only this machine may read them.
   */
  metricsToken: string | undefined;
  logLevel: Level;
  /**
   * Whether to create demo accounts. Allowed only if no other machine can reach the host, because their
   * password is published.
   */
  demo: boolean;
};

const port = {
  takes: `a port from 0 to ${maxPort} (0 takes any free one)`,
  schema: v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(maxPort)),
};

const onOff = {
  takes: 'on or off',
  schema: v.pipe(
    v.picklist(['on', 'off']),
    v.transform((value) => value === 'on'),
  ),
};

/** Reads an origin and writes it as browsers do: no path, no default port. */
const origin = v.pipe(
  v.string(),
  v.regex(/^https?:\/\/[^/?#@\\]+\/?$/i),
  v.url(),
  v.transform((value) => new URL(value).origin),
);

const addressRanges = v.pipe(
  v.string(),
  v.transform((value) => value.split(',').map((address) => address.trim())),
  v.check((addresses) => addresses.every(isAddressRange)),
);

const url = (takes: string, pattern: RegExp) => ({ takes, schema: v.pipe(v.string(), v.regex(pattern), v.url()), secret: true });

/**
 * The variables, each with its default, the accepted values for error texts, and whether the value may
 * contain a password.
 */
const variables = {
  PORT: { ...port, fallback: 8080 },
  WS_PORT: { ...port, fallback: 8081 },
  FTPS_PORT: { ...port, fallback: 8990 },
  FTPS_IMPLICIT_PORT: {
    takes: `${port.takes}, or off`,
    schema: v.union([port.schema, v.literal('off')]),
    fallback: 8991,
  },
  FTPS_PASSIVE_PORTS: {
    takes: `a range of ports from 1 to ${maxPort}, such as 30990-31039, or 0 for any free ones`,
    schema: v.union([
      v.pipe(
        v.literal('0'),
        v.transform(() => null),
      ),
      v.pipe(
        v.string(),
        v.regex(/^\d{1,5}-\d{1,5}$/),
        v.transform((value) => {
          const [from = 0, to = 0] = value.split('-').map(Number);
          return { from, to };
        }),
        v.check(({ from, to }) => from > 0 && from <= to && to <= maxPort),
      ),
    ]),
    fallback: { from: 30_990, to: 31_039 },
  },
  FTPS_PUBLIC_ADDRESS: {
    takes: 'the IPv4 address at which clients of FTPS reach the host, such as 203.0.113.7',
    schema: v.pipe(v.string(), v.ipv4()),
    fallback: undefined,
  },
  BIND: {
    takes: 'the address to listen on, such as 127.0.0.1, ::1 or 0.0.0.0',
    schema: v.union([v.pipe(v.string(), v.ip()), v.literal('localhost')]),
    fallback: '127.0.0.1',
  },
  DATA_DIR: { takes: 'a folder', schema: v.pipe(v.string(), v.nonEmpty()), fallback: './data' },
  FILES_DIR: { takes: 'a folder for data files', schema: v.pipe(v.string(), v.nonEmpty()), fallback: undefined },
  DATABASE_URL: { ...url('postgres://user:password@server:5432/database', /^postgres(ql)?:\/\//), fallback: undefined },
  BUS_URL: { ...url('postgres://… or nats://…', /^(postgres(ql)?|nats):\/\//), fallback: undefined },
  SMTP_URL: {
    takes: 'smtp://user:password@server:587 or smtps://…, with characters such as @ or / in the password percent-encoded',
    schema: v.pipe(v.string(), v.regex(/^smtps?:\/\/[^/?#\s]+\/?$/i), v.url(), v.check(isReadableServer)),
    secret: true,
    fallback: undefined,
  },
  MAIL_FROM: { takes: 'the address that mails come from, such as console@example.org', schema: email, fallback: undefined },
  TLS_CERT: { takes: 'the file of a certificate in PEM', schema: v.pipe(v.string(), v.nonEmpty()), fallback: undefined },
  TLS_KEY: { takes: 'the file of the private key in PEM', schema: v.pipe(v.string(), v.nonEmpty()), fallback: undefined },
  SIMULATOR: { ...onOff, fallback: true },
  DEMO: { ...onOff, fallback: undefined },
  SEED: {
    takes: 'a whole number from 0 to 4294967295',
    schema: v.pipe(v.string(), v.regex(/^\d{1,10}$/), v.transform(Number), v.maxValue(4_294_967_295)),
    fallback: 1,
  },
  CONSOLE_ORIGIN: {
    takes: 'the origin of a page elsewhere, such as http://127.0.0.1:5173',
    schema: origin,
    fallback: undefined,
  },
  PUBLIC_URL: {
    takes: 'the address under which people reach the host, without a path, such as https://telemetry.example.org',
    schema: origin,
    fallback: undefined,
  },
  TRUST_PROXY: {
    takes: 'the addresses of proxies, separated by commas, such as 127.0.0.1 or 10.0.0.0/8',
    schema: addressRanges,
    fallback: undefined,
  },
  MAP_PMTILES: {
    takes: 'the file of a PMTiles archive, version 3',
    schema: v.pipe(v.string(), v.nonEmpty()),
    fallback: undefined,
  },
  MAP_STYLE_URL: {
    takes: 'the address of a style of a map, such as https://maps.example.org/style.json',
    schema: v.pipe(v.string(), v.regex(/^https?:\/\/[^@\s]+$/i), v.url()),
    secret: true,
    fallback: undefined,
  },
  INNER_ADDRESSES: {
    takes: 'the addresses of your own network that webhooks may be sent to, separated by commas, such as 10.1.2.3 or 10.1.0.0/16',
    schema: addressRanges,
    fallback: undefined,
  },
  METRICS_TOKEN: {
    takes: '16 to 200 printable characters without a space; openssl rand -hex 24 makes one',
    schema: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{16,200}$/)),
    hidden: true,
    fallback: undefined,
  },
  LOG_LEVEL: {
    takes: 'trace, debug, info, warn, error or fatal',
    schema: v.picklist(['trace', 'debug', 'info', 'warn', 'error', 'fatal']),
    fallback: 'info',
  },
} as const;

type Name = keyof typeof variables;
type ValueOf<N extends Name> = v.InferOutput<(typeof variables)[N]['schema']> | (typeof variables)[N]['fallback'];

/**
 * Reads and checks all variables; an empty one counts as unset.
 * @throws Mistake for the first invalid one.
 */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>): Environment {
  const read = <N extends Name>(name: N): ValueOf<N> => readVariable(name, env[name]);
  const bind = read('BIND');
  const dataDir = path.resolve(read('DATA_DIR'));
  const tls = readTls(read('TLS_CERT'), read('TLS_KEY'));
  const [publicUrl, trustProxy] = [read('PUBLIC_URL'), read('TRUST_PROXY')];
  checkReach(bind, tls !== undefined, publicUrl, trustProxy);
  const [httpPort, wsPort] = [read('PORT'), read('WS_PORT')];
  if (httpPort === wsPort && httpPort !== 0) refuse('WS_PORT', String(wsPort), 'another port than PORT');
  return {
    port: httpPort,
    wsPort,
    ...readFtps(read, httpPort === 0 ? env : null),
    bind,
    dataDir,
    filesDir: readFolder(read('FILES_DIR')) ?? path.join(dataDir, 'files'),
    databaseUrl: read('DATABASE_URL'),
    busUrl: read('BUS_URL'),
    smtpUrl: read('SMTP_URL'),
    mailFrom: read('MAIL_FROM'),
    tls,
    simulator: read('SIMULATOR'),
    seed: read('SEED'),
    consoleOrigin: read('CONSOLE_ORIGIN'),
    publicUrl,
    trustProxy: trustProxy ?? [],
    mapArchive: readArchive(read('MAP_PMTILES')),
    mapStyleUrl: read('MAP_STYLE_URL'),
    innerAddresses: read('INNER_ADDRESSES') ?? [],
    metricsToken: read('METRICS_TOKEN'),
    logLevel: read('LOG_LEVEL'),
    demo: readDemo(read('DEMO'), isLoopback(bind) && isLoopbackUrl(publicUrl) && trustProxy === undefined),
  };
}

/**
 * Reads the settings of FTPS. `env` is given only if PORT is 0; then each FTPS port that it does not set is
 * any free one, too.
 */
function readFtps(
  read: <N extends Name>(name: N) => ValueOf<N>,
  env: Readonly<Record<string, string | undefined>> | null,
): Pick<Environment, 'ftpsPort' | 'ftpsImplicitPort' | 'ftpsPassivePorts' | 'ftpsPublicAddress'> {
  const isAny = (name: Name) => env !== null && (env[name] ?? '').trim() === '';
  const ftpsPort = isAny('FTPS_PORT') ? 0 : read('FTPS_PORT');
  const implicit = isAny('FTPS_IMPLICIT_PORT') ? 0 : read('FTPS_IMPLICIT_PORT');
  if (implicit === ftpsPort && implicit !== 0) refuse('FTPS_IMPLICIT_PORT', String(implicit), 'another port than FTPS_PORT');
  return {
    ftpsPort,
    ftpsImplicitPort: implicit === 'off' ? undefined : implicit,
    ftpsPassivePorts: read('FTPS_PASSIVE_PORTS') ?? undefined,
    ftpsPublicAddress: read('FTPS_PUBLIC_ADDRESS'),
  };
}

/**
 * Refuses settings with which other machines can reach the host without https: it needs its own TLS, or that
 * of a trusted proxy.
 */
function checkReach(bind: string, ownTls: boolean, publicUrl: string | undefined, trustProxy: string[] | undefined): void {
  const isPublicHttps = publicUrl?.startsWith('https:') === true;
  if (trustProxy !== undefined && publicUrl === undefined)
    refuse(
      'PUBLIC_URL',
      '',
      `${variables.PUBLIC_URL.takes}, as TRUST_PROXY is set: through the proxy the host has that name only`,
    );
  if (publicUrl !== undefined && !isPublicHttps && (ownTls || !isLoopbackUrl(publicUrl)))
    refuse('PUBLIC_URL', publicUrl, 'an address that begins with https://: only loopback without TLS_CERT may be http');
  if (isPublicHttps && !ownTls && trustProxy === undefined)
    refuse(
      'PUBLIC_URL',
      publicUrl,
      'http:// unless TLS_CERT and TLS_KEY are set, or TRUST_PROXY names the proxy that speaks https',
    );
  if (!isLoopback(bind) && !ownTls && !(isPublicHttps && trustProxy !== undefined))
    refuse(
      'BIND',
      bind,
      'a loopback address such as 127.0.0.1 unless TLS_CERT and TLS_KEY are set, or PUBLIC_URL and TRUST_PROXY: elsewhere it is https only',
    );
}

/** Refuses demo accounts if others can reach the host: their password is published (ACC-22). */
function readDemo(wanted: boolean | undefined, isAlone: boolean): boolean {
  if (wanted === true && !isAlone)
    refuse(
      'DEMO',
      'on',
      'off where others reach the host (by BIND, PUBLIC_URL or TRUST_PROXY): the password of the demo is published',
    );
  return isAlone && wanted !== false;
}

/** Returns whether only this machine can reach the address. */
export function isLoopback(address: string): boolean {
  return address === 'localhost' || address === '::1' || address.startsWith('127.');
}

/** Returns whether a host name always means this machine; IPv6 in brackets, as in URLs. */
export function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);
}

function isLoopbackUrl(address: string | undefined): boolean {
  return address === undefined || isLoopbackName(new URL(address).hostname);
}

function readVariable<N extends Name>(name: N, text: string | undefined): ValueOf<N> {
  const variable = variables[name];
  if (text === undefined || text.trim() === '') return variable.fallback as ValueOf<N>;
  const result = v.safeParse(variable.schema, text.trim());
  if (!result.success)
    refuse(name, 'hidden' in variable ? '…' : 'secret' in variable ? withoutUserInfo(text) : text, variable.takes);
  return result.output as ValueOf<N>;
}

function readTls(certFile: string | undefined, keyFile: string | undefined): Environment['tls'] {
  if (certFile === undefined && keyFile === undefined) return undefined;
  if (keyFile === undefined) refuse('TLS_KEY', '', `${variables.TLS_KEY.takes}, as TLS_CERT is set`);
  if (certFile === undefined) refuse('TLS_CERT', '', `${variables.TLS_CERT.takes}, as TLS_KEY is set`);
  const tls = { cert: readPem('TLS_CERT', certFile), key: readPem('TLS_KEY', keyFile) };
  try {
    createSecureContext(tls);
  } catch (error) {
    refuse(
      'TLS_CERT',
      certFile,
      `a certificate that fits the key in TLS_KEY (${error instanceof Error ? error.message : String(error)})`,
    );
  }
  return tls;
}

/**
 * Resolves the folder of data files. It need not exist, because the first file creates it, but it must not be
 * a file.
 */
function readFolder(folder: string | undefined): string | undefined {
  if (folder === undefined) return undefined;
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory() === false) refuse('FILES_DIR', folder, `${variables.FILES_DIR.takes}: it is a file`);
  return path.resolve(folder);
}

function readArchive(file: string | undefined): string | undefined {
  try {
    return file === undefined ? undefined : findMapArchive(file);
  } catch (error) {
    return refuse(
      'MAP_PMTILES',
      file ?? '',
      `${variables.MAP_PMTILES.takes} (${error instanceof Error ? error.message : String(error)})`,
    );
  }
}

function readPem(name: 'TLS_CERT' | 'TLS_KEY', file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    return refuse(name, file, `${variables[name].takes} (${error instanceof Error ? error.message : String(error)})`);
  }
}

/** Hides everything before an @, which may contain a password, even in a malformed address. */
function withoutUserInfo(text: string): string {
  return text.replace(/^([a-z+]*:\/\/)?.*@/is, '$1…@');
}

function refuse(name: Name, value: string, takes: string): never {
  const shown = value.replace(/\s+/g, ' ').slice(0, 200);
  throw new Mistake(`${name} is '${shown}', but it takes ${takes}.`);
}
