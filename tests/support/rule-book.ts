import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A rule of docs/rules: its id, such as SOCK-9, and its file. */
export type Rule = { id: string; prefix: string; number: number; file: string };

/** A text of the repository, by its path from the root with forward slashes. */
export type SourceText = { path: string; text: string };

const folder = 'docs/rules/';
const definition = /^- \*\*([A-Z]+)-([1-9]\d*)\*\* /gm;

/** Returns the rules defined in these texts, in order. */
export function readRules(texts: readonly SourceText[]): Rule[] {
  return texts
    .filter(({ path }) => path.startsWith(folder))
    .flatMap(({ path, text }) =>
      [...text.matchAll(definition)].map(([, prefix = '', number = '']) => ({
        id: `${prefix}-${number}`,
        prefix,
        number: Number(number),
        file: path,
      })),
    );
}

/**
 * Returns the prefixes in the table of docs/rules/README.md. Several of one subject are separated by commas.
 */
export function readPrefixes(readme: string): string[] {
  const rows = [...readme.matchAll(/^\| ([A-Z]+(?:, [A-Z]+)*) \|/gm)];
  return rows.flatMap(([, cell = '']) => cell.split(', '));
}

/** Returns the ids that a text cites, with repeats. The definition of a rule is no citation. */
export function citedIds(text: string, prefixes: readonly string[]): string[] {
  const id = new RegExp(`(?<![\\w-])(?:${prefixes.join('|')})-[0-9]+(?![\\w])`, 'g');
  return text.replaceAll(definition, '').match(id) ?? [];
}

/**
 * Returns problems with the ids of the rules: used twice, numbered with a gap, or with a prefix that is not
 * one file's own.
 */
export function idProblems(rules: readonly Rule[], prefixes: readonly string[]): string[] {
  const problems: string[] = [];
  const seen = new Map<string, Rule>();
  for (const rule of rules) {
    const twin = seen.get(rule.id);
    if (twin !== undefined) problems.push(`${rule.id} is defined in ${twin.file} and in ${rule.file}`);
    seen.set(rule.id, rule);
  }
  for (const prefix of new Set([...prefixes, ...rules.map((rule) => rule.prefix)])) {
    const own = rules.filter((rule) => rule.prefix === prefix);
    const files = [...new Set(own.map(({ file }) => file))];
    if (!prefixes.includes(prefix)) problems.push(`${prefix} stands not in the table of ${folder}README.md`);
    if (files.length === 0) problems.push(`${prefix} stands in the table of ${folder}README.md and has no rule`);
    if (files.length > 1) problems.push(`${prefix} is the prefix of several files: ${files.join(', ')}`);
    const missing = own.map(({ number }) => number).findIndex((number, index) => number !== index + 1);
    if (missing >= 0) problems.push(`${prefix}-${missing + 1} is left out or not in its place in ${own[missing]?.file}`);
  }
  return problems;
}

/** Returns citations of rules that do not exist, by file. */
export function danglingCitations(texts: readonly SourceText[], rules: readonly Rule[], prefixes: readonly string[]): string[] {
  const known = new Set(rules.map(({ id }) => id));
  return texts.flatMap(({ path, text }) =>
    [...new Set(citedIds(text, prefixes))].filter((id) => !known.has(id)).map((id) => `${path} cites ${id}, which no rule has`),
  );
}

/**
 * Matches words that cite a text outside the repository: a paragraph, a file name that does not exist here,
 * the number of an issue.
 */
const outsideText = new RegExp(
  [
    '\u00a7',
    String.raw`\b(?:[Ss]pec|[Dd]esign|[Dd]ecisions|[Ll]ook)\.md\b`,
    String.raw`\b(?:[Ii]ssue|[Ss]pec|[Dd]esign) \d+\b`,
    String.raw`\b[Tt]he (?:spec|issue)(?:'s)?\b`,
    String.raw`\b[Dd]ecisions, [A-Z]`,
    String.raw`(?<!\w)\((?:decisions[):]|issue[,:])`,
  ].join('|'),
  'g',
);

/**
 * Returns citations of texts outside the repository, by file and line: readers cannot look them up (CODE-17).
 */
export function outsideCitations(texts: readonly SourceText[]): string[] {
  return texts.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        [...line.matchAll(outsideText)].map(([words]) => `${path}:${index + 1} cites '${words}', which is not in the repository`),
      ),
  );
}

/**
 * Returns rules that no test cites and that are not listed as such, and listed ones that a test cites or that
 * do not exist.
 */
export function citationProblems(
  texts: readonly SourceText[],
  rules: readonly Rule[],
  { prefixes, uncited }: { prefixes: readonly string[]; uncited: readonly string[] },
): string[] {
  const tests = texts.filter(({ path }) => isTest(path));
  const cited = new Set(tests.flatMap(({ text }) => citedIds(text, prefixes)));
  const ids = new Set(rules.map(({ id }) => id));
  return [
    ...[...ids].filter((id) => !cited.has(id) && !uncited.includes(id)).map((id) => `${id} is cited by no test`),
    ...uncited.filter((id) => cited.has(id)).map((id) => `${id} is cited by a test now: take it from the list of uncited rules`),
    ...uncited.filter((id) => !ids.has(id)).map((id) => `${id} is listed as uncited and is no rule`),
  ];
}

export function isTest(path: string): boolean {
  return path.startsWith('tests/') && /\.(test|samples|e2e|components|bench)\.tsx?$/.test(path);
}

/** Reads everything that may cite a rule: sources, tests, scripts, documents and files at the root. */
export function readRepository(root: string): SourceText[] {
  const patterns = [
    '{src,host,tests,scripts}/**/*.{ts,tsx,css,html}',
    '{docs,samples,.github}/**/*.{md,yml}',
    '*.{md,json,ts,html}',
    '.oxlintrc.json',
  ];
  return [...new Set(patterns.flatMap((pattern) => globSync(pattern, { cwd: root })))]
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path !== 'package-lock.json' && !path.startsWith('docs/machines/'))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}
