import { hash } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { hashPassword, needsRehash, passwordProblem, verifyPassword } from '../../../host/accounts/passwords.ts';

const ann = { username: 'annabelle', email: 'ann.bell@example.org' };

describe('a chosen password', () => {
  test.each(['correct horse battery', 'Tr0ub4dor&3x', 'pässwörd-für-mich', 'zwölf bären', 'k7$Qm!x2'])(
    '%s is taken',
    (password) => {
      expect(passwordProblem(password, ann)).toBeNull();
    },
  );
  test.each(['', 'a', '1234567', 'sieben7', '🦊🦊🦊🦊🦊🦊🦊'])('%s is too short', (password) => {
    expect(passwordProblem(password, ann)).toBe('Password must be at least 8 characters');
  });
  test.each([
    'password',
    'PASSWORD1',
    'Password123!',
    '12345678',
    '87654321',
    'qwertyuiop',
    'aaaaaaaaaa',
    'abcabcabc',
    'abcdefghij',
    'lotek2003',
    'iloveyou',
  ])('%s is too common', (password) => {
    expect(passwordProblem(password, ann)).toMatch(/most common/);
  });
  test.each(['annabelle', 'ANNABELLE', 'ann.bell@example.org', 'ann.bell'])("%s is the person's own name", (password) => {
    expect(passwordProblem(password, ann)).toMatch(/own name/);
  });
});

describe('a stored password', () => {
  test('is argon2id, salted, and verifies its own password alone', async () => {
    const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(two).not.toBe(one);
    expect(await verifyPassword(one, 'correct horse')).toBe(true);
    expect(await verifyPassword(one, 'correct hors')).toBe(false);
    expect(await verifyPassword(null, 'correct horse')).toBe(false);
    expect(needsRehash(one)).toBe(false);
    expect(needsRehash(await hash('x', { memoryCost: 4096, timeCost: 1 }))).toBe(true);
  });
});
