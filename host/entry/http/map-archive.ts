import type { FastifyPluginAsync } from 'fastify';
import { open } from 'node:fs/promises';
import { mapArchivePath } from '#model/entities/base-map.ts';
import { notFound } from '../../platform/api-error.ts';
import { rangedFile } from './ranged-file.ts';

/**
 * Serves the archive of MAP_PMTILES in ranges (LAY-7), and no other file. If the file is replaced, the new
 * one is served with a new tag.
 */
export function mapArchive(file: string): FastifyPluginAsync {
  return async (app) => {
    app.get(mapArchivePath, async (request, reply) => {
      const handle = await open(file).catch(() => {
        throw notFound('The archive of MAP_PMTILES is not there');
      });
      try {
        const { size, mtimeMs, ino } = await handle.stat();
        if (size === 0) throw notFound('The archive of MAP_PMTILES is empty');
        const tag = [size, mtimeMs, ino].map((part) => Math.trunc(part).toString(36)).join('-');
        return await reply.send(await rangedFile(request, reply, { handle, size, tag, type: 'application/vnd.pmtiles' }));
      } catch (error) {
        await handle.close();
        throw error;
      }
    });
  };
}
