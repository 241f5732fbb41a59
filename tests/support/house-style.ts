import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import type { SourceText } from './rule-book.ts';

/** The longest line of a comment, with its indentation (CODE-20). */
export const maxCommentLine = 110;

/** Reads the code in these folders: programs and style sheets. */
export function readCode(root: string, folders: string): SourceText[] {
  return globSync(`${folders}/**/*.{ts,tsx,css}`, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/**
 * Returns lines of comments that are too long, by file and line. Not counted are comments behind code, lines
 * that cannot be broken (one word, such as an address, or a table row), and those for tools or machines
 * (`oxlint-disable`, fenced code).
 */
export function longCommentLines({ path, text }: SourceText): string[] {
  const lines = text.split('\n');
  return commentSpans(path, text)
    .flatMap(({ start, end }) => {
      const first = lineOf(text, start);
      const standsAlone = text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trim() === '';
      const last = lineOf(text, end);
      const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index).slice(standsAlone ? 0 : 1);
      let isFenced = false;
      return numbers.filter((number) => {
        const content = (lines[number] as string).replace(/^\s*(?:\/\*+|\*+(?!\/)|\/\/)?\s?/, '');
        if (content.trim().startsWith('```')) isFenced = !isFenced;
        return !isFenced && canBreak(content);
      });
    })
    .map((number) => ({ number, length: Array.from(lines[number] as string).length }))
    .filter(({ length }) => length > maxCommentLine)
    .map(({ number, length }) => `${path}:${number + 1} has ${length} characters`);
}

function canBreak(content: string): boolean {
  const words = content.replace(/\s*\*\/$/, '').trim();
  return /\s/.test(words) && !/^(?:\||@ts-|oxlint-)/.test(words);
}

/** A style sheet's comments are found by their marks, because none of its strings contains one. */
function commentSpans(path: string, text: string): { start: number; end: number }[] {
  if (!path.endsWith('.css')) return parseSync(path, text).comments;
  return [...text.matchAll(/\/\*[\s\S]*?\*\//g)].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
  }));
}

function lineOf(text: string, offset: number): number {
  let line = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** Reads the words in the glossary's table of words not to use, in lower case. */
export function readUnusedWords(glossary: string, title = 'Words we do not use'): string[] {
  const table = glossary.split(`## ${title}`)[1]?.split('\n## ')[0] ?? '';
  return [...table.matchAll(/^\| (\*\*.+?) \|/gm)].flatMap(([, cell = '']) =>
    cell.split(',').map((word) => word.replaceAll('*', '').trim().toLowerCase()),
  );
}

/** Returns identifiers and file names that contain such a word, each once per file. */
export function unusedWordsIn({ path, text }: SourceText, words: readonly string[]): string[] {
  const names = new Set([path.slice(path.lastIndexOf('/') + 1).replace(/\..*$/, '')]);
  if (!path.endsWith('.css')) {
    const add = ({ name }: { name: string }): void => void names.add(name);
    new Visitor({ Identifier: add, PrivateIdentifier: add }).visit(parseSync(path, text).program);
  }
  return [...names].flatMap((name) => {
    const spaced = ` ${wordsOf(name).join(' ')} `;
    return words.filter((word) => spaced.includes(` ${word} `)).map((word) => `${path} says '${word}' in ${name}`);
  });
}

/**
 * Returns phrases of the glossary's second table that occur in comments, with their lines. A phrase may span
 * two lines.
 */
export function unusedPhrasesIn({ path, text }: SourceText, phrases: readonly string[]): string[] {
  const anyOf = phrases.map((phrase) => phrase.replaceAll(' ', String.raw`\s+(?:\*\s+)?`)).join('|');
  return commentSpans(path, text).flatMap(({ start, end }) =>
    [...text.slice(start, end).matchAll(new RegExp(String.raw`\b(?:${anyOf})\b`, 'gi'))].map(
      (found) => `${path}:${lineOf(text, start + found.index) + 1} says '${found[0].replaceAll(/\s+(?:\*\s+)?/g, ' ')}'`,
    ),
  );
}

/** Returns types and classes that two files export under one name: one word has one meaning (CODE-21). */
export function namesakes(texts: readonly SourceText[]): string[] {
  const exported = texts.flatMap(({ path, text }) =>
    [...text.matchAll(/^export (?:type|interface|class|abstract class) (\w+)/gm)].map(([, name = '']) => ({ name, path })),
  );
  return [...Map.groupBy(exported, ({ name }) => name)]
    .filter(([, files]) => files.length > 1)
    .map(([name, files]) => `${name}: ${files.map(({ path }) => path).join(', ')}`);
}

/** Splits a name into words: 'putOut', 'put-out' and 'PUT_OUT' into put and out. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .map((word) => word.toLowerCase());
}

/**
 * Returns classes that code uses from a style sheet (`styles.one` after `import styles from
 * './a.module.css'`) but the sheet lacks. They are `undefined`, and types do not show it.
 */
export function missingClasses(sources: readonly SourceText[]): string[] {
  const sheets = new Map(
    sources
      .filter(({ path }) => path.endsWith('.module.css'))
      .map(({ path, text }) => [path, new Set(Array.from(text.matchAll(/\.([A-Za-z_][\w-]*)/g), ([, name]) => name))]),
  );
  return sources.flatMap(({ path, text }) =>
    Array.from(text.matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gm)).flatMap(([, name, from]) => {
      const sheet = posix.join(posix.dirname(path), from as string);
      // After a slash or dash it is part of a file name.
      const uses = text.matchAll(new RegExp(`(?<![\\w/.-])${name}\\.(\\w+)`, 'g'));
      const taken = new Set(Array.from(uses, ([, one]) => one));
      return [...taken].filter((one) => sheets.get(sheet)?.has(one) !== true).map((one) => `${path}: ${one} of ${sheet}`);
    }),
  );
}

