import { PassThrough } from 'node:stream';
import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { RoleId } from '#model/entities/role.ts';
import type { SessionAuthority } from '../../../../host/domain/accounts/session-authority.ts';
import type { Exchange, Handlers } from '../../../../host/entry/http/call-handlers.ts';
import { addCallRoutes } from '../../../../host/entry/http/call-routes.ts';
import { answerErrors } from '../../../../host/entry/http/error-answers.ts';
import { invalidRequest, operationReused } from '../../../../host/platform/api-error.ts';
import type { NamedOperation } from '../../../../host/platform/changes/change.ts';

/** Starts routes for some calls, with handlers that only record what they receive. */

let app: FastifyInstance;
afterEach(() => app.close());

type Seen = { params: unknown; query: unknown; body: unknown; system: unknown };

/** `role` and `wasDone` may change during a call. */
type More = { csrf?: boolean; role?: RoleId; wasDone?: (operation: NamedOperation) => boolean };

async function begin(handlers: Partial<Handlers>, more: More = {}): Promise<string[]> {
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
    wasDone: async (_, operation) => more.wasDone?.(operation) ?? false,
    checkCsrf: (_request, _reply, done) => done(more.csrf === false ? (invalidRequest('no csrf') as never) : undefined),
    exchangeOf: () => ({}) as Exchange,
    passHolder: () => Promise.resolve(null),
    keyLimit: { count: async () => undefined },
  });
  await app.ready();
  return asked;
}

type Method = 'GET' | 'PUT' | 'PATCH' | 'POST';

async function send(method: Method, url: string, payload?: object, more: Record<string, string> = {}) {
  const headers = { authorization: 'Bearer a.b.c', ...more };
  const answer = await app.inject({ method, url, headers, ...(payload && { payload }) });
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

describe('a repeat of what one may not do any more (CHG-5)', () => {
  const done = { epoch: 'one', revision: 2, items: [] };
  const names = { 'x-operation-id': 'operation-of-test-1' };
  const rename = (payload: object) =>
    send('PATCH', '/api/mitashost/own/sites/1/name', payload, { ...names, 'content-type': 'application/json' });

  test('waits for the first, of which the database knows nothing yet', async () => {
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let isDone = false;
    const who: More = { role: 3, wasDone: () => isDone };
    const asked = await begin(
      {
        async renameSite() {
          begun.resolve();
          await end.promise;
          isDone = true;
          return done;
        },
      },
      who,
    );
    const first = rename({ newName: 'North' });
    await begun.promise;
    who.role = 4;
    const before = asked.length;
    const repeat = rename({ newName: 'North' });
    await vi.waitUntil(() => asked.length > before);
    // A repeat that does not wait for the first call would have checked by now whether it was done.
    end.resolve();
    expect([(await first).status, (await repeat).status]).toEqual([200, 200]);
  });

  test('is refused, and so is the first after it, whose body came later', async () => {
    const seen: string[] = [];
    const who: More = { role: 3 };
    const asked = await begin({ renameSite: async () => (seen.push('done'), done) }, who);
    const body = new PassThrough();
    const first = rename(body);
    await vi.waitUntil(() => asked.length === 1);
    who.role = 4;
    expect((await rename({ newName: 'North' })).status).toBe(403);
    body.end('{"newName":"North"}');
    expect([(await first).status, seen]).toEqual([403, []]);
  });

  test('is none where only its id was used: the handler gets nothing of it', async () => {
    const seen: string[] = [];
    await begin(
      { renameSite: async () => (seen.push('done'), done) },
      {
        role: 4,
        wasDone: ({ hash }) => {
          if (hash !== undefined) throw operationReused();
          return true;
        },
      },
    );
    expect([(await rename({ newName: 'South' })).status, seen]).toEqual([422, []]);
  });
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
