import { describe, expect, test } from 'vitest';
import { tokenExpiry, untilRenewal } from '#model/entities/access-token.ts';

const at = 1_700_000_000_000;
const token = (claims: unknown): string => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;

describe('access tokens', () => {
  test('a lifetime counts from the receipt, whatever the host says the time is (ACC-9)', () => {
    expect(tokenExpiry(token({ iat: 5_000, exp: 5_900, sub: 'ÿ?>' }), at)).toBe(at + 900_000);
  });

  test('without a time of issue the named moment holds', () => {
    expect(tokenExpiry(token({ exp: at / 1000 + 60 }), at)).toBe(at + 60_000);
  });

  test.each([['opaque'], ['a.b.c'], [token({})], [token({ exp: 'soon' })], [token(null)], ['']])('%j tells no expiry', (text) => {
    expect(tokenExpiry(text, at)).toBeUndefined();
  });

  test.each([
    [at + 900_000, 885_000],
    [at + 15_000, 1_000],
    [at - 1, 1_000],
    [at + 1e12, 86_400_000],
  ])('a token that expires at %d is renewed after %d ms', (expiresAt, wait) => {
    expect(untilRenewal(expiresAt, at)).toBe(wait);
  });
});
