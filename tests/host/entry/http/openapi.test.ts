import { callSummaries } from '../../../../host/entry/http/call-summaries.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callNames, contract, type CallName } from '#model/contract/table.ts';
import { viewer } from '#model/entities/role.ts';
import { startTestHost, testVersion, type TestHost } from '../../../support/test-host.ts';

type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, []>[];
  parameters: { name: string; in: string; required: boolean; description: string; schema: Record<string, unknown> }[];
  requestBody?: unknown;
  responses: Record<string, unknown>;
};
type Document = {
  openapi: string;
  info: { version: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: Record<string, unknown>; responses: Record<string, unknown> };
};

let host: TestHost;
let document: Document;
beforeAll(async () => {
  host = await startTestHost();
  document = (await host.browser().send('GET', '/api/openapi.json')).json as Document;
});
afterAll(() => host.close());

test('the document holds every call of the contract, the way in for receivers, and nothing else (CALL-17)', () => {
  const operations = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(operations.toSorted()).toEqual(
    [...callNames, 'ingestContacts', 'ingestModems', 'ingestStatus', 'answerCommands', 'askForCommands'].toSorted(),
  );
  expect(document).toMatchObject({ openapi: '3.1.0', info: { version: testVersion } });
});

test.each(callNames)('%s is described as it is answered', (name) => {
  const call = contract[name];
  const operation = document.paths[call.path]?.[call.method.toLowerCase()];
  expect(operation?.operationId).toBe(name);
  const named = (where: string) =>
    operation?.parameters.filter((parameter) => parameter.in === where).map((parameter) => parameter.name);
  expect(named('path')).toEqual([...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]));
  expect(named('query')).toEqual('query' in call ? Object.keys((call.query as { entries: object }).entries) : []);
  expect(operation?.requestBody !== undefined).toBe('body' in call || 'upload' in call);
  expect(operation?.summary).toBe(callSummaries[name]);
  expect(operation?.summary).not.toBe('');
  expect(document.tags.map((tag) => tag.name)).toEqual(expect.arrayContaining(operation?.tags ?? []));
  expect(operation?.tags).toHaveLength(1);
  for (const { description, schema } of operation?.parameters ?? []) {
    expect(description).not.toBe('');
    expect(Object.keys(schema)).not.toEqual([]);
  }
});

describe('who may call, and what it takes to prove it', () => {
  const neededFor = (name: CallName) => {
    const { path, method } = contract[name];
    return document.paths[path]?.[method.toLowerCase()]?.security.flatMap((needed) => Object.keys(needed)).toSorted();
  };

  test.each(callNames)('%s', (name) => {
    const { access, method } = contract[name];
    const byCookie = ['accessToken', 'renewToken', 'logout'].includes(name);
    const takesKeys = method === 'GET' && typeof access === 'object' && access.role === viewer && name !== 'listAccessKeys';
    const expected = [
      ...(takesKeys ? ['accessKey'] : []),
      ...(access === 'public' ? [] : ['accessToken']),
      ...(method === 'GET' ? [] : ['csrfToken']),
      ...(byCookie ? ['refreshToken'] : []),
    ];
    expect(neededFor(name)).toEqual(expected);
  });

  test('the schemes are those that the host looks at', () => {
    expect(document.components.securitySchemes).toMatchObject({
      accessToken: { type: 'http', scheme: 'bearer' },
      accessKey: { type: 'http', scheme: 'bearer' },
      csrfToken: { type: 'apiKey', in: 'header', name: 'x-csrf-token' },
      refreshToken: { type: 'apiKey', in: 'cookie', name: 'refresh' },
      receiverKey: { type: 'apiKey', in: 'header', name: 'Authorization' },
    });
  });

  test.each([
    ['anybody', 'csrfToken', 'Anybody may call it.'],
    ['who is logged in', 'getAccount', 'Whoever is logged in may call it.'],
    ['the operator', 'approveRegistration', 'The operator of the host may call it.'],
    ['members of a role', 'saveDetectionConfig', 'Members of the system whose role id is at most 2 may call it.'],
  ] as const)('%s is named in words', (_, name, words) => {
    const { path, method } = contract[name];
    expect(document.paths[path]?.[method.toLowerCase()]?.description).toBe(words);
  });
});

describe('the failures of a call', () => {
  const failuresOf = (path: string, method: string) => Object.keys(document.paths[path]?.[method]?.responses ?? {});

  test.each([
    ['/api/public/csrf-token', 'get', ['400', '429', '503']],
    ['/api/public/access-token', 'get', ['400', '401', '429', '440', '503']],
    ['/api/public/login', 'post', ['400', '401', '403', '408', '409', '413', '415', '429', '503']],
    ['/api/app/client/account', 'get', ['400', '401', '429', '440', '503']],
    ['/api/mitashost/{mitasId}/alarms', 'get', ['400', '401', '403', '429', '440', '503']],
    ['/api/ingest/{mitasId}/contacts', 'post', ['400', '401', '403', '408', '413', '415', '429', '503']],
  ])('%s %s', (path, method, statuses) => {
    expect(failuresOf(path, method)).toEqual(['200', ...statuses, 'default']);
  });

  test('are described once, each in the shape of errors', () => {
    const schema = { $ref: '#/components/schemas/Error' };
    const responses = Object.values(document.components.responses);
    expect(responses).toHaveLength(13);
    for (const response of responses) {
      expect(response).toEqual({ description: expect.any(String), content: { 'application/json': { schema } } });
    }
  });
});

describe('what is read of a parameter', () => {
  const parametersOf = (path: string, method: string) =>
    Object.fromEntries(
      (document.paths[path]?.[method]?.parameters ?? []).map((parameter) => [
        parameter.name,
        { ...parameter, description: undefined },
      ]),
    );

  test('bounds and defaults stand beside it', () => {
    const { limit, from, mitasId } = parametersOf('/api/mitashost/{mitasId}/alarms', 'get');
    expect(limit).toEqual({
      name: 'limit',
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 500, default: 25 },
    });
    expect(from?.schema).toEqual({ type: 'integer', minimum: 0, maximum: 253_402_300_799_999 });
    expect(mitasId).toEqual({
      name: 'mitasId',
      in: 'path',
      required: true,
      schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
    });
  });
  test('a list is separated by commas, and an id is one of the database', () => {
    const id = { type: 'integer', minimum: 1, maximum: 2_147_483_647 };
    expect(parametersOf('/api/mitashost/{mitasId}/animals', 'delete')['ids']).toEqual({
      name: 'ids',
      in: 'query',
      required: true,
      style: 'form',
      explode: false,
      schema: { type: 'array', items: id, minItems: 1, maxItems: 1_000 },
    });
    expect(parametersOf('/api/mitashost/{mitasId}/receivers/{id}', 'get')['id']?.schema).toEqual(id);
  });
});
