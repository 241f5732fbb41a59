import { describe, expect, test } from 'vitest';
import { playStorm } from '../storm/storm.ts';
import { readStormOptions } from '../storm/storm-options.ts';

describe('the storm', () => {
  test('of four consoles ends with all equal: rows, changes and what each console shows', { timeout: 180_000 }, async () => {
    const lines: string[] = [];
    const { faults, figures } = await playStorm({ consoles: 4, edits: 25, seed: 11 }, (line) => void lines.push(line));
    expect(faults).toEqual([]);
    expect(figures).toMatch(/^100 edits asked by 4 consoles, \d+ changes, /);
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
