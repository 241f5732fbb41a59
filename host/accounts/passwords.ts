import { hash, parseOptions, verify } from '@node-rs/argon2';
import { minPasswordLength } from '../../src/model/entities/account.ts';
import { isCommonPassword } from './common-passwords.ts';
import { randomSecret } from './secrets.ts';

/** argon2id, the package's default kind, at the cost that public guidance names as the least: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

let decoy: Promise<string> | undefined;

/** The stored form of a password (decisions, Account). */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/** True when the password is the stored one. Takes as long where there is none, so that nobody learns which accounts exist. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword(randomSecret());
  const matches = await verify(stored ?? (await decoy), password);
  return stored !== null && matches;
}

/** True when a stored hash was made at a lower cost than is asked today. */
export function needsRehash(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(stored);
  return memoryCost !== cost.memoryCost || timeCost !== cost.timeCost || parallelism !== cost.parallelism;
}

/** Why a password may not be chosen (spec §5; decisions, Account), or null when it may. */
export function passwordProblem(password: string, person: { username: string; email: string }): string | null {
  if (Array.from(password).length < minPasswordLength) return `Password must be at least ${minPasswordLength} characters`;
  const folded = password.toLowerCase();
  const own = [person.username, person.email, person.email.split('@')[0] ?? ''].map((name) => name.toLowerCase());
  if (own.includes(folded)) return 'The password is your own name: choose another';
  if (isCommonPassword(password)) return 'The password is one of the most common ones: choose another';
  return null;
}
