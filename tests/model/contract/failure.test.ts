import { describe, expect, test } from 'vitest';
import {
  errorTypes,
  type Failure,
  FailureError,
  failureText,
  isSessionExpired,
  isUnanswered,
  leavesUnknown,
  toFailure,
} from '#model/contract/failure.ts';

const server = (code: number, more: object = {}): Failure => ({ kind: 'server', code, type: 'ServerError', ...more });

test.each<[Failure, string]>([
  [server(409, { message: 'There is one already' }), 'There is one already'],
  [server(500), 'The site could not be made'],
  [server(500, { message: '' }), 'The site could not be made'],
  [server(500, { message: ' \n' }), 'The site could not be made'],
  [{ kind: 'network' }, 'The site could not be made'],
  [{ kind: 'invalidPayload', issues: ['a'] }, 'The site could not be made'],
])('%j reads as %j (ERR-3)', (failure, text) => {
  expect(failureText(failure, 'The site could not be made')).toBe(text);
});

test('what nobody put into words is an error that occurred, of code 500 and type ServerError (ERR-2)', () => {
  expect(failureText(server(500))).toBe('An error occurred');
  expect(toFailure(new Error('lost'))).toEqual(server(500, { message: 'lost' }));
  expect(toFailure('lost')).toEqual(server(500));
  expect(failureText(toFailure(new Error('')))).toBe('An error occurred');
});

describe('what a service throws (CODE-23)', () => {
  test.each<[Failure, string]>([
    [{ kind: 'network' }, 'The host did not answer'],
    [
      { kind: 'invalidPayload', issues: ['/a: body name: too long', '/a: body id: missing'] },
      '/a: body name: too long; /a: body id: missing',
    ],
    [server(409, { message: 'There is one already' }), '409 ServerError: There is one already'],
    [server(500), '500 ServerError: An error occurred'],
  ])('%j is an error with a stack and a cause, whose failure is read again', (failure, message) => {
    const cause = new TypeError('fetch failed');
    const thrown = new FailureError(failure, { cause });
    expect(thrown).toMatchObject({ name: 'FailureError', message, cause, stack: expect.stringContaining('failure.test.ts') });
    expect(toFailure(thrown)).toBe(failure);
  });

  test('a failure as a value stays what it is; an error that happens to have a kind is none', () => {
    expect(toFailure({ kind: 'network' })).toEqual({ kind: 'network' });
    expect(toFailure(Object.assign(new Error('other'), { kind: 'network' }))).toEqual(server(500, { message: 'other' }));
  });
});

describe('a session is over (ERR-5)', () => {
  test.each<[Failure, boolean]>([
    [server(440), true],
    [{ kind: 'server', code: 401, type: 'SessionExpired' }, true],
    [{ kind: 'server', code: 401, type: 'TokenMissing' }, false],
    [{ kind: 'network' }, false],
  ])('by %j: %j', (failure, expected) => expect(isSessionExpired(failure)).toBe(expected));
});

describe('nobody knows whether the host did it (ERR-11)', () => {
  test.each<[Failure, boolean]>([
    [{ kind: 'network' }, true],
    [server(502), true],
    [server(504), true],
    [server(503), false],
    [server(500), false],
    [{ kind: 'invalidPayload', issues: ['a'] }, false],
  ])('after %j: %j', (failure, expected) => expect(isUnanswered(failure)).toBe(expected));
});

describe('an operation is asked for again, as nobody knows whether it was done (CHG-14)', () => {
  test.each<[Failure, first: boolean, repeat: boolean]>([
    [{ kind: 'network' }, true, true],
    [server(502), true, true],
    [server(504), true, true],
    [server(429), false, true],
    [server(503), false, true],
    [server(503, { type: errorTypes.systemOffline }), false, false],
    [server(500), false, false],
    [server(403), false, false],
    [server(409), false, false],
    [{ kind: 'invalidPayload', issues: ['a'] }, false, false],
  ])('after %j: at first %j, as a repeat %j', (failure, first, repeat) =>
    expect([leavesUnknown(failure, 0), leavesUnknown(failure, 1)]).toEqual([first, repeat]),
  );
});
