import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillPath, needsCsrf, type Call } from '#model/contract/call.ts';
import { isRefusedWhenExpired } from '#model/contract/expired-systems.ts';
import { callNames, contract, type CallName } from '#model/contract/table.ts';
import { expiredText } from '#model/entities/expiry.ts';
import { administrator, owner, researcher, viewer, type RoleId } from '#model/entities/role.ts';
import type { Answer, TestBrowser } from '../../../support/test-browser.ts';
import { addPerson, addSystem, startTestHost, testPassword, type TestHost } from '../../../support/test-host.ts';

/**
 * Who may call what: every call of the contract, as anonymous, as a member of another system and as each
 * role. Nothing is assumed: real requests against the real host and its database.
 */

const all: [CallName, Call][] = callNames.map((name) => [name, contract[name]]);
/** Role 0 belongs to no system but to the operator, who needs no membership. */
const roleIds: RoleId[] = [1, 2, 3, 4];
const params = {
  mitasId: 'own',
  id: 1,
  receiverId: 1,
  collaboratorId: 1,
  jobId: 'job-1',
  previewId: 'preview-1',
  commandId: 'command-number-1',
  revision: 1,
  noteId: 1,
  version: 0,
};

type Actor = { browser: TestBrowser; token: string | undefined };

let host: TestHost;
let anonymous: Actor;
let outsider: Actor;
let operator: Actor;
let expired: Actor;
let tampered: Actor;
let program: Actor;
const members = new Map<RoleId, Actor>();

async function actor(username: string): Promise<Actor> {
  const browser = host.browser();
  return { browser, token: await browser.logIn(username, testPassword) };
}

const call = (
  { browser, token }: Actor,
  { method, path }: Call,
  more: { csrf?: 'none'; headers?: Record<string, string>; system?: string } = {},
) => browser.send(method, fillPath(path, { ...params, mitasId: more.system ?? params.mitasId }), { token, ...more });

/** Returns a token that the host itself signed for a user with all rights, and that expired a second ago. */
async function pastToken(userId: number): Promise<string> {
  const session = await host.accounts.sessions.open({ userId, ...(await credentials(userId)), rehash: null, device: 'A test' });
  if (session === null) throw new Error('No session was opened');
  return host.accounts.tokens.issue(userId, session.sessionId, Date.now() - 1_000);
}

async function credentials(userId: number): Promise<{ passwordHash: string }> {
  const { password_hash } = await host.database.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { passwordHash: password_hash ?? '' };
}

