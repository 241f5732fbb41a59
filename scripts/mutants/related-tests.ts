import { posix } from 'node:path';

const imported = /(?:\bfrom\s*|\bimport\s*\(?\s*)'(\.[^']+|#model\/[^']+)'/g;
/** Matches programs that a test starts by path, such as `node host/main.ts`. */
const started = /\b(?:host|src|scripts)\/[\w./-]+\.tsx?\b/g;

/**
 * Returns a source's imports from the project, relative to the root. Pure. Such imports always have an
 * extension and are relative or of the model (tsconfig, lint), so nothing needs resolving.
 */
export function importsOf(file: string, text: string): string[] {
  return [...text.matchAll(imported)].map(([, path = '']) =>
    path.startsWith('#') ? `src/${path.slice(1)}` : posix.join(posix.dirname(file), path),
  );
}

/**
 * Returns what each source needs, by its imports and the paths it names: file → files, relative to the root.
 * Pure: `sources` holds the text of every source.
 */
export function needsOf(sources: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const needs = new Map<string, Set<string>>();
  for (const [file, text] of sources) {
    const named = importsOf(file, text);
    const paths = file.startsWith('tests/') ? [...text.matchAll(started)].map(([path]) => path) : [];
    needs.set(file, new Set([...named, ...paths].filter((path) => path !== file && sources.has(path))));
  }
  return needs;
}

/** Returns `file` and everything it needs, directly or not. Pure. */
export function neededBy(file: string, needs: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const all = new Set([file]);
  // The loop also reaches what is added during it.
  for (const one of all) for (const needed of needs.get(one) ?? []) all.add(needed);
  return all;
}

/**
 * Returns the tests that reach `file`, nearest first: in groups by their number of steps, and within a group
 * those closest to the expected place of its tests first. Pure.
 */
export function testsOf(file: string, needs: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const groups: string[][] = [];
  const seen = new Set([file]);
  let front = [file];
  while (front.length > 0) {
    front = [...needs].filter(([one, of]) => !seen.has(one) && front.some((needed) => of.has(needed))).map(([one]) => one);
    for (const one of front) seen.add(one);
    const tests = front.filter((one) => /\.test\.tsx?$/.test(one)).sort(byPlace(file));
    if (tests.length > 0) groups.push(tests);
  }
  return groups;
}

/**
 * Compares tests by how much of their path they share with `file`: `tests/host/entry/http/a.test.ts` comes
 * first for `host/entry/http/a.ts`.
 */
function byPlace(file: string): (a: string, b: string) => number {
  const steps = file.replace(/\.tsx?$/, '').split('/');
  const shared = (test: string) => {
    const own = test
      .replace(/\.test\.tsx?$/, '')
      .split('/')
      .slice(1);
    const apart = steps.findIndex((step, at) => step !== own[at]);
    return apart === -1 ? steps.length : apart;
  };
  return (a, b) => shared(b) - shared(a) || (a < b ? -1 : 1);
}
