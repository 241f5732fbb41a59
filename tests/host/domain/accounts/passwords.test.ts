import { hash } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import {
  argon2Hasher,
  createPasswords,
  hashPassword,
  passwordProblem,
  type PasswordHasher,
} from '../../../../host/domain/accounts/passwords.ts';

const ann = { username: 'annabelle', email: 'ann.bell@example.org' };

describe('a chosen password (ACC-5)', () => {
  test.each(['correct horse battery', 'Tr0ub4dor&3x', 'pässwörd-für-mich', 'zwölf bären', 'k7$Qm!x2'])(
    '%s is taken',
    (password) => {
      expect(passwordProblem(password, ann)).toBeNull();
    },
  );
  test.each(['', 'a', '1234567', 'sieben7', '🦊🦊🦊🦊🦊🦊🦊', 'zwo\u0308lf77'])('%s is too short', (password) => {
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
    '\uFF50assword1',
  ])('%s is too common', (password) => {
    expect(passwordProblem(password, ann)).toMatch(/too common/);
  });
  test.each(['annabelle', 'ANNABELLE', '\uFF41nnabelle', 'ann.bell@example.org', 'ann.bell'])(
    "%s is the person's own name",
    (password) => {
      expect(passwordProblem(password, ann)).toMatch(/own name/);
    },
  );
});

describe('a stored password', () => {
  test('is argon2id, salted, and verifies its own password alone (ACC-5)', async () => {
    const passwords = createPasswords();
    const [one, two] = await Promise.all([passwords.hash('correct horse'), passwords.hash('correct horse')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(two).not.toBe(one);
    expect(await passwords.verify(one, 'correct horse')).toBe(true);
    expect(await passwords.verify(one, 'correct hors')).toBe(false);
    expect(await passwords.verify(null, 'correct horse')).toBe(false);
    expect(passwords.needsRehash(one)).toBe(false);
    expect(passwords.needsRehash(await hash('x', { memoryCost: 4096, timeCost: 1 }))).toBe(true);
  });

  describe('is compared in one form, NFKC: keyboards send the same accents in several ways (ACC-5)', () => {
    const [composed, decomposed, wide] = ['zw\u00F6lf b\u00E4ren', 'zwo\u0308lf ba\u0308ren', '\uFF5Aw\u00F6lf b\u00E4ren'];
    /** A hasher with readable hashes, which records what it is asked. */
    function readableHasher() {
      const asked: string[] = [];
      const hasher: PasswordHasher = {
        hash: async (password) => `of ${password}`,
        verify: async (stored, password) => {
          asked.push(password);
          return stored === `of ${password}`;
        },
        needsRehash: () => false,
      };
      return { asked, passwords: createPasswords(hasher) };
    }

    test.each([
      [composed, decomposed],
      [composed, wide],
      [decomposed, composed],
      [decomposed, decomposed],
      [wide, decomposed],
    ])('set as %j, typed as %j', async (set, typed) => {
      const { passwords, asked } = readableHasher();
      expect(await passwords.verify(await passwords.hash(set), typed)).toBe(true);
      expect(asked).toEqual([composed]);
    });

    test.each<[stored: string | null, typed: string, matches: boolean, asked: string[]]>([
      // A hash from before passwords were normalised.
      [`of ${decomposed}`, decomposed, true, [composed, decomposed]],
      [`of ${decomposed}`, composed, false, [composed]],
      [`of ${composed}`, 'wrong', false, ['wrong']],
      [null, 'wrong', false, ['wrong']],
      // A wrong password takes equally long with and without such an account.
      ['of another', decomposed, false, [composed, decomposed]],
      [null, decomposed, false, [composed, decomposed]],
    ])('of %j and %j typed: %j', async (stored, typed, matches, tries) => {
      const { passwords, asked } = readableHasher();
      expect(await passwords.verify(stored, typed)).toBe(matches);
      expect(asked).toEqual(tries);
    });

    test('wherever one is set, the form is what is hashed', async () => {
      expect(await argon2Hasher.verify(await hashPassword(decomposed), composed)).toBe(true);
    });
  });

  /** A hasher that takes as long as the test likes, and can fail. */
  function heldHasher(hash: () => Promise<string> = () => Promise.resolve('decoy')) {
    const held = Promise.withResolvers<boolean>();
    const hasher: PasswordHasher = { hash, verify: () => held.promise, needsRehash: () => false };
    return { passwords: createPasswords(hasher), answer: () => held.resolve(true) };
  }

  test('is judged by so many at once only; the next is told to come again, and let in when they are through', async () => {
    const { passwords, answer } = heldHasher();
    const judged = Array.from({ length: 64 }, () => passwords.verify('stored', 'typed'));
    await expect(passwords.verify('stored', 'typed')).rejects.toMatchObject({ status: 503, retryAfter: 1 });
    answer();
    expect(await Promise.all(judged)).toEqual(Array.from({ length: 64 }, () => true));
    expect(await passwords.verify('stored', 'typed')).toBe(true);
  });

  test('that could not be judged for once does not stop the next', async () => {
    let fails = true;
    const { passwords, answer } = heldHasher(() => (fails ? Promise.reject(new Error('no memory')) : Promise.resolve('decoy')));
    answer();
    await expect(passwords.verify(null, 'typed')).rejects.toThrow('no memory');
    fails = false;
    expect(await passwords.verify(null, 'typed')).toBe(false);
  });
});