/** Returns a person's token with another user's id, under its original signature. */
function withSubject(token: string, userId: number): string {
  const [head = '', payload = '', signature = ''] = token.split('.');
  const claims = { ...(JSON.parse(Buffer.from(payload, 'base64url').toString()) as object), sub: String(userId) };
  return [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
}

const refusal = ({ status, json }: Answer) => [status, (json as { error?: { type?: string } } | undefined)?.error?.type];

/** Whatever else is wrong with the request, access was granted. */
function expectIn(answer: Answer): void {
  expect([401, 403, 440], `${answer.status} ${answer.text}`).not.toContain(answer.status);
}

beforeAll(async () => {
  host = await startTestHost();
  const ids = await Promise.all(roleIds.map((role) => addPerson(host, `role${role}`)));
  const outsiderId = await addPerson(host, 'outsider');
  const operatorId = await addPerson(host, 'operator', { superuser: true });
  await addSystem(
    host,
    'own',
    roleIds.map((role, i) => [ids[i] ?? 0, role] as const),
  );
  await addSystem(host, 'other', [[outsiderId, 1]]);
  await addSystem(
    host,
    'asleep',
    roleIds.map((role, i) => [ids[i] ?? 0, role] as const),
    { offline: true },
  );
  await addSystem(
    host,
    'past',
    roleIds.map((role, i) => [ids[i] ?? 0, role] as const),
    { expiry: new Date(1_000) },
  );
  anonymous = { browser: host.browser(), token: undefined };
  outsider = await actor('outsider');
  operator = await actor('operator');
  for (const role of roleIds) members.set(role, await actor(`role${role}`));
  expired = { browser: host.browser(), token: await pastToken(operatorId) };
  const ownKey = (name: string) => host.people.keys.make({ userId: ids[0] ?? 0, systemId: 'own' }, name);
  // The walk revokes the first key.
  await ownKey('one');
  const ownersKey = await ownKey('another');
  program = { browser: host.browser(), token: ownersKey.key };
  tampered = { browser: host.browser(), token: withSubject(member(owner).token ?? '', operatorId) };
});
afterAll(() => host.close());

function member(role: RoleId): Actor {
  const found = members.get(role);
  if (found === undefined) throw new Error(`There is no member of role ${role}`);
  return found;
}

const systemCalls = all.filter(([, { access }]) => typeof access === 'object');
const mutating = all.filter(([, { method }]) => needsCsrf(method));

test('the walk covers the whole table', () => {
  expect(new Set(kinds.map(([, , meets]) => all.map(([, definition]) => String(meets(definition))).join())).size).toBe(
    kinds.length,
  );
  expect(callNames.length).toBeGreaterThan(80);
});

describe('the table gives rights as the rules do (ROLE-3, ROLE-4)', () => {
  const needed = ({ access }: Call) => (typeof access === 'object' ? access.role : access);

  test.each(all.filter(([, { path }]) => path.startsWith('/api/mitashost/')))('%s is for members only', (_, definition) => {
    expect(needed(definition)).toBeTypeOf('number');
  });
  test.each(systemCalls.filter(([, { path }]) => /detection-config|reprocess|clock-sync/.test(path)))(
    '%s is for administrators',
    (_, definition) => {
      expect(needed(definition)).toBeLessThanOrEqual(administrator);
    },
  );
  /** They change nothing but the caller's own things: leaving the system (ROLE-12), their keys (ACC-32). */
  const forViewers: readonly CallName[] = [
    'findCommands',
    'sendTestMail',
    'unlinkCollaborator',
    'createAccessKey',
    'revokeAccessKey',
    'passDumpDownload',
  ];
  test.each(systemCalls.filter(([name, { method }]) => needsCsrf(method) && !forViewers.includes(name)))(
    '%s changes something, so no viewer may call it',
    (_, definition) => {
      expect(needed(definition)).toBeLessThanOrEqual(researcher);
    },
  );
  const ofPeopleOrLayers = systemCalls.filter(([, { path }]) => /collaborators|map\/layer/.test(path));
  test.each(ofPeopleOrLayers.filter(([name, { method }]) => needsCsrf(method) && !forViewers.includes(name)))(
    '%s is for administrators',
    (_, definition) => {
      expect(needed(definition)).toBeLessThanOrEqual(administrator);
    },
  );
});

type Kind = [name: string, who: () => Actor, meets: (call: Call) => readonly unknown[] | 'in'];

/**
 * The ten kinds of callers, each with the answer to a call that it may not make: the owner's token of another
 * system is refused here; a tampered or expired one is refused everywhere.
 */
const kinds: Kind[] = [
  ['nobody', () => anonymous, ({ access }) => (access === 'public' ? 'in' : [401, 'TokenMissing'])],
  ['who has an expired token', () => expired, ({ access }) => (access === 'public' ? 'in' : [440, 'SessionExpired'])],
  ['who has tampered with a token', () => tampered, ({ access }) => (access === 'public' ? 'in' : [401, 'BadToken'])],
  [
    'the Owner of another system',
    () => outsider,
    ({ access }) => (access === 'public' || access === 'session' ? 'in' : [403, 'Forbidden']),
  ],
  ...([viewer, researcher, administrator, owner] as const).map((role): Kind => [
    `a member of role ${role}`,
    () => member(role),
    ({ access }) => {
      const isIn = typeof access === 'object' ? role <= access.role : access !== 'superuser';
      return isIn ? 'in' : [403, 'Forbidden'];
    },
  ]),
  ['the operator of the host, who is no member', () => operator, () => 'in'],
  [
    "a program with an Owner's access key (ACC-33)",
    () => program,
    ({ access, method, path }) => {
      const reads = method === 'GET' && typeof access === 'object' && access.role === viewer;
      return reads && !path.endsWith('/access-keys') ? 'in' : [403, 'Forbidden'];
    },
  ],
];

describe.each(kinds)('%s (ROLE-1, ROLE-5, ROLE-6)', (_, who, meets) => {
  test.each(all)('at %s gets in or not as the table says', async (name, definition) => {
    // Logging out uses a session of its own, as the others are still needed.
    const { browser, token } = name === 'logout' && who() !== program ? anonymous : who();
    const answer = await call({ browser, token }, definition);
    const expected = meets(definition);
    if (expected !== 'in') expect(refusal(answer)).toEqual(expected);
    else if (name === 'accessToken')
      expect([
        [200, undefined],
        [401, 'TokenMissing'],
      ]).toContainEqual(refusal(answer));
    else expectIn(answer);
  });
});

test('the kinds of callers are ten', () => expect(kinds).toHaveLength(10));

describe('a token', () => {
  test.each(all.filter(([, { access }]) => access !== 'public'))('that was made up is refused at %s', async (_, definition) => {
    expect(refusal(await call({ ...anonymous, token: 'made.up.token' }, definition))).toEqual([401, 'BadToken']);
  });
});

describe('a member of another system', () => {
  test.each(systemCalls)('cannot tell by %s whether a system exists (SYS-4)', async (_, definition) => {
    const [existing, missing] = [await call(outsider, definition), await call(outsider, definition, { system: 'nosuch' })];
    expect([missing.status, missing.text]).toEqual([existing.status, existing.text]);
  });
});

describe('without the csrf token (CALL-8)', () => {
  test.each(mutating)('%s is refused to whoever may call it', async (_, definition) => {
    const who = definition.access === 'public' ? anonymous : operator;
    expect(refusal(await call(who, definition, { csrf: 'none' }))).toEqual([403, 'BadCsrfToken']);
  });
  test.each(mutating)("%s is refused with another browser's token", async (_, definition) => {
    const who = definition.access === 'public' ? anonymous : operator;
    const stolen = await host.browser().csrfToken();
    expect(refusal(await call(who, definition, { csrf: 'none', headers: { 'x-csrf-token': stolen } }))).toEqual([
      403,
      'BadCsrfToken',
    ]);
  });
});

describe('a system that is offline (SYS-6)', () => {
  const hostCalls = systemCalls.filter(([, { path }]) => path.startsWith('/api/mitashost/'));
  test.each(hostCalls)('says so at %s to those who may call it', async (_, definition) => {
    expect(refusal(await call(operator, definition, { system: 'asleep' }))).toEqual([503, 'SystemOffline']);
    expect(refusal(await call(outsider, definition, { system: 'asleep' }))).toEqual([403, 'Forbidden']);
  });
  test('still shows a viewer nothing that they may not see', async () => {
    expect(refusal(await call(member(viewer), contract.getDetectionConfig, { system: 'asleep' }))).toEqual([403, 'Forbidden']);
  });
});

describe('a system that has expired (SYS-15)', () => {
  const said = ({ json }: Answer) => (json as { error?: { message?: string } } | undefined)?.error?.message;
  const refusedCalls = systemCalls.filter(([name, definition]) => isRefusedWhenExpired(name, definition));
  const openCalls = systemCalls.filter(([name, definition]) => !isRefusedWhenExpired(name, definition));

  test.each(refusedCalls)('is not edited by %s, whoever asks', async (_, definition) => {
    for (const who of [operator, member(1)]) {
      const answer = await call(who, definition, { system: 'past' });
      expect([answer.status, said(answer)]).toEqual([409, expiredText]);
    }
    expect(refusal(await call(outsider, definition, { system: 'past' }))).toEqual([403, 'Forbidden']);
  });
  test.each(openCalls)('answers %s as any other does', async (_, definition) => {
    const [expired, own] = [await call(member(1), definition, { system: 'past' }), await call(member(1), definition)];
    expect(said(expired)).not.toBe(expiredText);
    expect(expired.status).toBe(own.status);
  });
});
