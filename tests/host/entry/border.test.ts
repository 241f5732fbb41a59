import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createBorder, type BorderSettings } from '../../../host/entry/border.ts';
import { selfSigned } from '../../support/self-signed.ts';

const ports = { http: () => 8080, ws: () => 8081 };
const behindProxy = { bind: '0.0.0.0', tls: undefined, publicUrl: 'https://a.example', trustProxy: ['10.0.0.2'] };
const tls = selfSigned(['a.example', 'b.example']);

const from = (remoteAddress: string, headers: Record<string, string>) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;

describe('a host on plain http that others could reach (HOST-3)', () => {
  const border = createBorder(behindProxy, ports);
  test.each<[string, string, boolean]>([
    ['its proxy', '10.0.0.2', true],
    ['its proxy, on a socket for both kinds of addresses', '::ffff:10.0.0.2', true],
    ['this machine', '127.0.0.1', true],
    ['this machine, likewise', '::ffff:127.0.0.1', true],
    ['somebody else', '10.0.0.3', false],
    ['somebody else who says to be', '::ffff:10.0.0.3', false],
  ])('hears %s', (_, address, isHeard) => {
    const request = from(address, { host: 'a.example', 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' });
    expect(border.misdirection(request) === null).toBe(isHeard);
  });
});

describe('the place of the websocket (SOCK-1)', () => {
  test.each<[string, Partial<BorderSettings>, Record<string, string>, string, number]>([
    ['is the name the host was asked by', { bind: '0.0.0.0', tls }, { host: 'b.example:8080' }, 'b.example', 8081],
    ['is an address', { bind: '::1' }, { host: '[::1]:8080' }, '[::1]', 8081],
    ['is never a stranger’s name', { bind: '127.0.0.1' }, { host: 'evil.example' }, 'localhost', 8081],
    ['is never what is no name', { bind: '127.0.0.1' }, { host: "evil';" }, 'localhost', 8081],
    [
      'is its own port where the host itself speaks https',
      { bind: '0.0.0.0', tls, publicUrl: 'https://a.example' },
      { host: 'a.example' },
      'a.example',
      8081,
    ],
    ['is the proxy’s address', behindProxy, { host: 'a.example' }, 'a.example', 443],
    [
      'is the proxy’s address with its port',
      { ...behindProxy, publicUrl: 'https://a.example:8443' },
      { host: 'a.example:8443' },
      'a.example',
      8443,
    ],
    [
      'is the proxy’s address where it asks by another name',
      behindProxy,
      { host: '127.0.0.1:8080', 'x-forwarded-for': '1.2.3.4' },
      'a.example',
      443,
    ],
    ['is this machine for who asks past the proxy', behindProxy, { host: '127.0.0.1:8080' }, '127.0.0.1', 8081],
  ])('%s', (_, settings, headers, url, wsPort) => {
    const border = createBorder({ bind: '127.0.0.1', tls: undefined, ...settings }, ports);
    expect(border.socketPlace(from('10.0.0.2', headers))).toEqual({ url, wsPort });
  });
});

test('people come by https where the host or its proxy speaks it', () => {
  const isSecure = (settings: Partial<BorderSettings>) =>
    createBorder({ bind: '127.0.0.1', tls: undefined, ...settings }, ports).secure;
  expect([isSecure({}), isSecure({ publicUrl: 'http://localhost:9000' }), isSecure({ tls }), isSecure(behindProxy)]).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

test('the address of who asks is the last that no believed proxy has written', () => {
  const addressOf = (trustProxy: string[], forwarded: string) =>
    createBorder({ bind: '127.0.0.1', tls: undefined, trustProxy }, ports).addressOf(
      from('10.0.0.2', { host: 'localhost', 'x-forwarded-for': forwarded }),
    );
  expect(addressOf([], '6.6.6.6')).toBe('10.0.0.2');
  expect(addressOf(['10.0.0.9'], '6.6.6.6')).toBe('10.0.0.2');
  expect(addressOf(['10.0.0.2'], '6.6.6.6, 7.7.7.7')).toBe('7.7.7.7');
  expect(addressOf(['10.0.0.0/8'], '6.6.6.6, 10.0.0.5')).toBe('6.6.6.6');
});
