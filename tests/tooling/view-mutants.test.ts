import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { faultProblems, grepOf, judgeFaults, pathOf, plantFaults } from '../../scripts/mutants/view-faults.ts';
import { testTitles } from '../../scripts/rule-tests.ts';
import { type ViewFault, viewFaults } from '../mutants/views/faults.ts';

const root = join(import.meta.dirname, '../..');
const read = (pattern: string): [path: string, text: string][] =>
  globSync(pattern, { cwd: root }).map((path) => [path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8')]);

test('each fault of the views can be planted, and names tests that are there', () => {
  const sources = new Map(read('src/{views,screens,composition}/**/*.{ts,tsx}'));
  const named = new Set(viewFaults.flatMap(({ tests }) => tests.map(({ file }) => file)));
  const files = read('tests/{e2e,components}/*.{e2e,components}.ts').filter(([path]) => named.has(basename(path)));
  const titles = new Map(files.map(([path, text]) => [basename(path), testTitles(path, text)]));
  expect(faultProblems(viewFaults, sources, titles)).toEqual([]);
  expect(plantFaults(sources, viewFaults).size).toBeGreaterThan(15);
  for (const [path] of files) expect(pathOf(basename(path))).toBe(path);
});

const fault: ViewFault = {
  id: 'first',
  group: 1,
  screen: 'Home',
  says: 'It is off.',
  text: 'isOn',
  instead: '$& is off',
  tests: [{ file: 'a.e2e.ts', grep: 'it is on (always)' }],
};
const other: ViewFault = { ...fault, id: 'second', screen: 'Map', text: 'far', tests: [{ file: 'b.e2e.ts', grep: 'near' }] };
const sources = new Map([
  ['src/views/a.tsx', 'const isOn = 1;'],
  ['src/screens/b.ts', 'const far = 2;'],
  ['src/model/c.ts', 'isOn far'],
]);
const titles = new Map([
  ['a.e2e.ts', ['it is on (always)']],
  ['b.e2e.ts', ['all that is near']],
]);

describe('what is wrong with a list of faults is said', () => {
  test.each<[what: string, of: Partial<ViewFault>, problem: RegExp]>([
    ['a text that occurs nowhere', { text: 'isOff' }, /^The text of second occurs 0 times$/],
    ['a text that occurs twice', { text: 'const ' }, /^The text of second occurs 2 times$/],
    [
      'a browser file that is not there',
      { tests: [{ file: 'c.e2e.ts', grep: '' }] },
      /^second names a test that is not there: c/,
    ],
    ['a title that no test has', { tests: [{ file: 'b.e2e.ts', grep: 'on' }] }, /^second names a test .*: b\.e2e\.ts 'on'$/],
    [
      'a step that no test has',
      { tests: [{ file: 'b.e2e.ts', grep: 'near', step: 'gone' }] },
      /^second names a test .*: b\.e2e\.ts 'gone'$/,
    ],
    ['no test', { tests: [] }, /^second names no test$/],
    ['an id that another has', { id: 'first' }, /^first is the id of several faults$/],
    ['the screen of another in its group', { screen: 'Home' }, /^Home is in group 1 the screen of several faults$/],
    ['the file of another in its group', { text: '= 1' }, /^src\/views\/a\.tsx is in group 1 the file of several faults$/],
    ['the tests of another in its group', { tests: fault.tests }, /^a\.e2e\.ts is in group 1 a browser file of several faults$/],
  ])('%s', (_, of, problem) => {
    expect(faultProblems([fault, { ...other, ...of }], sources, titles)).toContainEqual(expect.stringMatching(problem));
  });

  test('and nothing, where two groups have the same screen', () => {
    expect(faultProblems([fault, other], sources, titles)).toEqual([]);
    expect(faultProblems([fault, { ...other, group: 2, screen: 'Home' }], sources, titles)).toEqual([]);
  });
});

test('a fault is planted as it is written, and nowhere else', () => {
  expect([...plantFaults(sources, [fault])]).toEqual([['src/views/a.tsx', 'const $& is off = 1;']]);
  expect(() => plantFaults(sources, [{ ...fault, text: 'const ' }])).toThrow('The text of first occurs 2 times');
});

describe('what became of the faults', () => {
  const spec = (title: string, status: string, message?: string) => ({
    id: title,
    title,
    tests: [{ status, results: [{ duration: 1, errors: message === undefined ? [] : [{ message }] }] }],
  });
  const report = (first: object, second: object) =>
    JSON.stringify({
      stats: { expected: 0, unexpected: 0, flaky: 0 },
      suites: [
        { title: 'a.e2e.ts', specs: [], suites: [{ title: 'block', specs: [first] }] },
        { title: 'b.e2e.ts', specs: [second, spec('it is on (always)', 'unexpected', 'of another file')] },
      ],
    });

  test.each<[what: string, first: object, outcomes: [string, string[]][], step?: string]>([
    [
      'failed',
      spec('it is on (always)', 'unexpected', '\nnot seen\n\n  Expected:  1\na\nb\nc'),
      [['caught', ['a.e2e.ts block it is on (always): not seen Expected: 1 a b']]],
    ],
    ['passed', spec('it is on (always)', 'expected'), [['NOT CAUGHT', ['a.e2e.ts block it is on (always)']]]],
    [
      'failed at the first try only',
      spec('it is on (always)', 'flaky', 'once'),
      [['NOT CAUGHT', ['a.e2e.ts block it is on (always)']]],
    ],
    [
      'failed, in the step that is named',
      spec('it is on (always)', 'unexpected', "Failed steps: 'here', 'there'"),
      [['caught', ["a.e2e.ts block it is on (always): Failed steps: 'here', 'there'"]]],
      'there',
    ],
    [
      'failed, in another step',
      spec('it is on (always)', 'unexpected', "Failed steps: 'here'"),
      [['NOT CAUGHT', ['a.e2e.ts block it is on (always)']]],
      'there',
    ],
    ['was not run', spec('another', 'unexpected', 'no'), [['not run', []]]],
  ])('whose test %s', (_, first, outcomes, step) => {
    const named = { ...fault, tests: fault.tests.map((each) => ({ ...each, ...(step === undefined ? {} : { step }) })) };
    const judged = judgeFaults([named], report(first, spec('near', 'expected')));
    expect(judged.map(({ outcome, why }) => [outcome, why])).toEqual(outcomes);
  });

  test('is asked of their tests alone, each in its file', () => {
    const names = new RegExp(grepOf([fault, other]));
    expect(names.test('a.e2e.ts block it is on (always)')).toBe(true);
    expect(names.test('b.e2e.ts it is on (always)')).toBe(false);
    expect(names.test('b.e2e.ts all that is near')).toBe(true);
  });
});
