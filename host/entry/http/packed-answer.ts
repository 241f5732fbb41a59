import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Sets the answer's ETag from the hash. Returns true if the caller already has that answer; then sets the
 * status 304.
 */
export function isKnownAnswer({ headers }: FastifyRequest, reply: FastifyReply, hash: string): boolean {
  const tag = `W/"${hash}"`;
  void reply.header('etag', tag).header('cache-control', 'private, no-cache').header('vary', 'accept-encoding');
  const known = headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^(W\/)?/, 'W/')) ?? [];
  if (!known.includes(tag)) return false;
  void reply.code(304);
  return true;
}

/** Sends stored gzip data as it is, or unpacked if the caller does not accept gzip. */
export function packedAnswer({ headers }: FastifyRequest, reply: FastifyReply, type: string, packed: Buffer): Buffer | Readable {
  void reply.type(type);
  const accepted = headers['accept-encoding'];
  const takesPacked = typeof accepted === 'string' && /(^|[\s,])gzip\s*(,|$|;\s*q=(1|0\.\d*[1-9]))/i.test(accepted);
  if (!takesPacked) {
    // Prevents any other compression.
    void reply.header('content-encoding', 'identity');
    return Readable.from([packed]).pipe(createGunzip());
  }
  void reply.header('content-encoding', 'gzip');
  return packed;
}
