import { Mistake } from '../../platform/mistake.ts';
import { errorText } from '../../platform/store/error-text.ts';
import { formatOf, importFormats } from './formats.ts';
import type { ImportFormat } from './import-format.ts';
import { notUtf8, readLines } from './read-lines.ts';
import { isRejectedHeader, withoutReason } from './rejected-file.ts';

/**
 * A readable file of a known format. `mended` is true for a file of rejected rows from an earlier import,
 * which also has their line numbers and reasons.
 */
export type FoundFile = { file: string; format: ImportFormat; mended: boolean };

/**
 * Checks that a file can be read, and finds its format.
 * @throws Mistake of one line if the file is missing, empty or of no known format, or if its first line is
 * not UTF-8.
 */
export async function findFile(file: string): Promise<FoundFile> {
  let first: string | undefined;
  let foreignLine: number | undefined;
  try {
    for await (const part of readLines(file)) {
      const place = part.lines.findIndex((line) => line.trim() !== '');
      if (place === -1) continue;
      first = part.lines[place];
      if (part.foreign?.has(place) === true) foreignLine = part.first + place;
      break;
    }
  } catch (error) {
    throw new Mistake(`${file} cannot be read: ${errorText(error)}`);
  }
  if (first === undefined) throw new Mistake(`${file} is empty.`);
  if (foreignLine !== undefined) throw new Mistake(`${file}, line ${foreignLine}: ${notUtf8}`);
  const mended = isRejectedHeader(first);
  const format = formatOf(mended ? withoutReason(first) : first);
  if (format !== null) return { file, format, mended };
  const known = importFormats.map(({ name, sample }) => `${name} (${sample})`).join('; ');
  throw new Mistake(`${file} has an unknown format. It begins with '${first.slice(0, 60)}'. Known formats: ${known}.`);
}

/**
 * Returns a row as it was in the original file: without the line number and reason that an earlier import
 * wrote before it.
 */
export function rowIn({ mended }: FoundFile, line: string): string {
  return mended ? withoutReason(line) : line;
}
