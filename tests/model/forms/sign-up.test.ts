import { describe, expect, test } from 'vitest';
import { whyNotReset } from '#model/forms/login.ts';
import { resetRules } from '#model/forms/reset-password.ts';
import { type SignUp, checkSignUp, usernameOf } from '#model/forms/sign-up.ts';

const good: SignUp = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', company: 'Engines' };
const missing = 'You are missing a required field';

describe('sign-up (FORM-1)', () => {
  test.each<[string, Partial<SignUp>, { field: string; text: string } | undefined]>([
    ['a whole form', {}, undefined],
    ['the shortest that passes', { firstName: 'Al', lastName: 'Bo', company: 'Lab', email: 'a@b.c' }, undefined],
    ['no first name', { firstName: '' }, { field: 'firstName', text: missing }],
    ['a blank first name', { firstName: '  ' }, { field: 'firstName', text: missing }],
    ['a first name of one character', { firstName: 'A' }, { field: 'firstName', text: "'A' is too short" }],
    ['a last name of one character', { lastName: 'L' }, { field: 'lastName', text: "'L' is too short" }],
    ['no email', { email: '' }, { field: 'email', text: missing }],
    ['an email without @', { email: 'ada.example.org' }, { field: 'email', text: "'ada.example.org' is invalid" }],
    ['an email without a dot', { email: 'ada@example' }, { field: 'email', text: "'ada@example' is invalid" }],
    ['an email with a space', { email: 'a da@example.org' }, { field: 'email', text: "'a da@example.org' is invalid" }],
    ['a company of two characters', { company: 'AB' }, { field: 'company', text: "'AB' is too short" }],
    ['no company', { company: '' }, { field: 'company', text: missing }],
    [
      'several faults: the first field tells',
      { lastName: 'L', email: 'x', company: '' },
      { field: 'lastName', text: "'L' is too short" },
    ],
    ['a short name before a missing one', { firstName: 'A', lastName: '' }, { field: 'firstName', text: "'A' is too short" }],
  ])('%s', (_, but, expected) => {
    expect(checkSignUp({ ...good, ...but })).toEqual(expected);
  });

  test.each([
    ['Ada', 'Lovelace', 'Alovelace'],
    ['  Grace ', ' Brewster Hopper ', 'Gbrewsterhopper'],
    ['Élise', "O'Neil", "Éo'neil"],
    ['', 'Solo', 'solo'],
  ])('the username of %j %j is %j (FORM-2)', (firstName, lastName, username) => {
    expect(usernameOf({ firstName, lastName })).toBe(username);
  });
});

describe('password reset (FORM-5)', () => {
  test.each([
    ['', 'Enter more than 3 characters'],
    ['abc', 'Enter more than 3 characters'],
    [' abc ', 'Enter more than 3 characters'],
    ['abcd', null],
  ])('%j is not reset yet: %j (FORM-11)', (user, why) => {
    expect(whyNotReset(user)).toBe(why);
    expect(resetRules.check({ user }) === undefined).toBe(why === null);
  });
});
