import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { EnvironmentError, readEnvironment } from '../../host/environment.ts';
import { pageOrigins, pageUrl } from '../../host/origins.ts';
import { selfSigned } from '../support/self-signed.ts';

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
    expect(error).toBeInstanceOf(EnvironmentError);
    return (error as Error).message;
  }
  throw new Error(`${JSON.stringify(env)} was accepted`);
}

describe('the environment', () => {
  test('stands on its own when nothing is set, and on loopback has the demo', () => {
    expect(readEnvironment({})).toEqual({
      port: 8080,
      wsPort: 8081,
      ftpsPort: 8990,
      bind: '127.0.0.1',
      dataDir: path.resolve('data'),
      databaseUrl: undefined,
      busUrl: undefined,
      smtpUrl: undefined,
      tls: undefined,
      simulator: true,
      seed: 1,
      demo: true,
    });
    expect(readEnvironment({ PORT: '', SEED: '  ' })).toMatchObject({ port: 8080, seed: 1 });
  });

  test('takes every variable', () => {
    const env = {
      PORT: '1',
      WS_PORT: '2',
      FTPS_PORT: '3',
      BIND: '0.0.0.0',
      DATA_DIR: '/srv/a b',
      SIMULATOR: 'off',
      SEED: '42',
      TLS_CERT,
      TLS_KEY,
    };
    const urls = { DATABASE_URL: 'postgres://u:p@db:5432/x', BUS_URL: 'nats://bus:4222', SMTP_URL: 'smtp://mail:587' };
    expect(readEnvironment({ ...env, ...urls })).toEqual({
      port: 1,
      wsPort: 2,
      ftpsPort: 3,
      bind: '0.0.0.0',
      dataDir: '/srv/a b',
      databaseUrl: urls.DATABASE_URL,
      busUrl: urls.BUS_URL,
      smtpUrl: urls.SMTP_URL,
      tls: pair,
      simulator: false,
      seed: 42,
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
    [{ BIND: 'everywhere' }, "BIND is 'everywhere', but it takes the address to listen on"],
    [
      { BIND: '0.0.0.0' },
      "BIND is '0.0.0.0', but it takes a loopback address such as 127.0.0.1 unless TLS_CERT and TLS_KEY are set",
    ],
    [{ DATABASE_URL: 'mysql://x' }, "DATABASE_URL is 'mysql://x', but it takes postgres://"],
    [{ BUS_URL: 'redis://x' }, "BUS_URL is 'redis://x'"],
    [{ SMTP_URL: 'http://x' }, "SMTP_URL is 'http://x'"],
    [{ SIMULATOR: 'yes' }, "SIMULATOR is 'yes', but it takes on or off."],
    [{ CONSOLE_ORIGIN: 'localhost:5173' }, "CONSOLE_ORIGIN is 'localhost:5173', but it takes the origin"],
    [{ SEED: '1.5' }, "SEED is '1.5', but it takes a whole number"],
    [{ SEED: '4294967296' }, "SEED is '4294967296'"],
    [{ TLS_CERT }, "TLS_KEY is '', but it takes the file of the private key in PEM, as TLS_CERT is set"],
    [{ TLS_KEY }, "TLS_CERT is '', but it takes the file of a certificate"],
    [{ TLS_CERT: '/no/such.pem', TLS_KEY }, "TLS_CERT is '/no/such.pem'"],
    [{ TLS_CERT, TLS_KEY: written('other.pem', selfSigned().key) }, 'TLS_CERT is '],
    [{ TLS_CERT: written('junk.pem', 'junk'), TLS_KEY }, 'TLS_CERT is '],
  ] as [Record<string, string>, string][])('refuses %o in one line', (env, start) => {
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

describe('the origins of the pages', () => {
  test('on loopback are all its names', () => {
    expect(pageOrigins({ bind: '127.0.0.1', tls: undefined }, 8080)).toEqual([
      'http://127.0.0.1:8080',
      'http://localhost:8080',
      'http://[::1]:8080',
    ]);
    expect(pageUrl({ bind: '::1', tls: undefined }, 8080)).toBe('http://[::1]:8080');
  });

  test('elsewhere are the names in the certificate, without the port that https implies', () => {
    expect(pageOrigins({ bind: '0.0.0.0', tls: pair }, 443)).toEqual(['https://telemetry.example.org', 'https://127.0.0.1']);
    expect(pageUrl({ bind: '0.0.0.0', tls: pair }, 8443)).toBe('https://telemetry.example.org:8443');
  });
});
