import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCode } from '../support/house-style.ts';
import { circlesIn, folderKnots, importArrows, tooLarge } from '../support/import-graph.ts';

const root = join(import.meta.dirname, '../..');
const mostFolders = 3;

/**
 * A ring of folders, each with a file that imports the next folder's, and a folder outside the ring that it
 * imports.
 */
const ring = (...folders: string[]) =>
  folders.flatMap((folder, at) => [
    { path: `host/base/${folder}/part.ts`, text: `import '../${folders[(at + 1) % folders.length]}/part.ts';` },
    { path: `host/base/${folder}/more.ts`, text: "import type { Sea } from '../sea/part.ts';" },
  ]);
const knotsOf = (sources: readonly { path: string; text: string }[]) =>
  tooLarge(folderKnots(importArrows(sources), 'host/base'), mostFolders);

describe('the finder of knots (CODE-32)', () => {
  it('names the folders of a knot of four, and its imports', () => {
    expect(knotsOf(ring('a', 'b', 'c', 'd'))).toEqual([
      [
        'a, b, c, d',
        '  host/base/a/part.ts → host/base/b/part.ts',
        '  host/base/b/part.ts → host/base/c/part.ts',
        '  host/base/c/part.ts → host/base/d/part.ts',
        '  host/base/d/part.ts → host/base/a/part.ts',
      ].join('\n'),
    ]);
  });

  it('lets a knot of three be', () => {
    expect(knotsOf(ring('a', 'b', 'c'))).toEqual([]);
  });

  it('sees loose files as a folder of their own, and none outside of the root', () => {
    const loose = { path: 'host/base/loose.ts', text: "export * from './b/part.ts';" };
    const back = { path: 'host/base/c/back.ts', text: "export const late = () => import('../loose.ts');" };
    expect(knotsOf([...ring('a', 'b', 'c'), loose, back])).toEqual([expect.stringMatching(/^\., a, b, c\n/)]);
    const outside = { path: 'host/other/part.ts', text: "import '../base/a/part.ts';" };
    const there = { path: 'host/base/a/there.ts', text: "import '../../other/part.ts';" };
    expect(knotsOf([...ring('a', 'b', 'c'), outside, there])).toEqual([]);
  });

  it.each([
    "import { b } from './b.ts';",
    "import type { B } from './b.ts';",
    "export * from './b.ts';",
    "export type { B } from './b.ts';",
    "export const late = () => import('./b.ts');",
    "export type B = import('./b.ts').B;",
    "import { b } from '#model/b.ts';",
  ])('finds two files in a circle by %s', (text) => {
    const back = { path: 'src/model/b.ts', text: "import type { A } from './a.ts';" };
    expect(circlesIn(importArrows([{ path: 'src/model/a.ts', text }, back]))).toEqual([['src/model/a.ts', 'src/model/b.ts']]);
  });
});

describe('no more than three folders form a knot of imports, types included (CODE-32)', () => {
  it.each(['src/model', 'host/platform'])('%s', (folder) => {
    const arrows = importArrows(readCode(root, folder));
    expect(arrows.length).toBeGreaterThan(300);
    expect(tooLarge(folderKnots(arrows, folder), mostFolders)).toEqual([]);
  });

  it('no files of host/platform form a circle', () => {
    expect(circlesIn(importArrows(readCode(root, 'host/platform')))).toEqual([]);
  });
});
