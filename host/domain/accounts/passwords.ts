import { hash, parseOptions, verify } from '@node-rs/argon2';
import { isLongEnough, minPasswordLength, passwordForm } from '#model/entities/account.ts';
import { unavailable } from '../../platform/api-error.ts';
import { isCommonPassword } from './common-passwords.ts';
import { randomSecret } from './secrets.ts';

/**
 * Makes and judges the stored form of passwords: a port, so that what is not about hashing need not pay for
 * it.
 */
export type PasswordHasher = {
  hash(password: string): Promise<string>;
  verify(stored: string, password: string): Promise<boolean>;
  /** True when a stored hash was made at another cost than is asked today. */
  needsRehash(stored: string): boolean;
};

/**
 * argon2id, the package's default kind, at the cost that public guidance names as the least: 19 MiB, two
 * passes.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const argon2Hasher: PasswordHasher = {
  hash: (password) => hash(password, cost),
  verify: (stored, password) => verify(stored, password),
  needsRehash(stored) {
    const { memoryCost, timeCost, parallelism } = parseOptions(stored);
    return memoryCost !== cost.memoryCost || timeCost !== cost.timeCost || parallelism !== cost.parallelism;
  },
};

/** How many passwords are judged or wait for it at most: a hash takes 19 MiB and some 30 ms of a core. */
const maxAtOnce = 64;

export type Passwords = Pick<PasswordHasher, 'hash' | 'needsRehash'> & {
  /**
   * True when the password is the stored one, in the form in which it is kept (NFKC). What was typed in
   * another form is tried once more as typed: hashes of before were made of that. Does the same work where
   * there is none, so that nobody learns which accounts exist.
   * @throws ApiError 503 when too many are being judged.
   */
  verify(stored: string | null, password: string): Promise<boolean>;
};

/** Passwords by a hasher (ACC-5). */
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

/** The stored form of a password. */
export const hashPassword = (password: string): Promise<string> => argon2Hasher.hash(passwordForm(password));

/** Why a password may not be chosen (ACC-5), or null when it may. */
export function passwordProblem(password: string, person: { username: string; email: string }): string | null {
  if (!isLongEnough(password)) return `Password must be at least ${minPasswordLength} characters`;
  const fold = (text: string) => passwordForm(text).toLowerCase();
  const own = [person.username, person.email, person.email.split('@')[0] ?? ''].map(fold);
  if (own.includes(fold(password))) return 'The password is your own name. Choose another';
  if (isCommonPassword(passwordForm(password))) return 'This password is too common. Choose another';
  return null;
}
