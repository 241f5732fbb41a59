import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { factSchema } from '#model/journal/facts.ts';
import { isSecretName, redact, logged } from '#model/journal/secrets.ts';
import { startSession, take } from '#model/journal/session.ts';
import { allFactSamples, factSamples } from '../../support/fact-samples.ts';
import { share } from '../../support/thorough.ts';

const secretNames = [
  'password', 'oldPass', 'newPass', 'passphrase', 'token', 'accessToken', 'refreshToken', 'refresh_token', 'csrfToken', 'csrf',
  'xsrf', 'jwt', 'authorization', 'Authorisation', 'cookie', 'setCookie', 'clientSecret', 'credentials', 'apiKey', 'api_key',
  'receiverKey', 'privateKey', 'bearer',
]; // prettier-ignore

const treasure = 'correct horse battery staple';

/** Returns the paths of every object within a value. */
function objectsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  const within = Object.entries(value).flatMap(([name, field]) => objectsIn(field, [...path, name]));
  return Array.isArray(value) ? within : [path, ...within];
}

/** Returns a copy of the value with one more field in the object at `path`. */
function withField(value: unknown, path: readonly string[], name: string, field: unknown): unknown {
  const copy = structuredClone(value);
  const target = path.reduce((at, step) => (at as Record<string, unknown>)[step], copy);
  (target as Record<string, unknown>)[name] = field;
  return copy;
}

const places = allFactSamples.flatMap((fact) => {
  const entry = { type: 'happened', fact };
  return objectsIn(entry).map((path) => ({ entry, path, label: `${fact.type} at ${path.join('.') || 'entry'}` }));
});

describe('secrets (JRN-1, JRN-5)', () => {
  test.each(secretNames)('%s cannot enter, in any fact, at any depth', (name) => {
    for (const { entry, path, label } of share(places, secretNames.indexOf(name))) {
      const session = take(startSession(), withField(entry, path, name, treasure), 1);
      expect([label, session.refused.count, session.journal.head.position]).toEqual([label, 1, 0]);
      expect(session.refused.last).toContain(`${[...path, name].join('.')} is the name of a secret`);
      expect(JSON.stringify(session)).not.toContain(treasure);
    }
  });

  test('nor can any other field that a fact does not have', () => {
    expect(places.length).toBeGreaterThan(40);
    for (const { entry, path } of places) {
      const session = take(startSession(), withField(entry, path, 'surprise', treasure), 1);
      expect(JSON.stringify(session)).not.toContain(treasure);
    }
  });

  test('the schemas alone keep them out, were the guard not there', () => {
    for (const { entry, path } of places.filter((place) => place.path[0] === 'fact')) {
      const smuggled = withField(entry, path, 'password', treasure) as { fact: unknown };
      const parsed = v.safeParse(factSchema, smuggled.fact);
      expect(JSON.stringify(parsed.success ? parsed.output : {})).not.toContain(treasure);
    }
  });

  test('whatever a receiver is called, nobody loses the fleet by it', () => {
    const fleet = factSamples['fleet.loaded'];
    const aliases = fc.oneof(
      fc.string(),
      fc.constantFrom('Site ?token=1', 'password: none', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.c2ln'),
    );
    fc.assert(
      fc.property(aliases, (alias) => {
        const fact = { ...fleet, receivers: fleet.receivers.map((receiver) => ({ ...receiver, alias })) };
        const session = take(startSession(), { type: 'happened', fact }, 1);
        expect(session.refused.count).toBe(0);
        expect(Object.values(session.journal.head.confirmed.fleet.receivers).map((one) => one.alias)).toContain(alias);
      }),
    );
  });

  test('no name that facts use is taken for a secret', () => {
    const names = places.flatMap(({ entry, path }) => Object.keys(path.reduce<object>((at, step) => at[step as never], entry)));
    expect(names.filter(isSecretName)).toEqual([]);
  });

  test.each([
    ['a function', () => 1, 'is a function'],
    ['a date', new Date(0), 'is a Date'],
    ['a map', new Map(), 'is a Map'],
    ['an error', new Error('x'), 'is a Error'],
    ['a symbol', Symbol('x'), 'is a symbol'],
    ['a bigint', 1n, 'is a bigint'],
    ['infinity', Infinity, 'is Infinity, which cannot be saved'],
    ['not a number', NaN, 'is NaN, which cannot be saved'],
  ])('%s is not a plain value and is refused by name', (_, rxId, problem) => {
    const session = take(startSession(), { type: 'happened', fact: { type: 'receiver.modelChanged', rxId, model: 1 } }, 1);
    expect(session.refused.last).toBe(`fact.rxId ${problem}${problem.includes('saved') ? '' : ': facts are plain values'}`);
  });

  test('a value that holds itself is refused, not followed forever', () => {
    const fact: Record<string, unknown> = { type: 'system.selected', mitasId: 'demo' };
    fact['fact'] = fact;
    expect(take(startSession(), { type: 'happened', fact }, 1).refused.last).toContain('nested more than 32 deep');
  });
});

describe('redact (JRN-5)', () => {
  test('an error is given by its name and message, unless that holds a token', () => {
    expect(redact({ error: new TypeError('fetch failed') })).toEqual({ error: '[TypeError: fetch failed]' });
    expect(redact(new Error('GET https://a.example/verify?token=abc failed'))).toBe('[redacted]');
  });

  test('for a log, it says where it came about and by what, each line without its secret', () => {
    const cause = new TypeError('GET https://a.example/verify?token=abc failed');
    const text = String(logged(new Error('The page was not sent', { cause })));
    expect(text).toContain('Error: The page was not sent');
    expect(text).toMatch(/secrets\.test\.ts:\d+/);
    expect(text).toMatch(/\ncaused by \[redacted\]\n.*secrets\.test\.ts:\d+/);
    expect(text).not.toContain('abc');
    expect(logged(Object.assign(new Error('x', { cause: { token: treasure } }), { stack: 'at a.js:1' }))).toBe(
      'Error: x\nat a.js:1\ncaused by {"token":"[redacted]"}',
    );
    const endless = new Error('a');
    endless.cause = endless;
    expect(logged(endless)).toContain('[…]');
  });

  test('takes secrets out of the events of the transition track and leaves the rest readable', () => {
    const event = {
      type: 'auth.login',
      user: { username: 'rachel', password: treasure },
      tries: [1, 2],
      note: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.c2lnbmF0dXJl',
      at: new Date(0),
      reply: () => treasure,
      ratio: NaN,
    };
    expect(redact(event)).toEqual({
      type: 'auth.login',
      user: { username: 'rachel', password: '[redacted]' },
      tries: [1, 2],
      note: '[redacted]',
      at: '[Date]',
      ratio: 'NaN',
    });
  });

  test('of anything at all makes something that JSON keeps, without the secret', () => {
    fc.assert(
      fc.property(fc.anything({ withMap: true, withDate: true, withBigInt: true }), (value) => {
        const copy = redact({ type: 'x', value, inner: { accessToken: treasure } });
        expect(JSON.stringify(copy)).not.toContain(treasure);
        expect(JSON.parse(JSON.stringify(copy))).toBeTypeOf('object');
      }),
    );
  });

  test('of a value that holds itself ends', () => {
    const event: Record<string, unknown> = { type: 'x' };
    event['self'] = event;
    expect(JSON.stringify(redact(event))).toContain('[…]');
  });
});
