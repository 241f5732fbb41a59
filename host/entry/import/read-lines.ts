import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';

/**
 * Lines of a file with the number of the first; `read` is how much of the file (0 to 1) was read for them.
 * `foreign` are the places of those that are not UTF-8: such a line has a character for each of its bytes
 * (latin1), so that nothing of it is lost.
 */
export type Lines = { first: number; lines: string[]; read: number; foreign?: ReadonlySet<number> };

/** Why a line that is not UTF-8 is not taken: another reading of it would be a guess (IMP-14). */
export const notUtf8 = 'bytes that are not UTF-8: save the file as UTF-8 (in Excel as CSV UTF-8) and import it again';

const chunkBytes = 256 * 1024;
/** No format's lines come near; a longer one is cut here and will not read as a contact. */
const longestLine = 16_384;
const newline = 0x0a;

/**
 * The lines of a text file, plain or gzip (known by its first bytes), in UTF-8, or in UTF-16 with a byte
 * order mark, in batches, without line ends and byte order mark.
 * @throws the file system's error, zlib's where a gzip file is damaged or cut short, or a decoder's where one
 * of UTF-16 is.
 */
export async function* readLines(file: string): AsyncGenerator<Lines> {
  const { size, packed } = await look(file);
  const source = createReadStream(file, { highWaterMark: chunkBytes });
  const unpacked = packed ? createGunzip({ chunkSize: chunkBytes }) : null;
  if (unpacked !== null) source.on('error', (error) => unpacked.destroy(error)).pipe(unpacked);
  // What the disk has brought is far ahead of what was unpacked, and of what anybody has taken.
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

/** The bytes of a text; of UTF-16, which its byte order mark tells, those that it has in UTF-8. */
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

/** The bytes in blocks of whole lines, without the end of the last one. */
async function* wholeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  let isCut = false;
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(newline);
    // Of a line that was cut the rest is left out.
    const begin = isCut ? chunk.indexOf(newline) : 0;
    if (end !== -1) yield Buffer.concat([rest, chunk.subarray(begin, end)]);
    else if (isCut) continue;
    rest = end === -1 ? Buffer.concat([rest, chunk]) : chunk.subarray(end + 1);
    isCut = rest.length > longestLine;
    if (isCut) rest = rest.subarray(0, characterBefore(rest, longestLine));
  }
  if (rest.length > 0) yield rest;
}

/** Where the character begins in which a byte of UTF-8 lies. */
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
