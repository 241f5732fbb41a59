import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { renameReceiver } from '#model/journal/edits.ts';
import { fileType, operationHeader } from '#model/contract/call.ts';
import { clientCalls } from '#model/contract/client-calls.ts';
import { type Failure, FailureError, toFailure } from '#model/contract/failure.ts';
import { hostCalls } from '#model/contract/host-calls.ts';
import { alarmCalls } from '#model/contract/alarm-calls.ts';
import { mapLayerCalls } from '#model/contract/map-layer-calls.ts';
import { snoozeCalls } from '#model/contract/snooze-calls.ts';
import { publicCalls } from '#model/contract/public-calls.ts';
import { receiverCalls } from '#model/contract/receiver-calls.ts';
import { askEdit } from '../../src/services/changes/edit-calls.ts';
import { createHttpClient } from '../../src/services/http/http-client.ts';
import { createTokenStore } from '../../src/services/storage/token-store.ts';
import { type ContractHost, makeToken, refusal, startContractHost } from '../support/contract-host.ts';

let host: ContractHost;
let lost: number;

/** Returns the client under test with a token that the host accepts or refuses, or with none. */
function client(options: { baseUrl?: string; token?: 'good' | 'stale' | 'none' } = {}) {
  const stored = new Map<string, string>();
  const tokens = createTokenStore(
    {
      read: (key) => stored.get(key) ?? null,
      write: (key, value) => void stored.set(key, value),
      remove: (key) => void stored.delete(key),
    },
    { now: () => Date.now() },
  );
  const { token = 'good' } = options;
  if (token !== 'none') {
    const made = makeToken();
    tokens.keep(made);
    if (token === 'good') host.tokens.add(made);
  }
  const http = createHttpClient({
    baseUrl: options.baseUrl ?? host.url,
    fetch,
    tokens,
    alone: (task) => task(),
    onSessionLost: () => void lost++,
  });
  return { http, tokens };
}

const failureOf = (promise: Promise<unknown>): Promise<Failure> =>
  promise.then(
    (value) => Promise.reject(new Error(`The call went through: ${JSON.stringify(value)}`)),
    (error: unknown) => {
      expect(error).toBeInstanceOf(FailureError);
      return toFailure(error);
    },
  );
const madeCalls = () => host.calls.map(({ call }) => call);

beforeEach(async () => {
  lost = 0;
  host = await startContractHost();
  host.answer(alarmCalls.listAlarms, () => ({ body: { alarms: [] } }));
  host.answer(clientCalls.setDarkMode, ({ body }) => ({ body }));
});
afterEach(() => host.close());

describe('requests (CALL-5, CALL-8)', () => {
  test('fill the path and the query, and carry the bearer token and nothing that was not asked for', async () => {
    const { http, tokens } = client();
    const request = { params: { mitasId: 'a/b c' }, query: { from: 5, to: undefined, limit: 25 } };
    expect(await http.call(alarmCalls.listAlarms, request)).toEqual({ alarms: [] });
    expect(host.calls).toEqual([
      {
        call: 'GET /api/mitashost/a%2Fb%20c/alarms?from=5&limit=25',
        token: tokens.read()?.token,
        csrf: undefined,
        body: undefined,
      },
    ]);
  });

  test('send a file as it is, for as long as it takes (LAY-9)', async () => {
    const sent: RequestInit[] = [];
    const http = createHttpClient({
      baseUrl: host.url,
      fetch: async (url, init) => {
        if (!(init?.body instanceof Uint8Array)) return fetch(url, init);
        sent.push(init);
        return Response.json({ id: 7, epoch: 'one', revision: 2, items: [] });
      },
      tokens: client().tokens,
      alone: (task) => task(),
      onSessionLost: () => void lost++,
    });
    const body = new Uint8Array([1, 2, 3]);
    const query = { name: 'Rivers', color: '#2f7fd1', fileName: 'a b.kml' };
    await http.call(mapLayerCalls.addMapLayer, { params: { mitasId: 'river' }, query, body });
    expect(sent).toMatchObject([{ method: 'POST', body, headers: { 'content-type': fileType }, signal: null }]);
  });

  test('name the operation that they carry out, where they carry one out (CHG-5)', async () => {
    host.answer(receiverCalls.renameReceiver, () => ({ body: { message: '', epoch: 'one', revision: 2, items: [] } }));
    const headers: (string | null)[] = [];
    const http = createHttpClient({
      baseUrl: host.url,
      fetch: (url, init) => {
        headers.push(new Headers(init?.headers).get(operationHeader));
        return fetch(url, init);
      },
      tokens: client().tokens,
      alone: (task) => task(),
      onSessionLost: () => void lost++,
    });
    const operation = 'operation-0000001';
    await askEdit(http, renameReceiver('demo', { id: 1, alias: 'North' }, 'Ridge'), operation, new AbortController().signal);
    expect(headers).toEqual([null, operation]);
  });

  test('send lists with commas, as the contract reads them (CALL-11)', async () => {
    host.answer(snoozeCalls.unsnoozeReceivers, () => ({ body: { epoch: 'one', revision: 1, items: [] } }));
    const { http } = client();
    await http.call(snoozeCalls.unsnoozeReceivers, { params: { mitasId: 'demo' }, query: { rxIds: [3, 4] } });
    expect(madeCalls().at(-1)).toBe('DELETE /api/mitashost/demo/alarms/rx-snooze-times?rxIds=3%2C4');
  });

  test('that do not fit the contract never leave', async () => {
    const { http } = client();
    const failure = await failureOf(http.call(clientCalls.setDarkMode, { body: { darkMode: 'yes' as unknown as boolean } }));
    expect(failure).toMatchObject({ kind: 'invalidPayload' });
    expect(JSON.stringify(failure)).toContain('darkMode');
    expect(host.calls).toEqual([]);
  });

  test('to public calls carry no bearer token', async () => {
    host.answer(publicCalls.login, () => ({ body: { accessToken: makeToken() } }));
    const { http } = client();
    await http.call(publicCalls.login, { body: { username: 'demo', password: 'x' } });
    expect(host.calls.at(-1)).toMatchObject({ call: 'POST /api/public/login', token: undefined, csrf: 'csrf-1' });
  });
});

