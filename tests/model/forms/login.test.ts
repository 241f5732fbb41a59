import { expect, test } from 'vitest';
import { checkLogin } from '#model/forms/login.ts';

/** FORM-8: the first field that is empty is refused; a blank is as good as nothing, but in a password. */
test.each([
  ['', '', 'username'],
  ['  ', 'secret', 'username'],
  ['somebody', '', 'password'],
  ['somebody', ' ', undefined],
  ['somebody', 'secret', undefined],
])("'%s' with the password '%s': refused is %s", (username, password, field) => {
  expect(checkLogin({ username, password })?.field).toBe(field);
});
