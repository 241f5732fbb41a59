import { posix } from 'node:path';

const imported = /(?:\bfrom\s*|\bimport\s*\(?\s*)'(\.[^']+)'/g;
/** Programs that a test starts by their path: `node host/main.ts`. */
const started = /\b(?:host|src|scripts)\/[\w./-]+\.tsx?\b/g;

/**
 * What each source needs, by its imports and by the paths it names: file → files, all relative to the root. Pure: `sources` holds the text
 * of every source. All imports of the project are relative with their extension (tsconfig, lint), so none has to be resolved.
 */
export function needsOf(sources: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const needs = new Map<string, Set<string>>();
  for (const [file, text] of sources) {
    const named = [...text.matchAll(imported)].map(([, path]) => posix.join(posix.dirname(file), path as string));
    const paths = file.startsWith('tests/') ? [...text.matchAll(started)].map(([path]) => path) : [];
    needs.set(file, new Set([...named, ...paths].filter((path) => path !== file && sources.has(path))));
  }
  return needs;
}

/** The tests that reach `file`, nearest first: in groups, the fewer steps away the earlier. Pure. */
export function testsOf(file: string, needs: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const groups: string[][] = [];
  const seen = new Set([file]);
  let front = [file];
  while (front.length > 0) {
    front = [...needs].filter(([one, of]) => !seen.has(one) && front.some((needed) => of.has(needed))).map(([one]) => one);
    for (const one of front) seen.add(one);
    const tests = front.filter((one) => /\.test\.tsx?$/.test(one)).sort();
    if (tests.length > 0) groups.push(tests);
  }
  return groups;
}
