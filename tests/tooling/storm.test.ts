import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { type Answer, answerOf } from '../storm/faulty-line.ts';
import { thorough } from '../support/thorough.ts';
import { readStormOptions } from '../storm/storm-options.ts';

const root = join(import.meta.dirname, '../..');

describe('the storm', () => {
  // Started as by `npm run storm`: Node alone may fail on code that Vitest loads.
  thorough(test)(
    'of four consoles ends with all equal: rows, changes and what each console shows',
    { timeout: 180_000 },
    async () => {
      const args = ['tests/storm/main.ts', '--consoles', '4', '--edits', '25', '--seed', '11'];
      const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: root, timeout: 150_000 });
      expect(stderr).toBe('');
      expect(stdout).toMatch(/^100 edits asked by 4 consoles, \d+ changes, .*\nAll are equal\.$/m);
    },
  );

  test.each([
    [['--consoles', '1'], "--consoles is '1', but it takes a whole number from 2 to 100"],
    [['--edits', 'many'], "--edits is 'many', but it takes a whole number from 1 to 5000"],
    [['--wind', '9'], "Unknown option '--wind'"],
  ])('%j is refused', (args, why) => {
    expect(() => readStormOptions(args)).toThrow(why);
  });

  test('has defaults', () => {
    expect(readStormOptions([])).toEqual({ consoles: 20, edits: 200, seed: 1 });
  });

  test.each<[status: number, body: string, Answer]>([
    [200, '{"items":[{}]}', { outcome: 'changed', words: '200' }],
    [200, '{"items":[]}', { outcome: 'as it was', words: '200' }],
    [403, '{"error":{"code":403,"type":"Forbidden","message":"Your role"}}', { outcome: 'refused', words: '403: Your role' }],
    [409, '{"error":{"code":409,"type":"Conflict","message":"Taken"}}', { outcome: 'conflict', words: '409: Taken' }],
    [429, '{"error":{"code":429,"type":"TooManyRequests","message":"Wait"}}', { outcome: 'put off', words: '429: Wait' }],
    [503, '{"error":{"code":503,"type":"Unavailable","message":"Away"}}', { outcome: 'put off', words: '503: Away' }],
    [502, '<html>', { outcome: 'put off', words: '502: An error occurred' }],
  ])('tells what an answer says of an operation, with its status and words: %i %s', (status, body, answer) => {
    expect(answerOf({ ok: status < 400, status, statusText: '' }, body)).toEqual(answer);
  });
});
