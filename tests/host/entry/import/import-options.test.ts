import { expect, test } from 'vitest';
import { ImportMistake, readImportOptions } from '../../../../host/entry/import/import-options.ts';
import { fastestReplay } from '../../../../host/domain/fleet/replay-settings.ts';

const speedOf = (text: string) => readImportOptions(['--system', 'a', '--create', '--replay-speed', text, 'x'])?.replaySpeed;

test.each([0.1, 1, 2.5, fastestReplay])('a replay runs at %d times the speed', (speed) => {
  expect(speedOf(String(speed))).toBe(speed);
});

test.each(['0.09', '0', '-1', String(fastestReplay + 1), 'fast', 'NaN'])('%s is no speed of a replay', (text) => {
  expect(() => speedOf(text)).toThrow(ImportMistake);
});
