import { networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import { namesOf, pageUrl, reachWarnings, type Reach } from '../../../host/entry/origins.ts';
import { selfSigned } from '../../support/self-signed.ts';

const named = selfSigned(['telemetry.example.org', '*.lab.example.org'], ['192.0.2.7']);
const wildcard = selfSigned(['*.example.org'], []);
const nameless = selfSigned([], []);
const everywhere = { bind: '0.0.0.0' } as const;
/** An address at which others reach this machine; undefined if it has no network. */
const ownAddress = Object.values(networkInterfaces())
  .flat()
  .find((address) => address?.internal === false && address.family === 'IPv4')?.address;

const isOrigin = (reach: Reach, origin: string, port = 8080) => namesOf(reach, () => port).isPageOrigin(origin);
const isHost = (reach: Reach, name: string) => namesOf(reach, () => 8080).isHostName(name);

describe('the origins of the pages (HOST-5, SOCK-6)', () => {
  test.each<[string, Reach, string, boolean]>([
    ['loopback', { bind: '127.0.0.1', tls: undefined }, 'http://127.0.0.1:8080', true],
    ['loopback', { bind: '127.0.0.1', tls: undefined }, 'http://localhost:8080', true],
    ['loopback', { bind: '::1', tls: undefined }, 'http://[::1]:8080', true],
    ['loopback, another program’s port', { bind: '127.0.0.1', tls: undefined }, 'http://127.0.0.1:8081', false],
    ['loopback, no port', { bind: '127.0.0.1', tls: undefined }, 'http://127.0.0.1', false],
    ['loopback over https, which it does not speak', { bind: '127.0.0.1', tls: undefined }, 'https://127.0.0.1:8080', false],
    ['a name in the certificate', { ...everywhere, tls: named }, 'https://telemetry.example.org:8080', true],
    ['an address in the certificate', { ...everywhere, tls: named }, 'https://192.0.2.7:8080', true],
    ['another address', { ...everywhere, tls: named }, 'https://192.0.2.8:8080', false],
    ['plain http', { ...everywhere, tls: named }, 'http://telemetry.example.org:8080', false],
    ['another port', { ...everywhere, tls: named }, 'https://telemetry.example.org', false],
    ['the wildcard’s one label', { ...everywhere, tls: named }, 'https://north.lab.example.org:8080', true],
    ['the wildcard’s two labels', { ...everywhere, tls: named }, 'https://a.b.lab.example.org:8080', false],
    ['the wildcard’s no label', { ...everywhere, tls: named }, 'https://lab.example.org:8080', false],
    ['only a wildcard', { ...everywhere, tls: wildcard }, 'https://telemetry.example.org:8080', true],
    ['only a wildcard, none of its names', { ...everywhere, tls: wildcard }, 'https://example.org.evil.example:8080', false],
    ['the common name, which browsers do not look at', { ...everywhere, tls: nameless }, 'https://test:8080', false],
    ['PUBLIC_URL', { ...everywhere, tls: nameless, publicUrl: 'https://a.example' }, 'https://a.example', true],
    [
      'PUBLIC_URL, another port',
      { ...everywhere, tls: nameless, publicUrl: 'https://a.example' },
      'https://a.example:8080',
      false,
    ],
    ['CONSOLE_ORIGIN', { ...everywhere, tls: named, consoleOrigin: 'http://localhost:5173' }, 'http://localhost:5173', true],
    ['the address it is bound to', { bind: '192.0.2.9', tls: nameless }, 'https://192.0.2.9:8080', true],
    ['what is no origin', { ...everywhere, tls: named }, 'https://telemetry.example.org:8080/', false],
    ['null', { ...everywhere, tls: named }, 'null', false],
  ])('%s', (_, reach, origin, isOurs) => {
    expect(isOrigin(reach, origin)).toBe(isOurs);
  });

  test('leave out the port that https implies', () => {
    expect(isOrigin({ ...everywhere, tls: named }, 'https://telemetry.example.org', 443)).toBe(true);
    expect(isOrigin({ ...everywhere, tls: named }, 'https://telemetry.example.org:443', 443)).toBe(false);
  });

  test.each(['f*.example.org', '*.org', '*', 'www.*.example.org'])(
    'a star is the whole leftmost label and stands for no top domain: %s',
    (name) => {
      const tls = selfSigned([name], []);
      for (const page of ['foo.example.org', 'example.org', 'www.a.example.org', 'org'])
        expect([page, isOrigin({ ...everywhere, tls }, `https://${page}:8080`)]).toEqual([page, false]);
    },
  );

  test.runIf(ownAddress)('bound to all addresses, each of this machine leads here', () => {
    for (const bind of ['0.0.0.0', '::']) {
      expect(isOrigin({ bind, tls: nameless }, `https://${ownAddress}:8080`)).toBe(true);
      expect(isHost({ bind, tls: nameless }, ownAddress ?? '')).toBe(true);
    }
    expect(isHost({ bind: '127.0.0.1', tls: undefined }, ownAddress ?? '')).toBe(false);
  });
});

test('the names it answers to are those, with loopback and without their ports', () => {
  const reach = { ...everywhere, tls: named, publicUrl: 'https://a.example:444', consoleOrigin: 'http://b.example:5173' };
  for (const name of ['localhost', '127.0.0.1', '[::1]', 'telemetry.example.org', 'x.lab.example.org', 'a.example', 'b.example'])
    expect([name, isHost(reach, name)]).toEqual([name, true]);
  for (const name of ['example.org', 'lab.example.org', 'evil.example', '10.1.1.1', 'test', 'localhost.example'])
    expect([name, isHost(reach, name)]).toEqual([name, false]);
});

describe('the address that is printed can be opened', () => {
  test.each<[string, Reach, number, string]>([
    ['PUBLIC_URL', { ...everywhere, tls: named, publicUrl: 'https://a.example' }, 8443, 'https://a.example'],
    ['a name in the certificate', { ...everywhere, tls: named }, 8443, 'https://telemetry.example.org:8443'],
    ['without the port that is the scheme’s', { ...everywhere, tls: named }, 443, 'https://telemetry.example.org'],
    ['loopback', { bind: '::1', tls: undefined }, 8080, 'http://[::1]:8080'],
    ['the address it is bound to', { bind: '192.0.2.9', tls: wildcard }, 8443, 'https://192.0.2.9:8443'],
  ])('%s', (_, reach, port, url) => {
    expect(pageUrl(reach, port)).toBe(url);
  });

  test('an address of this machine, where it is bound to all and no name is known', () => {
    for (const bind of ['0.0.0.0', '::', '0:0:0:0:0:0:0:0'])
      for (const tls of [wildcard, nameless])
        expect(pageUrl({ bind, tls }, 8443)).toBe(`https://${ownAddress ?? 'localhost'}:8443`);
  });
});

describe('the start warns', () => {
  test.each<[string, Reach, RegExp | null]>([
    ['of a certificate without names, and says what works', { ...everywhere, tls: nameless }, /no subjectAltName.*PUBLIC_URL/s],
    [
      'of it with PUBLIC_URL too',
      { ...everywhere, tls: nameless, publicUrl: 'https://a.example' },
      /no subjectAltName.*a\.example/s,
    ],
    ['of wildcards only', { ...everywhere, tls: wildcard }, /\*\.example\.org.*Set PUBLIC_URL/s],
    ['of a certificate for others', { ...everywhere, tls: named, publicUrl: 'https://a.example' }, /not for PUBLIC_URL/],
    ['not of a wildcard that PUBLIC_URL fits', { ...everywhere, tls: wildcard, publicUrl: 'https://a.example.org' }, null],
    ['not of a name', { ...everywhere, tls: named }, null],
    ['not on loopback', { bind: '127.0.0.1', tls: undefined }, null],
  ])('%s', (_, reach, expected) => {
    const warnings = reachWarnings(reach);
    if (expected === null) expect(warnings).toEqual([]);
    else expect(warnings).toEqual([expect.stringMatching(expected)]);
  });
});
