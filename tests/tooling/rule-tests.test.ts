import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, test } from 'vitest';
import { lostRules, ruleLines, testTitles } from '../../scripts/rule-tests.ts';

const root = join(import.meta.dirname, '../..');

/** Ids are built here, so that this file does not count as citing them. */
const id = (number: number) => `RX-${number}`;
const rules = { path: 'docs/rules/planted.md', text: [1, 2, 3, 4].map((n) => `- **${id(n)}** It is so.`).join('\n') };
const line = (number: number, level: string, title: string) => `${id(number)}\t${level}\t${title}`;
const linesOf = (path: string, text: string) => ruleLines([{ path, text }], ['RX']);

describe('the tests that cite a rule (CODE-17)', () => {
  test.each<[what: string, text: string, titles: string[]]>([
    ['in the title', `test('one (${id(1)})', () => {}); test('two', () => {});`, [`one (${id(1)})`]],
    ['in the body', `test('one', () => { f('${id(1)}'); }); test('two', () => {});`, ['one']],
    ['in the comment above', `/** ${id(1)} */\ntest('one', () => {});\ntest('two', () => {});`, ['one']],
    ['in the comment above a loop', `// ${id(1)}\nfor (const a of b) { test(\`one \${a}\`, f); }\ntest('two', f);`, ['one ${a}']],
    ['of a block', `describe('all (${id(1)})', () => { test('one', f); it('two', f); }); test('three', f);`, ['one', 'two']],
    ['of a table', `test.each([['x ${id(1)}']])('one %s', () => {}); test('two', f);`, ['one %s']],
    [
      'at the head of the file',
      `import a from 'a';\n/** ${id(1)} */\nconst b = 1;\ntest('one', f);\ntest(named(b), f);`,
      ['named(b)', 'one'],
    ],
    ['in a row of a table', `describe('all', () => { test.each([['${id(1)}']])('%s', f); });`, ['all: %s']],
    ['in a step', `test('one', async () => { await test.step('${id(1)}', f); });`, ['one']],
    [
      'in a step of the fixture, which has a title as a test has',
      `test('one', async ({ step }) => { await step('two', f); await step('three (${id(1)})', f); });`,
      [`three (${id(1)})`],
    ],
  ])('%s', (_, text, titles) => {
    expect(linesOf('tests/host/a.test.ts', text)).toEqual(titles.map((title) => line(1, 'host', title)));
  });

  test('have a level each, and the order of the rules; a rule without a test is listed', () => {
    const texts = [
      rules,
      { path: 'tests/e2e/a.e2e.ts', text: `import { flow } from './support/flow.ts';\ntest('ten (${id(2)})', f);` },
      { path: 'tests/e2e/support/flow.ts', text: `import { far } from './far.ts';\n/** All may happen (${id(3)}). */` },
      { path: 'tests/e2e/support/far.ts', text: `// Far away: ${id(3)}` },
      { path: 'tests/e2e/support/unused.ts', text: `// ${id(4)}` },
      { path: 'tests/support/a.ts', text: `// ${id(4)}` },
      { path: 'tests/model/a.test.ts', text: `test('nine (${id(10)}, ${id(2)})', f);` },
    ];
    expect(ruleLines(texts, ['RX'])).toEqual([
      line(1, 'none', 'no test cites it'),
      line(2, 'browser', `ten (${id(2)})`),
      line(2, 'model', `nine (${id(10)}, ${id(2)})`),
      line(3, 'browser', `All may happen (${id(3)}).`),
      line(3, 'browser', `Far away: ${id(3)}`),
      line(4, 'none', 'no test cites it'),
      line(10, 'model', `nine (${id(10)}, ${id(2)})`),
    ]);
  });

  test('are the same wherever the file is', () => {
    const text = `test('one (${id(1)})', f);`;
    expect(linesOf('tests/host/a/b.test.ts', text)).toEqual(linesOf('tests/host/c.test.ts', text));
  });

  test('have the titles of the source', () => {
    const text = "test('it''s', f); test.describe('block', () => { thoroughTest(`a ${b}\n c`, f); }); test.use({});";
    expect(testTitles('a.e2e.ts', text.replace("''", String.raw`\'`))).toEqual([String.raw`it\'s`, 'a ${b} c']);
  });
});

describe('a comparison', () => {
  const before = [
    line(1, 'browser', 'a'),
    line(1, 'model', 'b'),
    line(2, 'host', 'c'),
    line(3, 'browser', 'd'),
    line(4, 'none', 'no test cites it'),
  ];

  test.each<[what: string, now: string[], lost: string[]]>([
    ['nothing, where only titles change', [line(1, 'browser', 'z'), line(2, 'model', 'c'), line(3, 'components', 'd')], []],
    ['a last test', [before[0]!, before[3]!], [`${id(2)} lost its last test`]],
    [
      'a last test of the page, once',
      [before[1]!, before[2]!],
      [`${id(3)} lost its last test`, expect.stringMatching(/^RX-1 was/)],
    ],
    [
      'a rule that is listed without a test',
      [...before.slice(0, 2), before[3]!, line(2, 'none', 'x')],
      [`${id(2)} lost its last test`],
    ],
  ])('names %s', (_, now, lost) => {
    expect(lostRules(before, now)).toEqual(lost);
  });

  test('ends with 1 where a rule has lost something', { timeout: 60_000 }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'rule-tests-'));
    try {
      const [earlier, now] = [join(folder, 'earlier.txt'), join(folder, 'now.txt')];
      writeFileSync(earlier, `${line(9_999, 'browser', 'gone')}\n`);
      const args = ['scripts/rule-tests.ts', '--before', earlier, '--out', now];
      const ran = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
      expect(ran).toMatchObject({ status: 1, stdout: `${id(9_999)} lost its last test\n` });
      const lines = readFileSync(now, 'utf8').trimEnd().split('\n');
      expect(lines.length).toBeGreaterThan(3_000);
      expect(lostRules(lines, lines)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
