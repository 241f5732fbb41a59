import { createHash, createHmac, randomBytes } from 'node:crypto';

/** A fresh secret of 256 bits that fits in cookies, headers and links. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a random secret. One round is enough: 256 random bits cannot be guessed, unlike a password. */
export function secretHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** The one value that `key` makes of `text`. */
export function keyedHash(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}
