import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { Mistake } from '../../../host/platform/mistake.ts';
import { readEnvironment } from '../../../host/platform/environment.ts';
import { smallArchive } from '../../support/small-archive.ts';
import { selfSigned } from '../../support/self-signed.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'environment-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

const pair = selfSigned(['telemetry.example.org']);
const TLS_CERT = written('cert.pem', pair.cert);
const TLS_KEY = written('key.pem', pair.key);

function refusal(env: Record<string, string>): string {
  try {
    readEnvironment(env);
  } catch (error) {
    expect(error).toBeInstanceOf(Mistake);
    return (error as Error).message;
  }
  throw new Error(`${JSON.stringify(env)} was accepted`);
}

describe('the environment', () => {
  test('takes a token for metrics, and shows none that it refuses (MET-2)', () => {
    expect(readEnvironment({}).metricsToken).toBeUndefined();
    expect(readEnvironment({ METRICS_TOKEN: 'f3c1a5b2f3c1a5b2' }).metricsToken).toBe('f3c1a5b2f3c1a5b2');
    for (const token of ['short', 'with a space in the middle', 'x'.repeat(201)]) {
      const words = refusal({ METRICS_TOKEN: token });
      expect(words).toContain('METRICS_TOKEN');
      expect(words).not.toContain(token);
    }
  });

  test('names an archive of map tiles that is there, and is one (LAY-7)', () => {
    const archive = path.join(folder, 'area.pmtiles');
    writeFileSync(archive, smallArchive());
    expect(readEnvironment({ MAP_PMTILES: archive }).mapArchive).toBe(archive);
    const file = (name: string, bytes: Uint8Array) => {
      writeFileSync(path.join(folder, name), bytes);
      return path.join(folder, name);
    };
    const old = Buffer.from(smallArchive()).fill(2, 7, 8);
    const refused: [string, RegExp][] = [
      [path.join(folder, 'nowhere'), /ENOENT/],
      [folder, /EISDIR|no file/],
      [file('short', smallArchive().subarray(0, 100)), /no PMTiles archive/],
      [file('other', Buffer.alloc(200)), /no PMTiles archive/],
      [file('old', old), /of version 2/],
    ];
    for (const [MAP_PMTILES, reason] of refused) {
      const text = refusal({ MAP_PMTILES });
      expect(text).toMatch(reason);
      expect(text).toContain(`MAP_PMTILES is '${MAP_PMTILES}', but it takes the file of a PMTiles archive`);
      expect(text).not.toContain('\n');
    }
  });

  test('names a style by an address of http, and tells nobody what stands before an @ (LAY-8)', () => {
    expect(readEnvironment({ MAP_STYLE_URL: 'https://maps.example.org/s.json?key=1' }).mapStyleUrl).toBe(
      'https://maps.example.org/s.json?key=1',
    );
    expect(refusal({ MAP_STYLE_URL: 'mapbox://styles/x' })).toContain('it takes the address of a style');
    expect(refusal({ MAP_STYLE_URL: 'https://ada:secret@maps.example.org/s.json' })).not.toContain('secret');
  });

  test('stands on its own when nothing is set, and on loopback has the demo (HOST-1)', () => {
    expect(readEnvironment({})).toEqual({
      port: 8080,
      wsPort: 8081,
      ftpsPort: 8990,
      ftpsImplicitPort: 8991,
      ftpsPassivePorts: { from: 30_990, to: 31_039 },
      bind: '127.0.0.1',
      dataDir: path.resolve('data'),
      filesDir: path.resolve('data/files'),
      databaseUrl: undefined,
      busUrl: undefined,
      smtpUrl: undefined,
      mailFrom: undefined,
      tls: undefined,
      simulator: true,
      seed: 1,
      trustProxy: [],
      innerAddresses: [],
      logLevel: 'info',
      demo: true,
    });
    expect(readEnvironment({ PORT: '', SEED: '  ' })).toMatchObject({ port: 8080, seed: 1 });
  });

  test('takes any free ports for FTPS, too, where PORT is any and they are not set (FTPS-7)', () => {
    expect(readEnvironment({ PORT: '0' })).toMatchObject({ ftpsPort: 0, ftpsImplicitPort: 0 });
    expect(readEnvironment({ PORT: '0', FTPS_PORT: '21', FTPS_IMPLICIT_PORT: 'off', FTPS_PASSIVE_PORTS: '0' })).toMatchObject({
      ftpsPort: 21,
      ftpsImplicitPort: undefined,
      ftpsPassivePorts: undefined,
    });
  });

  test('takes every variable', () => {
    const env = {
      PORT: '1',
      WS_PORT: '2',
      FTPS_PORT: '3',
      FTPS_IMPLICIT_PORT: '4',
      FTPS_PASSIVE_PORTS: '5000-5010',
      FTPS_PUBLIC_ADDRESS: '203.0.113.7',
      BIND: '0.0.0.0',
      DATA_DIR: '/srv/a b',
      FILES_DIR: '/srv/files',
      SIMULATOR: 'off',
      SEED: '42',
      TLS_CERT,
      TLS_KEY,
      CONSOLE_ORIGIN: 'http://127.0.0.1:5173/',
      PUBLIC_URL: 'https://Telemetry.example.org:443/',
      TRUST_PROXY: '127.0.0.1, 10.0.0.0/8',
      DEMO: 'off',
      INNER_ADDRESSES: '10.1.0.0/16, 192.168.3.4',
      MAIL_FROM: 'console@example.org',
      LOG_LEVEL: 'debug',
    };
    const urls = { DATABASE_URL: 'postgres://u:p@db:5432/x', BUS_URL: 'nats://bus:4222', SMTP_URL: 'smtp://mail:587' };
    expect(readEnvironment({ ...env, ...urls })).toEqual({
      port: 1,
      wsPort: 2,
      ftpsPort: 3,
      ftpsImplicitPort: 4,
      ftpsPassivePorts: { from: 5_000, to: 5_010 },
      ftpsPublicAddress: '203.0.113.7',
      bind: '0.0.0.0',
      dataDir: '/srv/a b',
      filesDir: '/srv/files',
      databaseUrl: urls.DATABASE_URL,
      busUrl: urls.BUS_URL,
      smtpUrl: urls.SMTP_URL,
      mailFrom: 'console@example.org',
      tls: pair,
      simulator: false,
      seed: 42,
      consoleOrigin: 'http://127.0.0.1:5173',
      publicUrl: 'https://telemetry.example.org',
      innerAddresses: ['10.1.0.0/16', '192.168.3.4'],
      trustProxy: ['127.0.0.1', '10.0.0.0/8'],
      logLevel: 'debug',
      demo: false,
    });
  });

  test.each([
    [{ PORT: 'eighty' }, "PORT is 'eighty', but it takes a port from 0 to 65535"],
    [{ PORT: '65536' }, "PORT is '65536'"],
    [{ PORT: '-1' }, "PORT is '-1'"],
    [{ PORT: '80.5' }, "PORT is '80.5'"],
    [{ WS_PORT: '8080' }, "WS_PORT is '8080', but it takes another port than PORT"],
    [{ FTPS_PORT: 'x' }, "FTPS_PORT is 'x'"],
    [{ FTPS_IMPLICIT_PORT: '8990' }, "FTPS_IMPLICIT_PORT is '8990', but it takes another port than FTPS_PORT"],
    [
      { FTPS_IMPLICIT_PORT: 'on' },
      "FTPS_IMPLICIT_PORT is 'on', but it takes a port from 0 to 65535 (0 takes any free one), or off",
    ],
    [{ FTPS_PASSIVE_PORTS: '40000' }, "FTPS_PASSIVE_PORTS is '40000', but it takes a range of ports from 1 to 65535"],
    [{ FTPS_PASSIVE_PORTS: '0-10' }, "FTPS_PASSIVE_PORTS is '0-10'"],
    [{ FTPS_PASSIVE_PORTS: '10-9' }, "FTPS_PASSIVE_PORTS is '10-9'"],
    [{ FTPS_PASSIVE_PORTS: '65530-65536' }, "FTPS_PASSIVE_PORTS is '65530-65536'"],
    [{ FTPS_PUBLIC_ADDRESS: 'ftp.example.org' }, "FTPS_PUBLIC_ADDRESS is 'ftp.example.org', but it takes the IPv4 address"],
    [{ FTPS_PUBLIC_ADDRESS: '::1' }, "FTPS_PUBLIC_ADDRESS is '::1'"],
    [{ BIND: 'everywhere' }, "BIND is 'everywhere', but it takes the address to listen on"],
    [
      { BIND: '0.0.0.0' },
      "BIND is '0.0.0.0', but it takes a loopback address such as 127.0.0.1 unless TLS_CERT and TLS_KEY are set",
    ],
    [{ DATABASE_URL: 'mysql://x' }, "DATABASE_URL is 'mysql://x', but it takes postgres://"],
    [{ BUS_URL: 'redis://x' }, "BUS_URL is 'redis://x'"],
    [{ SMTP_URL: 'http://x' }, "SMTP_URL is 'http://x'"],
    [{ SMTP_URL: 'smtp://' }, "SMTP_URL is 'smtp://', but it takes smtp://user:password@server:587"],
    [{ SMTP_URL: 'smtp://mail:70000' }, "SMTP_URL is 'smtp://mail:70000'"],
    [{ SMTP_URL: 'smtp://mail/?tls.rejectUnauthorized=false' }, 'SMTP_URL is '],
    [{ SMTP_URL: 'smtp://ada:50%@mail' }, "SMTP_URL is 'smtp://…@mail'"],
    [{ SMTP_URL: 'smtp://:secret@mail' }, "SMTP_URL is 'smtp://…@mail'"],
    [{ MAIL_FROM: 'Console <console@example.org>' }, "MAIL_FROM is 'Console <console@example.org>', but it takes the address"],
    [{ SIMULATOR: 'yes' }, "SIMULATOR is 'yes', but it takes on or off."],
    [{ CONSOLE_ORIGIN: 'localhost:5173' }, "CONSOLE_ORIGIN is 'localhost:5173', but it takes the origin"],
    [{ DEMO: 'yes' }, "DEMO is 'yes', but it takes on or off."],
    [{ DEMO: 'on', BIND: '0.0.0.0', TLS_CERT, TLS_KEY }, "DEMO is 'on', but it takes off where others reach the host"],
    [{ DEMO: 'on', PUBLIC_URL: 'https://a.example', TRUST_PROXY: '::1' }, "DEMO is 'on', but it takes off where others"],
    [{ PUBLIC_URL: 'telemetry.example.org' }, "PUBLIC_URL is 'telemetry.example.org', but it takes the address under which"],
    [
      { PUBLIC_URL: 'https://a.example/console' },
      "PUBLIC_URL is 'https://a.example/console', but it takes the address under which",
    ],
    [{ PUBLIC_URL: 'https://u:p@a.example' }, 'PUBLIC_URL is '],
    [{ PUBLIC_URL: 'ftp://a.example' }, 'PUBLIC_URL is '],
    [{ PUBLIC_URL: 'http://a.example' }, "PUBLIC_URL is 'http://a.example', but it takes an address that begins with https://"],
    [
      { PUBLIC_URL: 'http://localhost', TLS_CERT, TLS_KEY },
      "PUBLIC_URL is 'http://localhost', but it takes an address that begins",
    ],
    [
      { PUBLIC_URL: 'https://a.example' },
      "PUBLIC_URL is 'https://a.example', but it takes http:// unless TLS_CERT and TLS_KEY are set",
    ],
    [{ TRUST_PROXY: '127.0.0.1' }, "PUBLIC_URL is '', but it takes the address under which people reach the host"],
    [{ TRUST_PROXY: 'proxy.example' }, "TRUST_PROXY is 'proxy.example', but it takes the addresses of proxies"],
    [{ TRUST_PROXY: '10.0.0.0/40' }, "TRUST_PROXY is '10.0.0.0/40'"],
    [{ TRUST_PROXY: '0.0.0.0/0' }, "TRUST_PROXY is '0.0.0.0/0'"],
    [{ INNER_ADDRESSES: 'intranet' }, "INNER_ADDRESSES is 'intranet', but it takes the addresses of your own network"],
    [{ TRUST_PROXY: '127.0.0.1,' }, "TRUST_PROXY is '127.0.0.1,'"],
    [{ BIND: '0.0.0.0', TRUST_PROXY: '10.0.0.1', PUBLIC_URL: 'http://localhost' }, "BIND is '0.0.0.0', but it takes a loopback"],
    [{ LOG_LEVEL: 'loud' }, "LOG_LEVEL is 'loud', but it takes trace, debug, info"],
    [{ SEED: '1.5' }, "SEED is '1.5', but it takes a whole number"],
    [{ SEED: '4294967296' }, "SEED is '4294967296'"],
    [{ FILES_DIR: TLS_CERT }, `FILES_DIR is '${TLS_CERT}', but it takes a folder for data files: it is a file`],
    [{ TLS_CERT }, "TLS_KEY is '', but it takes the file of the private key in PEM, as TLS_CERT is set"],
    [{ TLS_KEY }, "TLS_CERT is '', but it takes the file of a certificate"],
    [{ TLS_CERT: '/no/such.pem', TLS_KEY }, "TLS_CERT is '/no/such.pem'"],
    [{ TLS_CERT, TLS_KEY: written('other.pem', selfSigned().key) }, 'TLS_CERT is '],
    [{ TLS_CERT: written('junk.pem', 'junk'), TLS_KEY }, 'TLS_CERT is '],
  ] as [Record<string, string>, string][])('refuses %o in one line (HOST-2)', (env, start) => {
    const message = refusal(env);
    expect(message).toContain(start);
    expect(message).not.toContain('\n');
  });

  test.each(['postgres:/user:hunter2@db', 'mysql://user:hunter2@db/x', 'user:hunter2@db'])(
    'never prints the password in %s',
    (DATABASE_URL) => {
      const message = refusal({ DATABASE_URL });
      expect(message).toMatch(/^DATABASE_URL is '/);
      expect(message).not.toContain('hunter2');
    },
  );
});

describe('the demo, whose password is published, is there (HOST-4, ACC-22)', () => {
  const proxied = { PUBLIC_URL: 'https://telemetry.example.org', TRUST_PROXY: '127.0.0.1' };
  test.each<[string, boolean, Record<string, string>]>([
    ['on loopback', true, {}],
    ['where it is asked for', true, { DEMO: 'on' }],
    ['under another port of this machine', true, { PUBLIC_URL: 'http://localhost:9000' }],
    ['not where it is off', false, { DEMO: 'off' }],
    ['not on another address', false, { BIND: '0.0.0.0', TLS_CERT, TLS_KEY }],
    ['not behind a proxy', false, proxied],
    ['not where the host has a public name', false, { PUBLIC_URL: 'https://a.example', TLS_CERT, TLS_KEY }],
  ])('%s', (_, demo, env) => {
    expect(readEnvironment(env).demo).toBe(demo);
  });

  test('a proxy in another machine or container may speak plain http to the host', () => {
    expect(readEnvironment({ ...proxied, BIND: '0.0.0.0', TRUST_PROXY: '10.0.0.2' })).toMatchObject({
      bind: '0.0.0.0',
      tls: undefined,
    });
  });
});
