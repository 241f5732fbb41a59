import { Mistake } from '../../platform/mistake.ts';
import { errorText } from '../../platform/store/error-text.ts';
import { formatOf, importFormats } from './formats.ts';
import type { ImportFormat } from './import-format.ts';
import { readLines } from './read-lines.ts';
import { isRejectedHeader, withoutReason } from './rejected-file.ts';

/**
 * A file that is there and whose format is known; `mended` when it holds rows that an earlier import
 * rejected, with their reasons.
 */
export type FoundFile = { file: string; format: ImportFormat; mended: boolean };

/**
 * Looks whether a file can be read and what it is.
 * @throws Mistake in one line when it is not there or no format knows it.
 */
export async function findFile(file: string): Promise<FoundFile> {
  let first: string | undefined;
  try {
    for await (const { lines } of readLines(file)) {
      first = lines.find((line) => line.trim() !== '');
      if (first !== undefined) break;
    }
  } catch (error) {
    throw new Mistake(`${file} cannot be read: ${errorText(error)}`);
  }
  if (first === undefined) throw new Mistake(`${file} is empty.`);
  const mended = isRejectedHeader(first);
  const format = formatOf(mended ? withoutReason(first) : first);
  if (format !== null) return { file, format, mended };
  const known = importFormats.map(({ name, sample }) => `${name} (${sample})`).join('; ');
  throw new Mistake(`${file} is of no known format: it begins with '${first.slice(0, 60)}'. Known are: ${known}.`);
}

/** A line of a file without the reason that an earlier import wrote before it. */
export function rowIn({ mended }: FoundFile, line: string): string {
  return mended ? withoutReason(line) : line;
}
