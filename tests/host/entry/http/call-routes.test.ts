import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import type { SessionAuthority } from '../../../../host/domain/accounts/session-authority.ts';
import type { Exchange, Handlers } from '../../../../host/entry/http/call-handlers.ts';
import { addCallRoutes } from '../../../../host/entry/http/call-routes.ts';
import { answerErrors } from '../../../../host/entry/http/error-answers.ts';
import { invalidRequest } from '../../../../host/platform/api-error.ts';

/** The routes of some calls, with handlers that only record what reached them. */

let app: FastifyInstance;
afterEach(() => app.close());

type Seen = { params: unknown; query: unknown; body: unknown; system: unknown };

async function begin(handlers: Partial<Handlers>, more: { csrf?: boolean; role?: 0 | 1 | 2 | 3 | 4 } = {}): Promise<string[]> {
  const asked: string[] = [];
  const authority = {
    judge: async () => ({ ok: true, value: { userId: 7, sessionId: 's', expiresAt: Date.now() + 60_000 } }),
    membership: async (_: number, mitasId: string) => {
      asked.push(mitasId);
      return { role: more.role ?? 1, state: 'running', timezone: 'UTC', expiry: null };
    },
    isSuperuser: async () => false,
  } as unknown as SessionAuthority;
  app = fastify();
  answerErrors(app);
  addCallRoutes(app, {
    authority,
    handlers: handlers as Handlers,
    wasDone: async () => false,
    checkCsrf: (_request, _reply, done) => done(more.csrf === false ? (invalidRequest('no csrf') as never) : undefined),
    exchangeOf: () => ({}) as Exchange,
    passHolder: () => Promise.resolve(null),
    keyLimit: { count: async () => undefined },
  });
  await app.ready();
  return asked;
}

async function send(method: 'GET' | 'PUT' | 'PATCH' | 'POST', url: string, payload?: object) {
  const answer = await app.inject({ method, url, headers: { authorization: 'Bearer a.b.c' }, ...(payload && { payload }) });
  return { status: answer.statusCode, json: answer.json() as { error?: { field?: string; message: string } } };
}

const transmitter = {
  serialNumber: 'SN-001',
  TransmitterModelId: 1,
  protocolId: 18,
  frequency: 150.1,
  frequencyVariance: 3,
  codeNumber: 5,
  emitInterval: 5_000,
  emitIntervalVariance: 10,
  purpose: 0,
};

describe('a thing that a request names twice (CALL-7)', () => {
  const row = { ...transmitter, id: 3, modelNumber: 'M', isTagged: false, measuredInterval: null };
  const stored = { ...row, epoch: 'one', revision: 1, items: [] };

  test.each([
    ['none', undefined, 200],
    ['the same', 3, 200],
    ['another', 4, 400],
  ])('in the body: %s', async (_, id, expected) => {
    const seen: Seen[] = [];
    await begin({ updateTransmitter: async (call) => (seen.push(call), stored as never) });
    const { status, json } = await send('PUT', '/api/mitashost/own/transmitters/3', { txData: { ...transmitter, id } });
    expect([status, json.error?.field]).toEqual([expected, expected === 400 ? 'txData.id' : undefined]);
    expect(seen.map(({ params }) => params)).toEqual(expected === 200 ? [{ mitasId: 'own', id: 3 }] : []);
  });

  test.each([
    [3, 200],
    [4, 400],
  ])('in the query: %i', async (modemId, expected) => {
    await begin({ getModemVoltage: async () => ({ points: [], stepMs: 0 }) });
    const query = `modemId=${modemId}&timeSelect=range&range=0,1`;
    expect((await send('GET', `/api/mitashost/own/modems/3/voltage?${query}`)).status).toBe(expected);
  });

  test.each([
    [3, 200],
    [4, 400],
  ])('a person whose role changes: %i', async (collaboratorId, expected) => {
    const collaborator = {
      id: 3,
      active: true,
      firstName: null,
      lastName: null,
      email: 'a@b.example',
      RoleId: 4,
      expiresAt: null,
    };
    const person = { ...collaborator, epoch: 'e', revision: 1, items: [] };
    await begin({ setCollaboratorRole: async () => person });
    const body = { collaboratorId, newRoleId: 4 };
    expect((await send('PATCH', '/api/app/mitas/own/collaborators/3/role', body)).status).toBe(expected);
  });
});

test('a handler gets what the schemas made of the request: times in ms, lists of numbers, defaults', async () => {
  const seen: Seen[] = [];
  await begin({ listReceiverContacts: async (call) => (seen.push(call), { payload: [] }) });
  const query = 'antennas=1,2&startTime=1970-01-01T01:00:00%2B01:00&endTime=5';
  expect((await send('GET', `/api/mitashost/own/receivers/9/contacts?${query}`)).status).toBe(200);
  expect(seen).toMatchObject([
    {
      params: { mitasId: 'own', receiverId: 9 },
      query: { antennas: [1, 2], startTime: 0, endTime: 5 },
      system: { mitasId: 'own', role: 1 },
    },
  ]);
});

test('nothing is looked up by a name that no system can have, nor for whom csrf was not proven (CALL-19, CALL-20)', async () => {
  const asked = await begin({ getModemVoltage: async () => ({ points: [], stepMs: 0 }) });
  expect((await send('GET', '/api/mitashost/own%00/modems/3/voltage')).status).toBe(400);
  expect(asked).toEqual([]);
  await app.close();
  const askedWithoutCsrf = await begin({}, { csrf: false });
  expect((await send('PATCH', '/api/mitashost/own/sites/1/name', { newName: 'A' })).status).toBe(400);
  expect(askedWithoutCsrf).toEqual([]);
});

test('whose role is too low is refused before the body is read (ROLE-6)', async () => {
  await begin({}, { role: 4 });
  const { status, json } = await send('PATCH', '/api/mitashost/own/sites/1/name', { newName: '' });
  expect([status, json.error?.message]).toEqual([403, 'Your role in this system does not allow this']);
});

test('what the contract does not name never leaves the host, and what it names and a handler forgot is a failure (CALL-5)', async () => {
  await begin({
    getRecentDetections: async () => ({ rxCount: 1, antCount: 2, hits: 3, secret: 'x' }),
    listModems: async () => ({}) as never,
  });
  expect((await send('GET', '/api/mitashost/own/transmitters/1/detections/recent')).json).toEqual({
    rxCount: 1,
    antCount: 2,
    hits: 3,
  });
  expect((await send('GET', '/api/mitashost/own/modems')).status).toBe(500);
});
