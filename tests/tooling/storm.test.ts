import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readStormOptions } from '../storm/storm-options.ts';

const root = join(import.meta.dirname, '../..');

describe('the storm', () => {
  // As `npm run storm` starts it: what Vitest loads, Node alone may not.
  test('of four consoles ends with all equal: rows, changes and what each console shows', { timeout: 180_000 }, async () => {
    const args = ['tests/storm/main.ts', '--consoles', '4', '--edits', '25', '--seed', '11'];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: root, timeout: 150_000 });
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^100 edits asked by 4 consoles, \d+ changes, .*\nAll are equal\.$/m);
  });

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
});
