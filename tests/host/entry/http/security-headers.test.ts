import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { createRequire } from 'node:module';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { styleHashes } from '../../../../host/entry/http/security-headers.ts';
import { selfSigned } from '../../../support/self-signed.ts';
import { startTestHost, type TestHost } from '../../../support/test-host.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost();
});
afterAll(() => host.close());

function policy(headers: Headers): Record<string, string> {
  const directives = (headers.get('content-security-policy') ?? '').split(';');
  return Object.fromEntries(
    directives.map((directive) => [directive.split(' ', 1)[0] ?? '', directive.slice(directive.indexOf(' ') + 1)]),
  );
}

describe('every answer (HOST-7)', () => {
  test.each(['/', '/api/health', '/api/nope', '/api/app/client/account', '/login'])('at %s has strict headers', async (url) => {
    const { headers } = await host.browser().send('GET', url);
    const csp = policy(headers);
    expect(csp).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': `'self' ${styleHashes.join(' ')}`,
      'img-src': "'self' data: blob:",
      'font-src': "'self'",
      'connect-src': "'self' ws://127.0.0.1:8081",
      'worker-src': "'self'",
      'manifest-src': "'self'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
      'object-src': "'none'",
      'form-action': "'self'",
    });
    expect(headers.get('content-security-policy')).not.toMatch(/unsafe-inline|unsafe-eval|\*/);
    expect(headers.get('permissions-policy')).toBe('geolocation=(self), camera=(), microphone=(), payment=(), usb=()');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect([headers.get('server'), headers.get('x-powered-by'), headers.get('via')]).toEqual([null, null, null]);
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  test("lets the page open the host's own socket, under the name it was reached by", async () => {
    expect(policy((await host.browser().send('GET', '/')).headers)['connect-src']).toBe("'self' ws://127.0.0.1:8081");
    const port = new URL(host.url).port;
    const named = await fetch(`http://localhost:${port}/`, { headers: {} }).catch(() => null);
    if (named !== null) expect(policy(named.headers)['connect-src']).toBe("'self' ws://localhost:8081");
  });
});

test('the hashes are those of the component library as it is installed', () => {
  const require = createRequire(import.meta.url);
  const library = path.join(path.dirname(require.resolve('react-aria/package.json')), 'dist/private');
  const press = readFileSync(path.join(library, 'interactions/usePress.mjs'), 'utf8');
  const scroll = readFileSync(path.join(library, 'overlays/usePreventScroll.mjs'), 'utf8');
  const attribute = /PRESSABLE_ATTRIBUTE = '([^']+)'/.exec(press)?.[1] ?? '';
  const texts = [press, scroll].map((source) => {
    const literal = /style\.textContent = `([^`]+)`\.trim\(\)/.exec(source)?.[1] ?? '';
    return literal.replace(/\$\{[^}]+PRESSABLE_ATTRIBUTE\}/, attribute).trim();
  });
  expect(texts.every((text) => text.startsWith('@layer'))).toBe(true);
  expect(texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)).toEqual([...styleHashes]);
});

describe('over TLS', () => {
  const tls = selfSigned();
  let secure: TestHost;
  beforeAll(async () => {
    secure = await startTestHost({ tls });
  });
  afterAll(() => secure.close());

  const get = (url: string) =>
    new Promise<Headers>((resolve, reject) => {
      const sent = request(secure.url + url, { ca: tls.cert }, (response) => {
        response.resume();
        const headers = new Headers();
        for (const [name, value] of Object.entries(response.headersDistinct))
          for (const each of value ?? []) headers.append(name, each);
        resolve(headers);
      });
      sent.on('error', reject).end();
    });

  test('https is for a year, the socket is wss, and cookies are Secure with the prefix that no other host can set', async () => {
    const headers = await get('/api/public/csrf-token');
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    expect(policy(headers)['connect-src']).toBe("'self' wss://127.0.0.1:8081");
    expect(headers.get('content-security-policy')).toContain('upgrade-insecure-requests');
    expect(headers.getSetCookie()[0]).toMatch(/^__Host-csrf=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  });
});
