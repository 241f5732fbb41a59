import { readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { parseSync } from 'oxc-parser';
import { citedIds, isTest, readPrefixes, readRepository, readRules, type SourceText } from '../tests/support/rule-book.ts';

/** A test or a block of tests: its title as in the source, and the text that it spans. */
type Block = { title: string; isGroup: boolean; start: number; end: number };

/** A node of the syntax tree, with the fields used here. */
type Node = { type: string; start: number; end: number; [field: string]: unknown };

const help = `npm run rules:tests -- [options]

Lists every rule of docs/rules with the titles of the tests that cite it, by level: one line each, sorted, without paths.
  --out FILE      writes the list to a file
  --before FILE   compares with a list written earlier: names every rule that lost its last test, and every rule that a
                  browser test cited and that no browser or component test cites any more; exit code 1 if there is one`;

/** The levels that see the page. A folder of component tests is called `components` or `views`. */
const seesPage = ['browser', 'components', 'views'];

if (process.argv[1] === import.meta.filename) {
  try {
    main(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}

function main(args: string[]): void {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args, options: { out: text, before: text, help: { type: 'boolean' } } });
  if (values.help) return console.log(help);
  const root = join(import.meta.dirname, '..');
  const now = ruleLines(readRepository(root), readPrefixes(readFileSync(join(root, 'docs/rules/README.md'), 'utf8')));
  if (values.out !== undefined) writeFileSync(values.out, `${now.join('\n')}\n`);
  if (values.before !== undefined) {
    const lost = lostRules(readFileSync(values.before, 'utf8').trim().split('\n'), now);
    console.log(lost.length === 0 ? 'No rule lost its last test, and none its last test of the page.' : lost.join('\n'));
    if (lost.length > 0) process.exitCode = 1;
  } else if (values.out === undefined) console.log(now.join('\n'));
}

/**
 * Returns one line for each rule and each test that cites it: id, level, title, separated by tabs. A rule
 * without a test has a line that says so. Pure.
 */
export function ruleLines(texts: readonly SourceText[], prefixes: readonly string[]): string[] {
  const used = usedByBrowserFiles(texts);
  const lines = texts
    .filter(({ path }) => isTest(path) || used.has(path))
    .flatMap(({ path, text }) => {
      const [, folder = ''] = path.split('/');
      const level = folder === 'e2e' ? 'browser' : folder;
      return citingTitles(path, text, prefixes).map(([id, title]) => `${id}\t${level}\t${title}`);
    });
  const cited = new Set(lines.map(idOf));
  const uncited = readRules(texts).filter(({ id }) => !cited.has(id));
  return [...lines, ...uncited.map(({ id }) => `${id}\tnone\tno test cites it`)].toSorted(byRule);
}

/** Returns what the second list lacks, in sentences. Pure. */
export function lostRules(before: readonly string[], now: readonly string[]): string[] {
  const cited = (lines: readonly string[], levels?: readonly string[]): Set<string> =>
    new Set(lines.filter((line) => levels?.includes(levelOf(line)) ?? levelOf(line) !== 'none').map(idOf));
  const [tested, seen] = [cited(now), cited(now, seesPage)];
  const untested = [...cited(before)].filter((id) => !tested.has(id));
  const unseen = [...cited(before, ['browser'])].filter((id) => !seen.has(id) && tested.has(id));
  return [
    ...untested.map((id) => `${id} lost its last test`),
    ...unseen.map((id) => `${id} was cited by a browser test, and no browser or component test cites it now`),
  ];
}

function idOf(line: string): string {
  return line.split('\t')[0] ?? '';
}

function levelOf(line: string): string {
  return line.split('\t')[1] ?? '';
}

/** Compares by prefix and number of the rule, then by level and title; the same on every machine. */
function byRule(one: string, other: string): number {
  const [a = '', b = ''] = [idOf(one), idOf(other)].map((id) => id.replace(/\d+$/, (number) => number.padStart(6, '0')));
  if (a !== b) return a < b ? -1 : 1;
  return one < other ? -1 : Number(one > other);
}

/** Returns the browser test files, and the files in tests/e2e that they import, directly or not. */
function usedByBrowserFiles(texts: readonly SourceText[]): Set<string> {
  const byPath = new Map(texts.map(({ path, text }) => [path, text]));
  const used = new Set([...byPath.keys()].filter((path) => path.endsWith('.e2e.ts')));
  // The loop also reaches what is added during it.
  for (const path of used) {
    for (const [, named = ''] of (byPath.get(path) ?? '').matchAll(/\bfrom\s*'(\.[^']+)'/g)) {
      const file = posix.join(posix.dirname(path), named);
      if (file.startsWith('tests/e2e/')) used.add(file);
    }
  }
  return used;
}

/**
 * Returns the rules that a file cites, with the titles of the tests they are about: the test around or below
 * the citation, every test of such a block, or else every test of the file. In a file without tests, the
 * sentence with the citation replaces the title. Pure.
 */
