import { open } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { DataFiles } from '../../domain/files/data-files.ts';
import { ApiError, notFound } from '../../platform/api-error.ts';
import { errorTypes } from '#model/contract/failure.ts';
import type { Database } from '../../platform/store/database.ts';
import { Turns } from '../../platform/turns.ts';
import type { Handlers } from './call-handlers.ts';
import { passPath } from './download-pass.ts';

/** Downloads that go on at the same time: of one person, and of all (FILE-8). */
const downloadsAtOnce = { perKey: 4, total: 100 };

const tooManyDownloads = () =>
  new ApiError(429, errorTypes.tooManyRequests, 'Other files are still being downloaded: try again when one has come', {
    retryAfter: 15,
  });

/** CALL-3: data files. */
export function dataFileCalls(files: DataFiles, database: Pick<Database, 'reads'>, log: Logger) {
  const downloads = new Turns(downloadsAtOnce);
  return {
    listDumpFiles: ({ system }) => files.list(system.mitasId),

    async createDumpFile({ system, caller, body, exchange }) {
      const who = { systemId: system.mitasId, userId: caller.userId };
      const { fileName: name, fileType, filters } = body;
      const fileEntryInfo = await database.reads.read(caller.userId, exchange.gone(), (read) =>
        files.create(read, who, { name, fileType, filters }),
      );
      log.info({ by: caller.userId, mitasId: system.mitasId, file: fileEntryInfo.name }, 'a data file was asked for');
      return { fileEntryInfo };
    },

    estimateDumpFile: ({ system, caller, body, exchange }) =>
      database.reads.read(caller.userId, exchange.gone(), (read) => files.estimate(read, system.mitasId, body)),

    async getDumpFile({ system, params }) {
      return { fileEntryInfo: await files.get(system.mitasId, params.id) };
    },

    async deleteDumpFile({ system, caller, params }) {
      const fileEntryInfo = await files.remove({ systemId: system.mitasId, userId: caller.userId }, params.id);
      log.info({ by: caller.userId, mitasId: system.mitasId, id: params.id }, 'a data file was deleted');
      return { fileEntryInfo };
    },

    async passDumpDownload({ system, caller, params, exchange }) {
      const who = { systemId: system.mitasId, userId: caller.userId };
      const { token, expires } = await files.pass(who, caller.sessionId, params.id);
      exchange.setDownloadPass(passPath(system.mitasId, params.id), token, expires);
      return { message: 'This browser may download the file for a minute' };
    },

    async downloadDumpFile({ system, caller, params, exchange }) {
      const file = await files.open(system.mitasId, params.id);
      const leave = downloads.tryTake(caller.userId);
      if (leave === null) throw tooManyDownloads();
      const gone = exchange.gone();
      gone.addEventListener('abort', leave);
      // Whoever has gone already is told of no more.
      if (gone.aborted) leave();
      const handle = await open(file.path).catch(() => {
        throw notFound('The file was deleted.');
      });
      const { size } = await handle.stat();
      return exchange.download({
        handle,
        size,
        tag: file.sha256,
        type: 'application/gzip',
        name: `${file.name}.gz`,
        sha256: file.sha256,
      });
    },
  } satisfies Partial<Handlers>;
}