describe('replies (ERR-4)', () => {
  test.each<[string, number, unknown, Failure]>([
    ['an error body', 409, refusal(409, 'Conflict', 'Taken'), { kind: 'server', code: 409, type: 'Conflict', message: 'Taken' }],
    ['no error body', 502, 'Bad gateway', { kind: 'server', code: 502, type: 'ServerError' }],
    ['an empty body', 500, '', { kind: 'server', code: 500, type: 'ServerError' }],
    ['an error body of another shape', 500, { error: 'x' }, { kind: 'server', code: 500, type: 'ServerError' }],
  ])('with %s become a failure', async (_, status, body, failure) => {
    host.answer(hostCalls.getHostConfig, () => ({ status, body }));
    const { http } = client();
    expect(await failureOf(http.call(hostCalls.getHostConfig, { params: { mitasId: 'demo' } }))).toEqual(failure);
  });

  test.each([
    ['another shape', { alarms: [{ id: 'one' }] }],
    ['no JSON', '<html>'],
  ])('with %s do not come in', async (_, body) => {
    host.answer(hostCalls.getHostConfig, () => ({ body }));
    const { http } = client();
    const failure = await failureOf(http.call(hostCalls.getHostConfig, { params: { mitasId: 'demo' } }));
    expect(failure.kind).toBe('invalidPayload');
    expect(JSON.stringify(failure)).toContain('/config');
  });

  test('that do not come are a lost network', async () => {
    const { http } = client({ baseUrl: 'http://127.0.0.1:1' });
    expect(await failureOf(http.call(clientCalls.getAccount, {}))).toEqual({ kind: 'network' });
  });

  test('that nobody waits for any more are a lost network', async () => {
    const arrived = Promise.withResolvers<void>();
    host.answer(clientCalls.getAccount, () => {
      arrived.resolve();
      return new Promise(() => {});
    });
    const { http } = client();
    const cancel = new AbortController();
    const call = http.call(clientCalls.getAccount, {}, { signal: cancel.signal });
    await arrived.promise;
    cancel.abort();
    expect(await failureOf(call)).toEqual({ kind: 'network' });
  });
});

