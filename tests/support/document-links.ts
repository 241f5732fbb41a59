import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import type { SourceText } from './rule-book.ts';

/** Matches links to files in the repository, not to other addresses. */
const link = /\]\(([^()\s]+)\)/g;
const elsewhere = /^[a-z][a-z0-9+.-]*:/i;

/** Matches a path between backticks. */
const namedPath = /`((?:src|host|tests|scripts|docs|samples)\/[\w./@-]*)`/g;

/**
 * Returns links to missing files or headings, one line each. Code blocks are checked too: what they show must
 * be true.
 */
export function brokenLinks(root: string, documents: readonly SourceText[]): string[] {
  return documents.flatMap(({ path, text }) =>
    [...text.matchAll(link)]
      .map(([, target = '']) => target)
      .filter((target) => !elsewhere.test(target))
      .filter((target) => !isThere(root, path, target))
      .map((target) => `${path} links to ${target}, which is not there`),
  );
}

function isThere(root: string, from: string, target: string): boolean {
  const [file = '', fragment] = target.split('#', 2);
  const path = file === '' ? join(root, from) : join(root, dirname(from), decodeURIComponent(file));
  if (!existsSync(path)) return false;
  if (fragment === undefined) return true;
  return statSync(path).isFile() && headingsOf(readFileSync(path, 'utf8')).includes(fragment);
}

/** Returns the anchors that a forge gives to headings: lower case, without punctuation, spaces as hyphens. */
function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  );
}

/** Returns the named files and folders that do not exist, one line each. */
export function missingPaths(root: string, documents: readonly SourceText[]): string[] {
  return documents.flatMap(({ path, text }) =>
    [...new Set([...text.matchAll(namedPath)].map(([, named = '']) => named))]
      .filter((named) => !existsSync(join(root, named)))
      .map((named) => `${path} names ${named}, which is not there`),
  );
}

/** Reads the documents that people write. Generated ones have their own test. */
export function readDocuments(root: string): SourceText[] {
  return ['*.md', '{docs,samples,.github}/**/*.md']
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .map((path) => path.split('\\').join(posix.sep))
    .filter((path) => !/^docs\/machines\/(?!README)/.test(path))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}
