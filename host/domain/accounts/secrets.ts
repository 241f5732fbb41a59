import { createHash, createHmac, randomBytes } from 'node:crypto';

/** Returns a new random secret of 256 bits for cookies, headers and links. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Returns the stored hash of a random secret. One round suffices: unlike a password, 256 random bits cannot
 * be guessed.
 */
export function secretHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Returns the keyed hash (HMAC) of a text. */
export function keyedHash(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}
