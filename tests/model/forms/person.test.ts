import { describe, expect, test } from 'vitest';
import { checkNewPassword } from '#model/forms/new-password.ts';
import { approvalRules, completeProfileRules, invitedIn, namesToSend, whyNotCompleted } from '#model/forms/person.ts';
import { changePasswordRules, profileRules, whyNotUpdated, whyPasswordStays } from '#model/forms/profile.ts';

const names = { firstName: 'Ada', lastName: 'Lovelace', username: 'ada' };
const twice = { password: 'engine-no-1', confirmed: 'engine-no-1' };

test.each<[string, string, string | undefined]>([
  ['', '', 'New Password field is required'],
  ['short12', 'short12', 'Password must be at least 8 characters'],
  ['engine-no-1', 'engine-no-2', 'New password fields do not match'],
  ['engine-no-1', '', 'New password fields do not match'],
  ['eight888', 'eight888', undefined],
  ['🦊🦊🦊🦊🦊🦊🦊', '🦊🦊🦊🦊🦊🦊🦊', 'Password must be at least 8 characters'],
  ['zwo\u0308lf77', 'zw\u00F6lf77', 'Password must be at least 8 characters'],
  ['zwo\u0308lf ba\u0308ren', 'zw\u00F6lf b\u00E4ren', undefined],
])('a new password %j and again %j: %j (FORM-15)', (password, confirmed, text) => {
  expect(checkNewPassword({ password, confirmed })?.text).toBe(text);
});

describe('who was invited or approved (FORM-16, FORM-17)', () => {
  test.each<[Partial<typeof names>, string | undefined]>([
    [{}, undefined],
    [{ firstName: '  ' }, 'firstName'],
    [{ lastName: '' }, 'lastName'],
    [{ username: '\t' }, 'username'],
  ])('%j is refused at %j', (but, field) => {
    expect(approvalRules.check({ ...names, ...but })?.field).toBe(field);
    expect(completeProfileRules.check({ ...names, ...twice, ...but })?.field).toBe(field);
  });

  test.each<[Partial<typeof names & typeof twice>, string | null]>([
    [{}, null],
    [{ password: 'short', confirmed: 'other' }, null],
    [{ confirmed: '' }, 'Enter the new password twice'],
    [{ password: '' }, 'Enter the new password twice'],
    [{ lastName: ' ', password: '' }, 'Last name is required'],
  ])('with %j it is not sent yet: %j (FORM-11)', (but, why) => {
    expect(whyNotCompleted({ ...names, ...twice, ...but })).toBe(why);
  });

  test('names are refused before the password', () => {
    expect(completeProfileRules.check({ ...names, username: '', password: '', confirmed: '' })?.field).toBe('username');
    expect(completeProfileRules.check({ ...names, password: '', confirmed: '' })?.field).toBe('password');
  });

  test('white space in names is one blank each, and none around them', () => {
    expect(namesToSend({ firstName: ' Mary  Ann ', lastName: 'Lee\t Smith', username: ' mas ' })).toEqual({
      firstName: 'Mary Ann',
      lastName: 'Lee Smith',
      username: 'mas',
    });
  });

  test('a link carries the person and their token', () => {
    const query = '?email=ada%2Bx%40example.org&firstName=Ada&lastName=Lovelace&username=ada';
    expect(invitedIn(query)).toBeNull();
    expect(invitedIn(`${query}&token=t`)).toEqual({ email: 'ada+x@example.org', ...names, token: 't' });
    expect(invitedIn('?token=t&email=a%40b.c')).toEqual({
      email: 'a@b.c',
      firstName: '',
      lastName: '',
      username: '',
      token: 't',
    });
    expect(invitedIn('?token=t')).toBeNull();
  });
});

test.each<[Partial<typeof names & { email: string }>, string | undefined]>([
  [{}, undefined],
  [{ firstName: '' }, 'First name is required'],
  [{ lastName: ' ' }, 'Last name is required'],
  [{ username: '' }, 'Username is required'],
  [{ email: ' ' }, 'Email is required'],
  [{ email: 'ada at home' }, 'Invalid email'],
])('a profile with %j: %j (FORM-18)', (but, text) => {
  expect(profileRules.check({ ...names, email: 'ada@example.org', password: '', ...but })?.text).toBe(text);
});

test.each<[string, typeof twice, string | undefined]>([
  ['', twice, 'Current Password field is required'],
  ['old', { password: '', confirmed: '' }, 'New Password field is required'],
  ['old', { ...twice, confirmed: 'other' }, 'New password fields do not match'],
  ['old', twice, undefined],
])('the password %j becomes %j: %j (FORM-19)', (current, next, text) => {
  expect(changePasswordRules.check({ current, ...next })?.text).toBe(text);
});

test.each<[Partial<typeof names & { email: string }>, string | null]>([
  [{}, 'No changes to save'],
  [{ firstName: ' Ada  ' }, 'No changes to save'],
  [{ email: ' ada@example.org' }, 'No changes to save'],
  [{ lastName: 'Byron' }, null],
  [{ email: 'other@example.org' }, null],
])('a profile with %j is not sent yet: %j (FORM-11, FORM-18)', (but, why) => {
  const known = { ...names, email: 'ada@example.org', password: '' };
  expect(whyNotUpdated({ ...known, ...but }, known)).toBe(why);
});

test.each<[Partial<typeof twice & { current: string }>, string | null]>([
  [{}, null],
  [{ current: '' }, 'Fill in all three fields'],
  [{ password: '' }, 'Fill in all three fields'],
  [{ confirmed: '' }, 'Fill in all three fields'],
  [{ confirmed: 'other' }, null],
])('a change of password with %j is not sent yet: %j (FORM-11, FORM-19)', (but, why) => {
  expect(whyPasswordStays({ current: 'old', ...twice, ...but })).toBe(why);
});
