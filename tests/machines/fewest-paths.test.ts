import type { AnyMachineSnapshot } from 'xstate';
import { expect, test } from 'vitest';
import { type DrivenPath, fewestPaths } from '../support/machine-paths.ts';

/** Builds a path from steps written 'event>state'. */
function path(input: number, ...steps: string[]): DrivenPath {
  const moments = steps.map((step) => {
    const [type = '', value = ''] = step.split('>');
    return { event: { type }, step: { kind: 'event', label: type, type }, snapshot: { value } as AnyMachineSnapshot };
  });
  return { input, steps: moments.map(({ step }) => step), moments, taken: new Set() } as unknown as DrivenPath;
}

const save = path(0, 'edit>dirty', 'save>saving');
const cancel = path(0, 'edit>dirty', 'cancel>clean');
const both = path(0, 'edit>dirty', 'save>saving', 'cancel>clean');
const other = path(1, 'edit>dirty');

test.each([
  ['one that has all stands for the others', [save, cancel, both], [both]],
  ['each that alone shows something is walked', [save, cancel], [save, cancel]],
  ['what is done with one input is not done with another', [both, other], [both, other]],
  ['of equals the first is walked', [save, path(0, 'edit>dirty', 'save>saving')], [save]],
  ['of none there is none', [], []],
])('%s', (_, paths, walked) => {
  expect(fewestPaths(paths)).toEqual(walked);
});

test('where few are asked for, those that show most are walked', () => {
  expect(fewestPaths([save, other, cancel], 2)).toEqual([save, other]);
  expect(fewestPaths([other, both], 1)).toEqual([both]);
});
