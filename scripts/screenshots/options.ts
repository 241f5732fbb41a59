import { parseArgs } from 'node:util';

export const help = `npm run screenshots [-- SCENE…]
  takes the pictures of docs/screenshots
npm run screenshots -- --all [--into FOLDER] [SCENE…]
  takes every screen and dialog, always of the same data at the same moment
npm run screenshots -- --compare BEFORE AFTER [--into FOLDER]
  compares two such folders, and exits with 1 where a picture differs`;

/** What was asked for; no scenes are all scenes. */
export type ScreenshotsOrder =
  | { mode: 'docs'; scenes: readonly string[] }
  | { mode: 'all'; scenes: readonly string[]; into: string }
  | { mode: 'compare'; before: string; after: string; into: string };

/** The scenes of the two modes that take pictures. */
export type SceneNames = Record<'docs' | 'all', readonly string[]>;

/** @throws Error with what cannot be understood. */
export function readOrder(args: readonly string[], known: SceneNames): ScreenshotsOrder {
  const { values, positionals: words } = parseArgs({
    args: [...args],
    options: { all: { type: 'boolean' }, compare: { type: 'boolean' }, into: { type: 'string' } },
    allowPositionals: true,
  });
  const { all = false, compare = false, into } = values;
  if (into === '') throw new Error('--into takes a folder');
  if (all && compare) throw new Error('--all and --compare exclude each other');
  if (compare) {
    const [before, after, ...others] = words;
    if (before === undefined || after === undefined || others.length > 0)
      throw new Error(`--compare takes two folders, not ${words.length}`);
    return { mode: 'compare', before, after, into: into ?? 'test-results/compared-screenshots' };
  }
  if (!all && into !== undefined) throw new Error('--into goes with --all or --compare');
  const mode = all ? 'all' : 'docs';
  const unknown = words.filter((word) => !known[mode].includes(word));
  if (unknown.length > 0) throw new Error(`There is no scene ${unknown.join(', ')}; there are ${known[mode].join(', ')}`);
  return mode === 'docs' ? { mode, scenes: words } : { mode, scenes: words, into: into ?? 'test-results/screenshots' };
}

/** Returns those that were named, or all where none was. */
export function chosenScenes<Scene extends { name: string }>(scenes: readonly Scene[], named: readonly string[]): Scene[] {
  return scenes.filter(({ name }) => named.length === 0 || named.includes(name));
}
