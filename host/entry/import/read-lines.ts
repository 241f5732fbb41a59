import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';

/** Lines of a file with the number of the first; `read` is how much of the file (0 to 1) was read for them. */
export type Lines = { first: number; lines: string[]; read: number };

const chunkBytes = 256 * 1024;
/** No format's lines come near; a longer one is cut here and will not read as a contact. */
const longestLine = 16_384;

/**
 * The lines of a text file, plain or gzip (told by its first bytes), in batches, without line ends and byte order mark.
 * @throws the file system's error, or zlib's where a gzip file is damaged or cut short.
 */
export async function* readLines(file: string): AsyncGenerator<Lines> {
  const { size, packed } = await look(file);
  const source = createReadStream(file, { highWaterMark: chunkBytes });
  const unpacked = packed ? createGunzip({ chunkSize: chunkBytes }) : null;
  if (unpacked !== null) source.on('error', (error) => unpacked.destroy(error)).pipe(unpacked);
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let first = 1;
  const share = () => (size === 0 ? 1 : Math.min(1, source.bytesRead / size));
  try {
    for await (const chunk of unpacked ?? source) {
      const text = rest + decoder.write(chunk as Buffer);
      const lines = text.split('\n');
      rest = (lines.pop() ?? '').slice(0, longestLine);
      if (lines.length === 0) continue;
      yield { first, lines: lines.map((line, i) => clean(line, first + i)), read: share() };
      first += lines.length;
    }
  } finally {
    source.destroy();
    unpacked?.destroy();
  }
  rest += decoder.end();
  if (rest !== '') yield { first, lines: [clean(rest, first)], read: 1 };
}

function clean(line: string, number: number): string {
  const whole = line.endsWith('\r') ? line.slice(0, -1) : line;
  return number === 1 && whole.startsWith('\uFEFF') ? whole.slice(1) : whole;
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
