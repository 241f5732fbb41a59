import { ReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { byteRange } from './byte-range.ts';

/** A file that is sent unmodified, complete or in ranges. `tag` identifies exactly these bytes. */
export type RangedFile = { handle: FileHandle; size: number; tag: string; type: string };

const nothing = Buffer.alloc(0);

/**
 * Returns the part of a file that the Range header selects, or an empty body if there is none to send (304,
 * 416). The file is closed when it has been sent or the caller disconnects.
 */
export async function rangedFile(
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  { handle, size, tag: name, type }: RangedFile,
): Promise<Readable | Buffer> {
  const tag = `"${name}"`;
  const { range: asked, 'if-range': ifRange, 'if-none-match': known } = headers;
  // Files served in ranges are never compressed: that would change the byte positions.
  void reply.type(type).header('content-encoding', 'identity');
  void reply.header('accept-ranges', 'bytes').header('etag', tag).header('cache-control', 'no-cache');
  if (known === tag) {
    await handle.close();
    void reply.code(304);
    return nothing;
  }
  const range = byteRange(ifRange === undefined || ifRange === tag ? asked : undefined, size);
  if (range === undefined) {
    await handle.close();
    void reply.code(416).header('content-range', `bytes */${size}`);
    return nothing;
  }
  const { start, end, isPart } = range;
  if (isPart) void reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  void reply.header('content-length', end - start + 1);
  return handle.createReadStream({ start, end });
}

/** A caller who takes no data for this long (ms) is disconnected. */
const stallMs = 60_000;
/** A caller who takes less than 64 KiB in this time (ms) is disconnected, as with FTPS. */
const paceMs = 300_000;

/** A file that the caller saves under a name. When `ended` aborts, the connection is cut. */
export type SavedFile = RangedFile & { name: string; sha256: string; ended: AbortSignal };

/** Like `rangedFile`, for a file that is saved under a name (RFC 6266). Also sends its hash (RFC 9530). */
export async function savedFile(
  request: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  { name, sha256, ended, ...file }: SavedFile,
): Promise<Readable | Buffer> {
  const { raw } = reply;
  raw.setTimeout(stallMs, () => raw.destroy());
  const breakOff = () => raw.destroy();
  ended.addEventListener('abort', breakOff, { once: true });
  if (ended.aborted) breakOff();
  void reply.header('content-disposition', `attachment; filename="${name}"`);
  void reply.header('repr-digest', `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`);
  const sent = await rangedFile(request, reply, file);
  if (sent instanceof ReadStream) keepPace(sent, breakOff);
  return sent;
}

/**
 * Calls `giveUp` if the caller is too slow. The file is read in chunks of 64 KiB only as the caller takes
 * them, so if no chunk was read since the last check, the caller is too slow.
 */
function keepPace(source: ReadStream, giveUp: () => void): void {
  let before = source.bytesRead;
  const looking = setInterval(() => {
    if (source.bytesRead === before) giveUp();
    before = source.bytesRead;
  }, paceMs);
  looking.unref();
  source.once('close', () => clearInterval(looking));
}