function citingTitles(path: string, text: string, prefixes: readonly string[]): [id: string, title: string][] {
  if (citedIds(text, prefixes).length === 0) return [];
  const { blocks, statements, comments } = readBlocks(path, text);
  const tests = blocks.filter(({ isGroup }) => !isGroup);
  const found = new Map<string, [id: string, title: string]>();
  let at = 0;
  for (const id of citedIds(text, prefixes)) {
    at = text.indexOf(id, at);
    const scope = scopeOf(at) ?? { start: 0, end: text.length };
    const about = tests.filter(({ start, end }) => scope.start <= start && end <= scope.end);
    for (const one of about) found.set(`${id} ${one.start}`, [id, one.title]);
    if (tests.length === 0) {
      const title = lineAt(text, at);
      found.set(`${id} ${title}`, [id, title]);
    }
    at += id.length;
  }
  return [...found.values()];

  function scopeOf(position: number): { start: number; end: number } | undefined {
    const comment = comments.findLast(({ start, end }) => start <= position && position < end);
    const below = comment && statements.find(({ start }) => start >= comment.end && isBlank(comment.end, start));
    const holds = (span: { start: number; end: number }) =>
      blocks.some(({ start, end }) => span.start <= start && end <= span.end);
    if (below !== undefined && holds(below)) return below;
    return blocks.findLast(({ start, end }) => start <= position && position < end);
  }

  /** Returns true if there are only comments between two positions. */
  function isBlank(from: number, to: number): boolean {
    const rest = comments.filter(({ start, end }) => from <= start && end <= to);
    return text.slice(from, to).trim().length <= rest.reduce((sum, { start, end }) => sum + end - start, 0) + rest.length;
  }
}

/** Returns the text of a line without the comment marks. */
function lineAt(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  const line = text.slice(text.lastIndexOf('\n', at) + 1, end === -1 ? text.length : end);
  return line.replaceAll(/^\s*(?:\/\*\*?|\*(?!\/)|\/\/)?\s*|\s*\*\/\s*$/g, '').trim();
}

/** Returns the titles of a file's tests and their steps, as in the source. Pure. */
export function testTitles(path: string, text: string): string[] {
  return readBlocks(path, text)
    .blocks.filter(({ isGroup }) => !isGroup)
    .map(({ title }) => title);
}

/** Reads the blocks in text order, outer ones first. */
function readBlocks(path: string, text: string): { blocks: Block[]; statements: Node[]; comments: Node[] } {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`);
  const [blocks, statements]: [Block[], Node[]] = [[], []];
  walk(program as unknown as Node, (node) => {
    if (node.type === 'Program' || node.type === 'BlockStatement') statements.push(...(node['body'] as Node[]));
    const block = blockOf(node, text);
    if (block === null) return;
    const around = blocks.findLast(({ isGroup, end }) => isGroup && end >= block.end);
    // A title from a table means nothing without the title of the block around it.
    if (around !== undefined && /^(?:%\w|\W)*$/.test(block.title)) block.title = `${around.title}: ${block.title}`;
    blocks.push(block);
  });
  return { blocks, statements: statements.toSorted((a, b) => a.start - b.start), comments: comments as unknown as Node[] };
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const child of Object.values(node).flat()) if (isNode(child)) walk(child, visit);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

/**
 * Reads `test('title', …)`, `step('title', …)`, `describe.each(table)('title', …)` and the like; otherwise
 * null.
 */
function blockOf(node: Node, text: string): Block | null {
  if (node.type !== 'CallExpression') return null;
  const [title, ...rest] = node['arguments'] as Node[];
  const isCalled = rest.some(({ type }) => /Function|Identifier/.test(type));
  if (title === undefined || /Function/.test(title.type) || !isCalled) return null;
  const callee = node['callee'] as Node;
  const chain = chainOf(callee);
  const isTable = callee.type === 'MemberExpression' && chain.at(-1) === 'each';
  if (!/^(?:test|it|step|describe|\w+Test)$/.test(chain[0] ?? '') || chain.slice(1).includes('step') || isTable) return null;
  const raw = text.slice(title.start, title.end);
  const isText = title.type === 'Literal' || title.type === 'TemplateLiteral';
  const [start, end] = [node.start, node.end];
  return { title: isText ? raw.slice(1, -1).replaceAll(/\s+/g, ' ') : raw, isGroup: chain.includes('describe'), start, end };
}

/** Returns the names in `test.describe.each(table)`: test, describe, each. */
function chainOf(callee: Node): string[] {
  if (callee.type === 'Identifier') return [callee['name'] as string];
  if (callee.type === 'CallExpression') return chainOf(callee['callee'] as Node);
  if (callee.type === 'TaggedTemplateExpression') return chainOf(callee['tag'] as Node);
  if (callee.type !== 'MemberExpression') return [];
  return [...chainOf(callee['object'] as Node), (callee['property'] as Node)['name'] as string];
}
