import * as v from 'valibot';
import { expect, test } from 'vitest';
import { newUsername } from '#model/contract/person-fields.ts';

test.each([
  ['ada', 'ada'],
  ['  ada ', 'ada'],
  ["Éo'neil", "Éo'neil"],
  ['person-1.b', 'person-1.b'],
  ['', null],
  ['bad name', null],
  ['bad\tname', null],
  ['bad\u00a0name', null],
  ['-ada', null],
  ['x'.repeat(101), null],
])('%j as the username of a new account is %j (ACC-2)', (text, expected) => {
  const result = v.safeParse(newUsername, text);
  expect(result.success ? result.output : null).toBe(expected);
});
