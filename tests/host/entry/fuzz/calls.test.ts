import fc from 'fast-check';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PasswordHasher } from '../../../../host/domain/accounts/passwords.ts';
import { csrfHeader, needsCsrf, type Call } from '#model/contract/call.ts';
import { callNames, contract, type CallName } from '#model/contract/table.ts';
import { requestsOf } from '../../../support/contract-arbitraries.ts';
import { openSession } from '../../../support/open-session.ts';
import { RawClient, type RawAnswer } from '../../../support/raw-client.ts';
import { addPerson, addSystem, startTestHost, type TestHost } from '../../../support/test-host.ts';
import { runs } from '../../../support/thorough.ts';

/**
 * Every call of the contract, as operator, owner and anonymous, with requests generated from its own schemas:
 * valid, nearly valid and hostile. Whatever is sent, the host answers, and never with an internal error.
 * FUZZ_SEED=n tries another seed; a failure names its seed.
 */

// Argon2 takes a tenth of a second for each login by design; hashing is tested elsewhere.
const stubHasher: PasswordHasher = {
  hash: (password) => Promise.resolve(`stub ${password}`),
  verify: (stored, password) => Promise.resolve(stored === `stub ${password}`),
  needsRehash: () => false,
};

const chosen = process.env['FUZZ_SEED'];
const seed = Number(chosen ?? 20_261_121);
/** A chosen seed always makes 200: with fewer, chance decides whether enough come through. */
const runsPerCall = chosen === undefined ? runs(200) : 200;

/** Ids that exist. */
const names = {
  mitasId: 'own',
  id: '1',
  receiverId: '1',
  collaboratorId: '1',
  jobId: 'job-1',
  previewId: 'preview-1',
  commandId: 'command-number-1',
  revision: '1',
  noteId: '1',
  version: '0',
};

type Who = 'operator' | 'owner' | 'nobody' | 'stranger';
const whos = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Who>('operator') },
  { weight: 3, arbitrary: fc.constant<Who>('owner') },
  { weight: 1, arbitrary: fc.constant<Who>('nobody') },
  { weight: 1, arbitrary: fc.constant<Who>('stranger') },
);

let host: TestHost;
let client: RawClient;
let csrf: { cookie: string; token: string };
const people: Partial<Record<Who, number>> = {};
const tokens: Partial<Record<Who, string>> = {};

beforeAll(async () => {
  host = await startTestHost({ hasher: stubHasher, anonymousCalls: { points: 1_000_000, duration: 60 } });
  people.operator = await addPerson(host, 'operator', { superuser: true });
  people.owner = await addPerson(host, 'owner');
  people.stranger = await addPerson(host, 'stranger');
  await addSystem(host, 'own', [[people.owner, 1]]);
  await addSystem(host, 'other', [[people.stranger, 1]]);
  const browser = host.browser();
  csrf = { token: await browser.csrfToken(), cookie: `csrf=${browser.cookie('csrf')}` };
  client = new RawClient(host.url);
  for (const who of ['operator', 'owner', 'stranger'] as const) tokens[who] = (await openSession(host, people[who] ?? 0)).token;
});
afterAll(async () => {
  client.close();
  await host.close();
});

/** Calls that may end their own session get their own session, or all later calls would be refused. */
const endsSession = new Set<CallName>(['logout', 'accessToken', 'updateAccount', 'updatePassword', 'renewToken']);

async function headersFor(name: CallName, who: Who): Promise<Record<string, string>> {
  const call: Call = contract[name];
  const fresh = who !== 'nobody' && endsSession.has(name) ? await openSession(host, people[who] ?? 0) : undefined;
  const token = fresh?.token ?? tokens[who];
  return {
    'content-type': 'application/json',
    cookie: fresh === undefined ? csrf.cookie : `${csrf.cookie}; refresh=${fresh.refreshToken}`,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(needsCsrf(call.method) ? { [csrfHeader]: csrf.token } : {}),
  };
}

const libraryWords = /: Invalid \w+: (Expected|Received) /;

type Told = { error?: { code?: unknown; type?: unknown; message?: unknown } };

/** Calls with names that people choose: few generated texts use one script and visible characters. */
const ofChosenNames: ReadonlySet<CallName> = new Set(['completeProfile', 'updateAccount']);

/** Calls with ids that cannot be guessed: their handlers answer NotFound. */
const ofSecretNames: ReadonlySet<CallName> = new Set(['endSession']);

/** Returns whether a request reached the handler, whatever that answered. */
function cameThrough(name: CallName, { status, text }: RawAnswer): boolean {
  if (status < 300) return true;
  const type = String((JSON.parse(text) as Told).error?.type);
  if (type === 'NotFound') return ofSecretNames.has(name);
  return ['Forbidden', 'Conflict', 'InvalidCredentials', 'SessionExpired'].includes(type);
}

/** Calls whose handler itself answers 429 (ALM-19), behind all checks of the request. */
const limitedByHandler: ReadonlySet<CallName> = new Set(['sendTestMail']);

/** The least requests that must reach the handler, for calls with generated paths. */
const enough = runsPerCall === 200 ? 10 : 0;

test.each(callNames)('%s answers whatever it is sent (CALL-9)', async (name) => {
  const answers: RawAnswer[] = [];
  await fc.assert(
    fc.asyncProperty(requestsOf(contract[name], names), whos, async ({ path, query, body }, who) => {
      const headers = await headersFor(name, who);
      const answer = await client.send({ method: contract[name].method, path: path + query, headers, body });
      answers.push(answer);
      expect(answer.status, `${answer.status} ${answer.text}`).toBeLessThan(500);
      if (answer.status < 400) return;
      const { error } = JSON.parse(answer.text) as Told;
      expect(error).toEqual(
        expect.objectContaining({ code: answer.status, type: expect.any(String), message: expect.any(String) }),
      );
      expect(String(error?.message), 'a sentence, not what a library says of a schema (ERR-13)').not.toMatch(libraryWords);
    }),
    { numRuns: runsPerCall, seed },
  );
  const limited = limitedByHandler.has(name) ? 0 : answers.filter(({ status }) => status === 429).length;
  expect(limited, 'limits hide the call').toBeLessThan(runsPerCall / 10);
  // Refusals alone would not test the handlers.
  const isThrough = (answer: RawAnswer) => cameThrough(name, answer) || (answer.status === 429 && limitedByHandler.has(name));
  const through = answers.filter(isThrough).length;
  expect(through, 'requests that came through').toBeGreaterThan(ofChosenNames.has(name) ? 0 : enough);
});

test('nothing of it was a failure inside', () => {
  expect(host.logged()).not.toMatch(/a call failed|a reply does not fit/);
});
