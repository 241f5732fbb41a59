import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { publicScreens, screenAt, sidebar } from '#model/navigation/routes.ts';
import { allScenes, masks, withoutScene } from '../../scripts/screenshots/all-scenes.ts';
import { compareFolders, differenceOf } from '../../scripts/screenshots/compare.ts';
import { chosenScenes, readOrder } from '../../scripts/screenshots/options.ts';

const known = { docs: ['home', 'map'], all: ['home', 'receivers-rename'] };

describe('the words after npm run screenshots', () => {
  test.each([
    [[], { mode: 'docs', scenes: [] }],
    [['map', 'home'], { mode: 'docs', scenes: ['map', 'home'] }],
    [['--all'], { mode: 'all', scenes: [], into: 'test-results/screenshots' }],
    [['--all', '--into', 'here', 'home'], { mode: 'all', scenes: ['home'], into: 'here' }],
    [['home', '--all'], { mode: 'all', scenes: ['home'], into: 'test-results/screenshots' }],
    [['--compare', 'a', 'b'], { mode: 'compare', before: 'a', after: 'b', into: 'test-results/compared-screenshots' }],
    [['--compare', 'a', 'b', '--into', 'c'], { mode: 'compare', before: 'a', after: 'b', into: 'c' }],
  ])('%j are understood', (args, order) => {
    expect(readOrder(args, known)).toEqual(order);
  });

  test.each([
    [['garden'], 'There is no scene garden; there are home, map'],
    [['--all', 'map'], 'There is no scene map; there are home, receivers-rename'],
    [['--every'], "Unknown option '--every'"],
    [['--all', '--compare', 'a', 'b'], '--all and --compare exclude each other'],
    [['--compare', 'a'], '--compare takes two folders, not 1'],
    [['--compare', 'a', 'b', 'c'], '--compare takes two folders, not 3'],
    [['--into', 'here'], '--into goes with --all or --compare'],
    [['--all', '--into'], 'argument missing'],
    [['--all', '--into', ''], '--into takes a folder'],
  ])('%j are refused', (args, why) => {
    expect(() => readOrder(args, known)).toThrow(why);
  });

  test('name some scenes, or mean all of them', () => {
    const scenes = [{ name: 'home' }, { name: 'map' }];
    expect(chosenScenes(scenes, ['map'])).toEqual([{ name: 'map' }]);
    expect(chosenScenes(scenes, [])).toEqual(scenes);
  });
});

/** A picture of one grey, with a square of that many pixels at its top left, white or of another grey. */
function pictureOf(width: number, height: number, square = 0, grey = 255): Buffer {
  const picture = new PNG({ width, height });
  picture.data.fill(120);
  for (let y = 0; y < square; y++)
    for (let x = 0; x < square; x++) picture.data.fill(grey, 4 * (y * width + x), 4 * (y * width + x) + 4);
  return PNG.sync.write(picture);
}

describe('comparing pictures', () => {
  test.each([
    ['the same', pictureOf(20, 10), pictureOf(20, 10), null],
    ['a square', pictureOf(20, 10), pictureOf(20, 10, 5), '25 pixels differ (12.50 %)'],
    [
      'a card whose background is almost that of the page',
      pictureOf(20, 10),
      pictureOf(20, 10, 5, 122),
      '25 pixels differ (12.50 %)',
    ],
    ['another height', pictureOf(20, 10), pictureOf(20, 12), '40 pixels differ (16.67 %), 20 × 10 became 20 × 12'],
  ])('of %s', (_, before, after, words) => {
    const difference = differenceOf(before, after);
    expect(difference?.words ?? null).toBe(words);
    if (difference !== null) expect(PNG.sync.read(difference.picture).width).toBe(20);
  });

  test('of two folders names what differs, and draws it', () => {
    const house = mkdtempSync(join(tmpdir(), 'compared-'));
    try {
      const [before, after, into] = ['before', 'after', 'into'].map((name) => join(house, name)) as [string, string, string];
      const pictures = {
        [before]: { 'a.png': pictureOf(8, 8), 'b.png': pictureOf(8, 8), 'gone.png': pictureOf(8, 8) },
        [after]: { 'a.png': pictureOf(8, 8), 'b.png': pictureOf(8, 8, 4), 'new.png': pictureOf(8, 8) },
      };
      for (const [folder, files] of Object.entries(pictures)) {
        mkdirSync(folder);
        for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
      }
      expect(compareFolders(before, after, into)).toEqual([
        'b.png: 16 pixels differ (25.00 %)',
        `gone.png: only in ${before}`,
        `new.png: only in ${after}`,
      ]);
      expect(readdirSync(into)).toEqual(['b.png']);
      expect(compareFolders(before, before, into)).toEqual([]);
      expect(readdirSync(into), 'what differs no more is gone').toEqual([]);
      expect(() => compareFolders(before, after, after)).toThrow('name another folder with --into');
      expect(() => compareFolders(before, join(house, 'nowhere'), into)).toThrow('There are no pictures in');
    } finally {
      rmSync(house, { recursive: true });
    }
  });
});

describe('the scenes of npm run screenshots -- --all', () => {
  const views = join(import.meta.dirname, '../../src/views');
  const drawsDialog = /<(DialogFrame|FormDialog|ConfirmDialog|RowPopover|Dialog|Popover)\b/;
  const dialogs = globSync('**/*.tsx', { cwd: views }).filter((file) =>
    drawsDialog.test(readFileSync(join(views, file), 'utf8')),
  );
  const screens = [...sidebar.flatMap((item) => item.screens), ...publicScreens].map(({ path }) => path);
  const shown = new Set<string | undefined>(
    allScenes.flatMap(({ path, dialog }) => {
      const [place = ''] = path.split('?');
      return [place.startsWith('/') ? place : screenAt(place)?.path, dialog];
    }),
  );

  test.each([...screens, ...dialogs])('%s has one, or a reason for none', (each) => {
    expect(shown.has(each), `${each} needs a line in scripts/screenshots/all-scenes.ts`).not.toBe(each in withoutScene);
  });

  test('are of what there is, and have names of their own', () => {
    const names = allScenes.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const named = [...allScenes.flatMap(({ dialog }) => dialog ?? []), ...Object.keys(withoutScene)];
    expect(named.filter((each) => !screens.includes(each) && !dialogs.includes(each))).toEqual([]);
    for (const reason of [...Object.values(withoutScene), ...Object.values(masks)]) expect(reason).not.toBe('');
  });
});
