import { afterAll, beforeAll, expect, test } from 'vitest';
import { callNames, contract } from '../../../src/model/contract/table.ts';
import { startTestHost, testVersion, type TestHost } from '../../support/test-host.ts';

type Operation = {
  operationId: string;
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: unknown;
  responses: Record<string, unknown>;
};
type Document = { openapi: string; info: { version: string }; paths: Record<string, Record<string, Operation>> };

let host: TestHost;
let document: Document;
beforeAll(async () => {
  host = await startTestHost();
  document = (await host.browser().send('GET', '/api/openapi.json')).json as Document;
});
afterAll(() => host.close());

test('the document holds every call of the contract and nothing else', () => {
  const operations = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(operations.toSorted()).toEqual([...callNames].toSorted());
  expect(document).toMatchObject({ openapi: '3.1.0', info: { version: testVersion } });
});

test.each(callNames)('%s is described as it is answered', (name) => {
  const call = contract[name];
  const operation = document.paths[call.path]?.[call.method.toLowerCase()];
  expect(operation?.operationId).toBe(name);
  const named = (where: string) =>
    operation?.parameters.filter((parameter) => parameter.in === where).map((parameter) => parameter.name);
  expect(named('path')).toEqual([...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]));
  expect(named('header')).toEqual(call.method === 'GET' ? [] : ['x-csrf-token']);
  expect(named('query')).toEqual('query' in call ? Object.keys((call.query as { entries: object }).entries) : []);
  expect(operation?.requestBody !== undefined).toBe('body' in call);
  expect(Object.keys(operation?.responses ?? {})).toEqual(['200', 'default']);
});
