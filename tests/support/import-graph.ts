import { posix } from 'node:path';
import { type Node, parseSync, Visitor } from 'oxc-parser';
import type { SourceText } from './rule-book.ts';

/** An import from one file of another, by their paths from the root. */
export type Arrow = { from: string; to: string };

/** Folders that all import each other, directly or not, and the imports between them. */
export type Knot = { folders: string[]; arrows: Arrow[] };

/** Returns the imports between our own files, including types and later loads, each pair once. */
export function importArrows(sources: readonly SourceText[]): Arrow[] {
  return sources.flatMap(({ path, text }) => {
    const found = new Set<string>();
    const look = ({ source }: { source: Node | null }): void => {
      if (source?.type !== 'Literal' || typeof source.value !== 'string') return;
      if (source.value.startsWith('.')) found.add(posix.join(posix.dirname(path), source.value));
      if (source.value.startsWith('#model/')) found.add(source.value.replace('#', 'src/'));
    };
    new Visitor({
      ImportDeclaration: look,
      ExportNamedDeclaration: look,
      ExportAllDeclaration: look,
      ImportExpression: look,
      TSImportType: look,
    }).visit(parseSync(path, text).program);
    return [...found].map((to) => ({ from: path, to }));
  });
}

/** Returns the groups of two or more that all reach each other, each sorted. */
export function circlesIn(arrows: readonly Arrow[]): string[][] {
  const next = Map.groupBy(arrows, ({ from }) => from);
  const reached = new Map(
    [...next.keys()].map((start) => {
      const seen = new Set<string>();
      const ahead = [start];
      for (let at = ahead.pop(); at !== undefined; at = ahead.pop())
        for (const { to } of next.get(at) ?? [])
          if (!seen.has(to)) {
            seen.add(to);
            ahead.push(to);
          }
      return [start, seen] as const;
    }),
  );
  const circles = new Map<string, string[]>();
  for (const [start, seen] of reached) {
    const circle = [...seen].filter((other) => reached.get(other)?.has(start)).toSorted();
    if (circle.length > 1) circles.set(circle.join(), circle);
  }
  return [...circles.values()];
}

/** Returns the knots of the folders directly in `root`; '.' is the files outside of any folder. */
export function folderKnots(arrows: readonly Arrow[], root: string): Knot[] {
  const folderOf = (path: string): string => /^([^/]+)\//.exec(path.slice(root.length + 1))?.[1] ?? '.';
  const between = arrows
    .filter(({ from, to }) => [from, to].every((path) => path.startsWith(`${root}/`)))
    .map((arrow) => ({ arrow, from: folderOf(arrow.from), to: folderOf(arrow.to) }))
    .filter(({ from, to }) => from !== to);
  return circlesIn(between).map((folders) => ({
    folders,
    arrows: between.filter(({ from, to }) => folders.includes(from) && folders.includes(to)).map(({ arrow }) => arrow),
  }));
}

/** Describes the knots of more than `most` folders: the folders, then a line for each import between them. */
export function tooLarge(knots: readonly Knot[], most: number): string[] {
  return knots
    .filter(({ folders }) => folders.length > most)
    .map(({ folders, arrows }) => [folders.join(', '), ...arrows.map(({ from, to }) => `  ${from} → ${to}`)].join('\n'));
}
