import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { pathParamNames, pathParamSchemas, type PathParamName } from '../../../../host/entry/http/path-params.ts';

const read = (name: PathParamName, text: string): unknown => {
  const result = v.safeParse(pathParamSchemas[name], text);
  return result.success ? result.output : null;
};

describe.each(['id', 'receiverId', 'collaboratorId'] as const)('{%s}', (name) => {
  test.each([
    ['1', 1],
    ['0042', 42],
    ['2147483647', 2_147_483_647],
    ['2147483648', null],
    ['9999999999', null],
    ['00000000001', null],
    ['0', null],
    ['-1', null],
    ['1.0', null],
    ['1e3', null],
    ['0x1', null],
    [' 1', null],
    ['', null],
    ['1\0', null],
    ['١', null],
  ])('%j is %j', (text, id) => expect(read(name, text)).toBe(id));
});

test.each([
  ['own', true],
  ['A_b-9', true],
  ['x'.repeat(64), true],
  ['x'.repeat(65), false],
  ['', false],
  ['own\n', false],
  ['own\0', false],
  ['é', false],
  ['a/b', false],
])('a system may be named %j: %j', (name, expected) => expect(read('mitasId', name)).toBe(expected ? name : null));

test.each([
  ['job-1', true],
  ['x'.repeat(64), true],
  ['x'.repeat(65), false],
  ['a_b', false],
  ['job-1\n', false],
  ['\0', false],
])('a job may be named %j: %j', (name, expected) => expect(read('jobId', name)).toBe(expected ? name : null));

test('the braces of a path are told in order, and one that nothing is known of stops the start', () => {
  expect(pathParamNames('/a/{mitasId}/b/{id}/c')).toEqual(['mitasId', 'id']);
  expect(pathParamNames('/a')).toEqual([]);
  expect(() => pathParamNames('/a/{nobodyKnows}')).toThrow(/nobodyKnows/);
  expect(() => pathParamNames('/a/{toString}')).toThrow(/toString/);
});
