import { hash, parseOptions, verify } from '@node-rs/argon2';
import { isLongEnough, minPasswordLength, passwordForm } from '#model/entities/account.ts';
import { unavailable } from '../../platform/api-error.ts';
import { isCommonPassword } from './common-passwords.ts';
import { randomSecret } from './secrets.ts';

/** Hashes and verifies passwords. A port, so that tests can replace the slow hashing. */
export type PasswordHasher = {
  hash(password: string): Promise<string>;
  verify(stored: string, password: string): Promise<boolean>;
  /** True if a stored hash was made at another cost than new ones are. */
  needsRehash(stored: string): boolean;
};

/** argon2id at the minimum cost that public guidance recommends: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const argon2Hasher: PasswordHasher = {
  hash: (password) => hash(password, cost),
  verify: (stored, password) => verify(stored, password),
  needsRehash(stored) {
    const { memoryCost, timeCost, parallelism } = parseOptions(stored);
    return memoryCost !== cost.memoryCost || timeCost !== cost.timeCost || parallelism !== cost.parallelism;
  },
};

/** The most passwords that are being hashed or wait to be. A hash takes 19 MiB and about 30 ms of a core. */
const maxAtOnce = 64;

export type Passwords = Pick<PasswordHasher, 'hash' | 'needsRehash'> & {
  /**
   * True if the password matches the stored one in Unicode form NFKC, or else as typed, for old hashes. Takes
   * the same time if there is no stored password, so that the time does not reveal which accounts exist.
   * @throws ApiError 503 if too many are being checked.
   */
  verify(stored: string | null, password: string): Promise<boolean>;
};

/** Returns the password functions for a hasher (ACC-5). */
export function createPasswords(hasher: PasswordHasher = argon2Hasher): Passwords {
  let decoy: Promise<string> | undefined;
  let underWay = 0;
  const decoyHash = () =>
    (decoy ??= hasher.hash(randomSecret()).catch((error: unknown) => {
      decoy = undefined;
      throw error;
    }));
  return {
    hash: (password) => hasher.hash(passwordForm(password)),
    needsRehash: (stored) => hasher.needsRehash(stored),
    async verify(stored, password) {
      if (underWay >= maxAtOnce) throw unavailable('Too many people are logging in. Try again in a moment', 1);
      underWay++;
      try {
        const decoyed = await decoyHash();
        const form = passwordForm(password);
        let matches = await hasher.verify(stored ?? decoyed, form);
        if (!matches && form !== password) matches = await hasher.verify(stored ?? decoyed, password);
        return stored !== null && matches;
      } finally {
        underWay--;
      }
    },
  };
}

/** Returns the hash to store for a password. */
export const hashPassword = (password: string): Promise<string> => argon2Hasher.hash(passwordForm(password));

/** Returns why a password is not allowed (ACC-5), or null. */
export function passwordProblem(password: string, person: { username: string; email: string }): string | null {
  if (!isLongEnough(password)) return `Password must be at least ${minPasswordLength} characters`;
  const fold = (text: string) => passwordForm(text).toLowerCase();
  const own = [person.username, person.email, person.email.split('@')[0] ?? ''].map(fold);
  if (own.includes(fold(password))) return 'The password is your own name. Choose another';
  if (isCommonPassword(passwordForm(password))) return 'This password is too common. Choose another';
  return null;
}