describe('csrf (CALL-8, ERR-7)', () => {
  test('is asked for ahead, and once (SPEED-19); where that fails the call asks for it itself', async () => {
    host.answer(publicCalls.login, () => ({ body: { accessToken: makeToken() } }));
    const { http } = client({ token: 'none' });
    http.prepare();
    await vi.waitFor(() => expect(madeCalls()).toEqual(['GET /api/public/csrf-token']));
    await http.call(publicCalls.login, { body: { username: 'demo', password: 'demo-password' } });
    expect(madeCalls()).toEqual(['GET /api/public/csrf-token', 'POST /api/public/login']);

    host.answer(publicCalls.csrfToken, () => ({ status: 500, body: 'no' }));
    const other = client({ token: 'none' });
    other.http.prepare();
    await vi.waitFor(() => expect(madeCalls()).toHaveLength(3));
    await failureOf(other.http.call(publicCalls.login, { body: { username: 'demo', password: 'demo-password' } }));
    expect(madeCalls().slice(2)).toEqual(['GET /api/public/csrf-token', 'GET /api/public/csrf-token']);
  });

  test('is fetched once for all calls that need it', async () => {
    const { http } = client();
    await Promise.all([true, false, true].map((darkMode) => http.call(clientCalls.setDarkMode, { body: { darkMode } })));
    await http.call(clientCalls.setDarkMode, { body: { darkMode: true } });
    expect(madeCalls().filter((call) => call.endsWith('csrf-token'))).toHaveLength(1);
  });

  test('is fetched again when it is refused, and the call made again', async () => {
    const { http } = client();
    await http.call(clientCalls.setDarkMode, { body: { darkMode: true } });
    host.csrf = 'csrf-2';
    expect(await http.call(clientCalls.setDarkMode, { body: { darkMode: false } })).toEqual({ darkMode: false });
    expect(host.calls.map(({ csrf }) => csrf)).toEqual([undefined, 'csrf-1', 'csrf-1', undefined, 'csrf-2']);
  });

  test('that cannot be had is told so', async () => {
    host.answer(publicCalls.csrfToken, () => ({ status: 500, body: 'no' }));
    const { http } = client();
    const failure = await failureOf(http.call(clientCalls.setDarkMode, { body: { darkMode: true } }));
    expect(failure).toMatchObject({ kind: 'server', message: 'Csrf could not be obtained' });
  });
});

describe('a refused token (CALL-13)', () => {
  test('is renewed once for all calls that wait, and they are made again', async () => {
    const { http, tokens } = client({ token: 'stale' });
    const stale = tokens.read()?.token;
    const replies = await Promise.all(
      [1, 2, 3].map(() => http.call(alarmCalls.listAlarms, { params: { mitasId: 'demo' }, query: {} })),
    );
    expect(replies).toHaveLength(3);
    expect(madeCalls().filter((call) => call.endsWith('access-token'))).toHaveLength(1);
    expect(tokens.read()?.token).not.toBe(stale);
    expect(lost).toBe(0);
  });

  test.each([
    ['440', 440, 'SessionExpired'],
    ['no cookie', 401, 'TokenMissing'],
  ])('that cannot be renewed (%s) ends the session', async (_, status, type) => {
    host.answer(publicCalls.accessToken, () => ({ status, body: refusal(status, type) }));
    const { http } = client({ token: 'stale' });
    const failure = await failureOf(http.call(alarmCalls.listAlarms, { params: { mitasId: 'demo' }, query: {} }));
    expect(failure).toEqual({ kind: 'server', code: 440, type: 'SessionExpired' });
    expect(lost).toBe(1);
  });

  test.each([
    ['fails', 503, 'ServerError'],
    ['is asked too often', 429, 'TooManyRequests'],
  ])('ends no session when the host %s', async (_, status, type) => {
    host.answer(publicCalls.accessToken, () => ({ status, body: refusal(status, type) }));
    const { http } = client({ token: 'stale' });
    const failure = await failureOf(http.call(alarmCalls.listAlarms, { params: { mitasId: 'demo' }, query: {} }));
    expect(failure).toMatchObject({ kind: 'server', code: status });
    expect(lost).toBe(0);
  });

  test('is tried once only: a host that refuses fresh ones too is not asked forever', async () => {
    host.answer(publicCalls.accessToken, () => ({ body: { accessToken: makeToken() } }));
    const { http } = client({ token: 'stale' });
    const failure = await failureOf(http.call(alarmCalls.listAlarms, { params: { mitasId: 'demo' }, query: {} }));
    expect(failure).toMatchObject({ code: 401, type: 'BadToken' });
    expect(host.calls).toHaveLength(3);
  });
});

test('a call is given up after 30 s (CALL-12)', async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout');
  const { http } = client();
  await http.call(clientCalls.listSystems, {}).catch(() => undefined);
  expect(limits.mock.calls).toEqual([[30_000]]);
  limits.mockRestore();
});

test('a reply that does not fit is told by its call and by each place in it, or as the whole reply', async () => {
  const { http } = client();
  const issuesOf = async (body: unknown) => {
    host.answer(alarmCalls.listAlarms, () => ({ body }));
    const failure = await failureOf(http.call(alarmCalls.listAlarms, { params: { mitasId: 'demo' }, query: {} }));
    return failure.kind === 'invalidPayload' ? failure.issues : [];
  };
  const call = '/api/mitashost/{mitasId}/alarms';
  expect(await issuesOf({ alarms: [{ id: 'one' }] })).toEqual(
    expect.arrayContaining([expect.stringContaining(`${call}: alarms.0.id: Invalid type`)]),
  );
  expect(await issuesOf(5)).toEqual([expect.stringContaining(`${call}: reply: Invalid type`)]);
});
