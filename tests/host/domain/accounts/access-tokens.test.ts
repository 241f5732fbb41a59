import { expect, test } from 'vitest';
import { accepted, refused } from '#model/result.ts';
import { systemOfToken } from '#model/session/token-system.ts';
import { accessTokenMs, createAccessTokens } from '../../../../host/domain/accounts/access-tokens.ts';
import type { SigningKey, SigningKeys } from '../../../../host/domain/accounts/signing-keys.ts';

const begin = Date.UTC(2026, 10, 22);

function stage() {
  const key: SigningKey = { kid: 'one', purpose: 'token', secret: new Uint8Array(32).fill(7), refreshChain: new Uint8Array(32) };
  const state = { now: begin, isWithdrawn: false };
  const keys: SigningKeys = {
    current: () => Promise.resolve(key),
    find: (_, kid) => Promise.resolve(kid === key.kid && !state.isWithdrawn ? key : null),
    all: () => Promise.resolve([key]),
  };
  const tokens = createAccessTokens(
    keys,
    (userId) => Promise.resolve(userId === 4 ? 'north' : null),
    () => state.now,
  );
  return { state, tokens, issue: () => tokens.issue(4, 'a session', begin + 60 * accessTokenMs) };
}

test('a token that is read again says the same, and ends when it says', async () => {
  const { state, tokens, issue } = stage();
  const token = await issue();
  const caller = { userId: 4, sessionId: 'a session', expiresAt: begin + accessTokenMs };
  expect([await tokens.read(token), await tokens.read(token)]).toEqual([accepted(caller), accepted(caller)]);
  state.now = begin + accessTokenMs - 1;
  expect(await tokens.read(token)).toEqual(accepted(caller));
  state.now = begin + accessTokenMs;
  expect([await tokens.read(token), await tokens.read(token)]).toEqual([refused('expired'), refused('expired')]);
});

test('a token names the system that is its person’s own, if there is one (SPEED-19)', async () => {
  const { tokens, issue } = stage();
  expect(systemOfToken(await issue())).toBe('north');
  expect(systemOfToken(await tokens.issue(5, 'another session', begin + accessTokenMs))).toBeNull();
});

test('a token that was read is bad as soon as its key is withdrawn', async () => {
  const { state, tokens, issue } = stage();
  const token = await issue();
  expect(await tokens.read(token)).toMatchObject(accepted({ userId: 4 }));
  state.isWithdrawn = true;
  expect([await tokens.read(token), await tokens.read(token)]).toEqual([refused('bad'), refused('bad')]);
});

test('another token is not taken for one that was read', async () => {
  const { tokens, issue } = stage();
  const token = await issue();
  await tokens.read(token);
  const [head, , signature] = token.split('.');
  const forged = Buffer.from(JSON.stringify({ sub: '1', sid: 'a session', exp: begin / 1_000 + 900 })).toString('base64url');
  expect(await tokens.read(`${head}.${forged}.${signature}`)).toEqual(refused('bad'));
});
