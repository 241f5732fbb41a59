import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** How two pictures differ, in words, and what shows where. */
type Difference = { words: string; picture: Buffer };

/** Returns how two PNG files differ; null if no pixel does, apart from anti-aliasing. */
export function differenceOf(before: Buffer, after: Buffer): Difference | null {
  if (before.equals(after)) return null;
  const [one, other] = [PNG.sync.read(before), PNG.sync.read(after)];
  const [width, height] = [Math.max(one.width, other.width), Math.max(one.height, other.height)];
  const picture = new PNG({ width, height });
  // The usual threshold, 0.1, takes a card's background for the page's.
  const pixels = pixelmatch(onCanvas(one, width, height), onCanvas(other, width, height), picture.data, width, height, {
    threshold: 0,
  });
  const isSameSize = one.width === other.width && one.height === other.height;
  if (pixels === 0 && isSameSize) return null;
  const share = ((100 * pixels) / (width * height)).toFixed(2);
  const size = isSameSize ? '' : `, ${one.width} × ${one.height} became ${other.width} × ${other.height}`;
  return { words: `${pixels} pixels differ (${share} %)${size}`, picture: PNG.sync.write(picture) };
}

/** Returns the pixels of a picture at the top left of a canvas, whose rest is transparent. */
function onCanvas(picture: PNG, width: number, height: number): Buffer {
  const canvas = new PNG({ width, height });
  PNG.bitblt(picture, canvas, 0, 0, picture.width, picture.height, 0, 0);
  return canvas.data;
}

/**
 * Compares the PNG files of two folders by their names. Replaces the pictures of a third folder by one of
 * each difference, and returns a line for each picture that differs or is only in one folder.
 * @throws Error if a folder has no pictures, or is the third one.
 */
export function compareFolders(before: string, after: string, into: string): string[] {
  const [olds, news] = [picturesIn(before), picturesIn(after)];
  if ([before, after].some((folder) => resolve(folder) === resolve(into)))
    throw new Error(`Pictures of differences would replace those in ${into}: name another folder with --into`);
  mkdirSync(into, { recursive: true });
  removePictures(into);
  return [...new Set([...olds, ...news])].toSorted().flatMap((name) => {
    if (!news.includes(name)) return [`${name}: only in ${before}`];
    if (!olds.includes(name)) return [`${name}: only in ${after}`];
    const difference = differenceOf(readFileSync(join(before, name)), readFileSync(join(after, name)));
    if (difference === null) return [];
    writeFileSync(join(into, name), difference.picture);
    return [`${name}: ${difference.words}`];
  });
}

/** Removes the PNG files of a folder, and nothing else. */
export function removePictures(folder: string): void {
  for (const name of pngFiles(folder)) rmSync(join(folder, name));
}

const pngFiles = (folder: string) => (existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.png')) : []);

function picturesIn(folder: string): string[] {
  const names = pngFiles(folder);
  if (names.length === 0) throw new Error(`There are no pictures in ${folder}`);
  return names;
}