/** Returns shared classes that something names and the sheet lacks, and those that nothing names. */
export function sharedClassGaps(sources: readonly SourceText[], sheet = 'src/views/theme/layout.css'): string[] {
  const own = new Set(wordsIn(sources.find(({ path }) => path === sheet)?.text ?? '', /[ (]\.([\w-]+)/g));
  const named = sources.flatMap(({ path, text }) => {
    const attributes = wordsIn(text, /\bclassName=(?:\{((?:[^{}]|\$\{[^}]*\})*)\}|("[^"]*"))/g);
    // The texts that an expression may become, and not what it compares.
    const texts = attributes.flatMap((value) => wordsIn(value, /(?:^|[?:] )(?:["']([^"']*)["']|`([^`]*)`)/g));
    const names = [...texts, ...wordsIn(text, /^ +composes: (.*) from global;/gm)].flatMap((value) =>
      value.replaceAll(/\$\{[^}]*\}/g, '').split(' '),
    );
    return names.filter((name) => name !== '').map((name) => ({ path, name }));
  });
  const used = new Set(named.map(({ name }) => name));
  return [
    ...named.filter(({ name }) => !own.has(name)).map(({ path, name }) => `${path}: ${name} of ${sheet}`),
    ...[...own].filter((name) => !used.has(name)).map((name) => `${sheet}: ${name} is used nowhere`),
  ];
}

function wordsIn(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, one, other]) => one ?? other ?? '');
}

/** Returns native controls that a view draws itself instead of using `views/controls` (LOOK-38). */
export function nativeControls({ path, text }: SourceText): string[] {
  if (!path.startsWith('src/views/') || path.startsWith('src/views/controls/')) return [];
  return Array.from(text.matchAll(/<(?:select\b|input\b[^>]*?\btype="(?:checkbox|file|color|date)")/g)).map(
    ({ 0: found, index }) => `${path}:${lineOf(text, index) + 1} draws ${found.split(/\s/)[0]}`,
  );
}

/** Returns text sizes that are not among the theme's four (LOOK-35). */
export function otherTextSizes({ path, text }: SourceText): string[] {
  if (!path.endsWith('.css')) return [];
  return Array.from(text.matchAll(/(?<![\w-])font(?:-size)?: (?!inherit|var\(--console-type-\w+\);)[^;]+;/g)).map(
    ({ 0: found, index }) => `${path}:${lineOf(text, index) + 1} says ${found}`,
  );
}
