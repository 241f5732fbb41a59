import type { FastifyPluginAsync } from 'fastify';
import { open } from 'node:fs/promises';
import { mapArchivePath } from '#model/layers/base-map.ts';
import { notFound } from '../../platform/api-error.ts';
import { byteRange } from './byte-range.ts';

/**
 * The archive of MAP_PMTILES, by ranges (LAY-7). The one file and no other is ever opened; one that is put in
 * its place is served from then on, under another tag.
 */
export function mapArchive(file: string): FastifyPluginAsync {
  return async (app) => {
    app.get(mapArchivePath, async (request, reply) => {
      const archive = await open(file).catch(() => {
        throw notFound('The archive of MAP_PMTILES is not there (any more)');
      });
      try {
        const { size, mtimeMs, ino } = await archive.stat();
        if (size === 0) throw notFound('The archive of MAP_PMTILES is empty');
        const tag = `"${[size, mtimeMs, ino].map((part) => Math.trunc(part).toString(36)).join('-')}"`;
        const { range: asked, 'if-range': ifRange, 'if-none-match': known } = request.headers;
        // What lies in ranges is never packed on the way: then they would be others.
        void reply.type('application/vnd.pmtiles').header('content-encoding', 'identity');
        void reply.header('accept-ranges', 'bytes').header('etag', tag).header('cache-control', 'no-cache');
        if (known === tag) {
          await archive.close();
          return await reply.code(304).send();
        }
        const range = byteRange(ifRange === undefined || ifRange === tag ? asked : undefined, size);
        if (range === undefined) {
          await archive.close();
          return await reply.code(416).header('content-range', `bytes */${size}`).send();
        }
        const { start, end, isPart } = range;
        if (isPart) void reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
        void reply.header('content-length', end - start + 1);
        return await reply.send(archive.createReadStream({ start, end }));
      } catch (error) {
        await archive.close();
        throw error;
      }
    });
  };
}
