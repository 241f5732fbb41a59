import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';

/**
 * Lines of a file, with the number of the first line. `read` is the share of the file (0 to 1) read so far.
 * `foreign` has the indexes of lines that are not UTF-8: in these, each character stands for one byte
 * (latin1), so that nothing is lost.
 */
export type Lines = { first: number; lines: string[]; read: number; foreign?: ReadonlySet<number> };

/** The reason for refusing a line that is not UTF-8: any other reading would be a guess (IMP-14). */
export const notUtf8 = 'bytes that are not UTF-8: save the file as UTF-8 (in Excel as CSV UTF-8) and import it again';

const chunkBytes = 256 * 1024;
/**
 * The longest line in bytes, far above those of all formats. A longer line is cut here and cannot be read as
 * a contact.
 */
const longestLine = 16_384;
const newline = 0x0a;

/**
 * Yields the lines of a text file in batches, without line ends and byte order mark. The file may be plain or
 * gzip (known by its first bytes), in UTF-8, or in UTF-16 with a byte order mark.
 * @throws the error of the file system, of zlib for a damaged or incomplete gzip file, or of the decoder for
 * damaged UTF-16.
 */
export async function* readLines(file: string): AsyncGenerator<Lines> {
  const { size, packed } = await look(file);
  const source = createReadStream(file, { highWaterMark: chunkBytes });
  const unpacked = packed ? createGunzip({ chunkSize: chunkBytes }) : null;
  if (unpacked !== null) source.on('error', (error) => unpacked.destroy(error)).pipe(unpacked);
  // Count the bytes here, because the stream reads the disk far ahead of what is unpacked and used.
  let taken = 0;
  const share = () => (size === 0 ? 1 : Math.min(1, (unpacked?.bytesWritten ?? taken) / size));
  const counted = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      taken += chunk.length;
      yield chunk;
    }
  };
  let first = 1;
  try {
    for await (const block of wholeLines(asUtf8(counted(unpacked ?? source)))) {
      const part = linesIn(block, first);
      yield { first, ...part, read: share() };
      first += part.lines.length;
    }
  } finally {
    source.destroy();
    unpacked?.destroy();
  }
}

/**
 * Converts UTF-16 to UTF-8 if the text begins with the byte order mark of UTF-16. Passes other bytes on
 * unchanged.
 */
async function* asUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | null | undefined;
  for await (const chunk of chunks) {
    if (decoder === undefined) decoder = wideDecoder(chunk);
    yield decoder === null ? chunk : Buffer.from(decoder.decode(chunk, { stream: true }));
  }
  if (decoder) yield Buffer.from(decoder.decode());
}

function wideDecoder([one, other]: Buffer): TextDecoder | null {
  if (one === 0xff && other === 0xfe) return new TextDecoder('utf-16le', { fatal: true });
  return one === 0xfe && other === 0xff ? new TextDecoder('utf-16be', { fatal: true }) : null;
}

/**
 * Yields the bytes in blocks of lines, each block without its final newline. A line longer than `longestLine`
 * is cut and its rest skipped.
 */
async function* wholeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  let isCut = false;
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(newline);
    // Skip the rest of a line that was cut.
    const begin = isCut ? chunk.indexOf(newline) : 0;
    if (end !== -1) yield Buffer.concat([rest, chunk.subarray(begin, end)]);
    else if (isCut) continue;
    rest = end === -1 ? Buffer.concat([rest, chunk]) : chunk.subarray(end + 1);
    isCut = rest.length > longestLine;
    if (isCut) rest = rest.subarray(0, characterBefore(rest, longestLine));
  }
  if (rest.length > 0) yield rest;
}

/** Returns where the UTF-8 character begins that contains the byte at `at`. */
function characterBefore(bytes: Buffer, at: number): number {
  let begin = at;
  while (begin > 0 && ((bytes[begin] as number) & 0xc0) === 0x80) begin -= 1;
  return begin;
}

function linesIn(block: Buffer, first: number): Pick<Lines, 'lines' | 'foreign'> {
  if (isUtf8(block)) return { lines: split(block.toString('utf8'), first) };
  const foreign = new Set<number>();
  const lines = split(block.toString('latin1'), first).map((line, place) => {
    const bytes = Buffer.from(line, 'latin1');
    if (isUtf8(bytes)) return withoutMark(bytes.toString('utf8'), first + place);
    foreign.add(place);
    return line;
  });
  return { lines, foreign };
}

function split(text: string, first: number): string[] {
  return text.split('\n').map((line, place) => withoutMark(line.endsWith('\r') ? line.slice(0, -1) : line, first + place));
}

function withoutMark(line: string, number: number): string {
  return number === 1 && line.startsWith('\uFEFF') ? line.slice(1) : line;
}

async function look(file: string): Promise<{ size: number; packed: boolean }> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return { size, packed: bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b };
  } finally {
    await handle.close();
  }
}
