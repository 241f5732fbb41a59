import { ReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { byteRange } from './byte-range.ts';

/** A file that goes out as it is, whole or in ranges; `tag` names exactly these bytes. */
export type RangedFile = { handle: FileHandle; size: number; tag: string; type: string };

const nothing = Buffer.alloc(0);

/**
 * The part of a file that the caller asks for by Range, or nothing where there is none to send (304, 416).
 * The file is closed when it has been sent, or the caller has gone.
 */
export async function rangedFile(
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  { handle, size, tag: name, type }: RangedFile,
): Promise<Readable | Buffer> {
  const tag = `"${name}"`;
  const { range: asked, 'if-range': ifRange, 'if-none-match': known } = headers;
  // What lies in ranges is never packed on the way: then they would be others.
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

/** Somebody who takes nothing for so long has gone, or never reads (ms). */
const stallMs = 60_000;
/** Who takes less than 64 KiB in that time (ms) is given up, as by FTPS. */
const paceMs = 300_000;

/** A file that the caller saves under a name; when `ended` is aborted, what is being sent breaks off. */
export type SavedFile = RangedFile & { name: string; sha256: string; ended: AbortSignal };

/** The same for a file that the caller saves under a name (RFC 6266), with its hash (RFC 9530). */
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

/** A file is read by 64 KiB, each when there is room for it: a slow taker shows by none that comes. */
function keepPace(source: ReadStream, giveUp: () => void): void {
  let before = source.bytesRead;
  const looking = setInterval(() => {
    if (source.bytesRead === before) giveUp();
    before = source.bytesRead;
  }, paceMs);
  looking.unref();
  source.once('close', () => clearInterval(looking));
}
