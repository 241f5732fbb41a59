import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { brokenLinks, missingPaths, readDocuments } from '../support/document-links.ts';
import {
  citationProblems,
  citedIds,
  danglingCitations,
  idProblems,
  outsideCitations,
  readPrefixes,
  readRepository,
  readRules,
} from '../support/rule-book.ts';
import { uncitedRules } from '../support/uncited-rules.ts';

const root = join(import.meta.dirname, '../..');
const texts = readRepository(root);
const rules = readRules(texts);
const prefixes = readPrefixes(readFileSync(join(root, 'docs/rules/README.md'), 'utf8'));

describe('the rules of docs/rules (CODE-17)', () => {
  test('have ids of their own, numbered from 1 without a gap, each prefix in one file', () => {
    expect(rules.length).toBeGreaterThan(300);
    expect(idProblems(rules, prefixes)).toEqual([]);
  });

  test('are there where code, tests and documents cite them', () => {
    expect(danglingCitations(texts, rules, prefixes)).toEqual([]);
  });

  test('are cited instead of texts that are not in the repository', () => {
    expect(outsideCitations(texts)).toEqual([]);
  });

  test('are cited by a test each, but for those that are listed as not cited yet', () => {
    expect(citationProblems(texts, rules, { prefixes, uncited: uncitedRules })).toEqual([]);
  });

  test('that are listed as not cited stand there once, in the order of the rules', () => {
    const order = rules.map(({ id }) => id);
    expect(uncitedRules).toEqual(order.filter((id) => uncitedRules.includes(id)));
  });
});

/** Ids are built here, so that this file does not count as citing them. */
const id = (prefix: string, number: number | string) => `${prefix}-${number}`;
const book = (lines: string) => ({ path: 'docs/rules/planted.md', text: lines });
const rule = (prefix: string, number: number) => `- **${id(prefix, number)}** It is so.\n`;
const planted = readRules([book(rule('RX', 1) + rule('RX', 2))]);

describe('a fault that is planted is found', () => {
  test.each([
    ['an id that is used twice', rule('RX', 1) + rule('RX', 1), /is defined in .* and in/],
    ['a number that is left out', rule('RX', 1) + rule('RX', 3), /-2 is left out/],
    ['a prefix that the table does not have', rule('RX', 1) + rule('NEW', 1), /NEW stands not in the table/],
    ['a prefix without a rule', '', /RX stands in the table .* has no rule/],
  ])('%s', (_, text, problem) => {
    expect(idProblems(readRules([book(text)]), ['RX']).join('\n')).toMatch(problem);
  });

  test('a prefix in two files', () => {
    const other = { path: 'docs/rules/other.md', text: rule('RX', 2) };
    expect(idProblems(readRules([book(rule('RX', 1)), other]), ['RX']).join('\n')).toMatch(/several files/);
  });

  test('a citation of a rule that does not exist, in code, in a test and in a document', () => {
    const scratch = ['src/model/a.ts', 'tests/model/a.test.ts', 'docs/a.md'].map((path) => ({
      path,
      text: `/** As told (${id('RX', 1)}, ${id('RX', 9_999)}). */`,
    }));
    expect(danglingCitations(scratch, planted, ['RX'])).toEqual(
      scratch.map(({ path }) => `${path} cites ${id('RX', 9_999)}, which no rule has`),
    );
  });

  test.each([
    ['spec', ' \u00a74'],
    ['Design', ' \u00a71: facts'],
    ['issue', ' \u00a74, lost connections'],
    ['Issue', ' 7, Undo'],
    ['spec', '.md'],
    ['decisions', '.md, the embedded database'],
    ['Decisions', ', Roles'],
    ['(decisions', ')'],
    ['look', '.md, Charts'],
    ['(issue', ': 14 days)'],
    ['the', " spec's 2000"],
  ])('a citation of a text that is not in the repository: %s%s', (name, place) => {
    for (const path of ['src/views/a.module.css', 'host/a.ts', 'tests/model/a.test.ts', 'vite.config.ts']) {
      const found = outsideCitations([{ path, text: `line 1\n/* It is so: ${name}${place} */` }]);
      expect(found).toHaveLength(1);
      expect(found[0]).toContain(`${path}:2 cites '`);
    }
  });

  test.each([
    '[decisions](decisions/README.md) and docs/decisions/roles.md',
    'one sentence per issue: v.getDotPath(issue), textOf(issue: Issue) of checked.issues[0], tokens.issue(4)',
    `${id('SOCK', 7)}, as docs/architecture.md draws it`,
  ])('what cites nothing outside is let be: %s', (text) => {
    expect(outsideCitations([{ path: 'src/model/a.ts', text }])).toEqual([]);
  });

  test('a rule that no test cites, one that is listed although it is cited, one that is listed and is none', () => {
    const scratch = [{ path: 'tests/model/a.test.ts', text: `test('it is so (${id('RX', 1)})')` }];
    const problems = (uncited: string[]) => citationProblems(scratch, planted, { prefixes: ['RX'], uncited });
    expect(problems([])).toEqual([`${id('RX', 2)} is cited by no test`]);
    expect(problems([id('RX', 2)])).toEqual([]);
    expect(problems([id('RX', 1), id('RX', 2), id('RX', 3)])).toEqual([
      `${id('RX', 1)} is cited by a test now: take it from the list of uncited rules`,
      `${id('RX', 3)} is listed as uncited and is no rule`,
    ]);
  });

  test('a citation in what is no test does not count as one', () => {
    const scratch = [{ path: 'tests/support/a.ts', text: `/** ${id('RX', 1)} ${id('RX', 2)} */` }];
    expect(citationProblems(scratch, planted, { prefixes: ['RX'], uncited: [] })).toHaveLength(2);
  });

  test('names of receivers and standards are no citations', () => {
    expect(citedIds(`RCB-1 UTF-8 A${id('RX', 1)} x-${id('RX', 1)} ${id('RX', 1)}b (${id('RX', 12)}).`, ['RX'])).toEqual([
      id('RX', 12),
    ]);
  });
});

describe('documents', () => {
  const documents = readDocuments(root);

  test('link to what is there', () => {
    expect(documents.map(({ path }) => path)).toEqual(expect.arrayContaining(['README.md', 'docs/rules/README.md']));
    expect(brokenLinks(root, documents)).toEqual([]);
  });

  test('name files and folders that are there', () => {
    expect(
      missingPaths(
        root,
        documents.filter(({ path }) => path.startsWith('docs/') || path === 'CONTRIBUTING.md'),
      ),
    ).toEqual([]);
  });

  test.each([
    ['[here](no-such-file.md)', 1],
    ['[here](README.md#no-such-heading)', 1],
    ['![picture](docs/screenshots/none.png)', 1],
    ['[here](README.md#two-commands), [there](https://example.org/none) and [rules](docs/rules)', 0],
  ])('%s has %i broken links', (text, count) => {
    expect(brokenLinks(root, [{ path: 'planted.md', text }])).toHaveLength(count);
  });

  test('a file that is named and not there is found', () => {
    const text = '`src/model/no-such.ts` `src/model/` `src/machines/<flow>/x.ts` `npm test`';
    expect(missingPaths(root, [{ path: 'docs/planted.md', text }])).toEqual([
      'docs/planted.md names src/model/no-such.ts, which is not there',
    ]);
  });
});
