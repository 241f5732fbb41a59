import { describe, expect, test } from 'vitest';
import { type Failure, failureText, isSessionExpired, isUnanswered, toFailure } from '#model/contract/failure.ts';

const server = (code: number, more: object = {}): Failure => ({ kind: 'server', code, type: 'ServerError', ...more });

test.each<[Failure, string]>([
  [server(409, { message: 'There is one already' }), 'There is one already'],
  [server(500), 'The site could not be made'],
  [{ kind: 'network' }, 'The site could not be made'],
  [{ kind: 'invalidPayload', issues: ['a'] }, 'The site could not be made'],
])('%j reads as %j (ERR-3)', (failure, text) => {
  expect(failureText(failure, 'The site could not be made')).toBe(text);
});

test('what nobody put into words is an error that occurred, of code 500 and type ServerError (ERR-2)', () => {
  expect(failureText(server(500))).toBe('An error occurred');
  expect(toFailure(new Error('lost'))).toEqual(server(500, { message: 'lost' }));
  expect(toFailure('lost')).toEqual(server(500));
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
