import { expect, test } from 'vitest';
import type { Failure } from '#model/contract/failure.ts';
import { checkLogin, loginFailureText } from '#model/forms/login.ts';

/** FORM-8: the first empty field is refused; blanks count as empty, except in a password. */
test.each([
  ['', '', 'username'],
  ['  ', 'secret', 'username'],
  ['somebody', '', 'password'],
  ['somebody', ' ', undefined],
  ['somebody', 'secret', undefined],
])("'%s' with the password '%s': refused is %s", (username, password, field) => {
  expect(checkLogin({ username, password })?.field).toBe(field);
});

const unreachable = 'The host could not be reached';

/** ERR-6: the standard text comes first; the host's own message follows in the same place. */
test.each<[string, Failure, string]>([
  [
    'a wrong password',
    { kind: 'server', code: 401, type: 'InvalidCredentials', message: 'The username or the password is wrong' },
    'A server error occurred.\nCheck your username and password.',
  ],
  [
    'too many tries',
    { kind: 'server', code: 429, type: 'TooManyRequests', message: 'Try again in 9 minutes' },
    'A server error occurred.\nTry again in 9 minutes',
  ],
  ['an error without words', { kind: 'server', code: 500, type: 'ServerError' }, 'A server error occurred'],
  ['a reply that does not fit', { kind: 'invalidPayload', issues: [] }, 'A server error occurred'],
  ['no answer', { kind: 'network' }, unreachable],
])('a login that is refused by %s', (_, failure, text) => {
  expect(loginFailureText(failure, unreachable)).toBe(text);
});
