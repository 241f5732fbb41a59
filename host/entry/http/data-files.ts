import type { Logger } from 'pino';
import type { DataFiles } from '../../domain/files/data-files.ts';
import { ApiError, notFound } from '../../platform/api-error.ts';
import { errorTypes } from '#model/contract/failure.ts';
import { openPlainFile } from '../../platform/plain-file.ts';
import type { Bus, BusEvent } from '../../platform/bus/bus.ts';
import type { Database } from '../../platform/store/database.ts';
import { Turns } from '../../platform/turns.ts';
import type { Handlers } from './call-handlers.ts';
import type { Caller } from '../../domain/accounts/authority.ts';
import { passPath } from './download-pass.ts';

/**
 * The most downloads at once: per person and in total. `downloadsOfSystem` limits them per system (FILE-8).
 */
const downloadsAtOnce = { perKey: 4, total: 100 };
const downloadsOfSystem = { perKey: 50, total: 100 };

const tooManyDownloads = () =>
  new ApiError(429, errorTypes.tooManyRequests, 'Other files are still being downloaded: try again when one has come', {
    retryAfter: 15,
  });

/** Returns whether an event ends the caller's access to a system, or may end it. */
function isEndOf(event: BusEvent, { userId, sessionId, accessKey }: Caller, mitasId: string): boolean {
  if (event.kind === 'accessKeyRevoked') return event.keyId === accessKey?.id;
  if (event.kind === 'sessionEnded') return event.sessionId === sessionId;
  return event.kind === 'membershipChanged' && event.userId === userId && event.mitasId === mitasId;
}

/** Returns the handlers for data files (CALL-3). */
export function dataFileCalls(files: DataFiles, database: Pick<Database, 'reads'>, bus: Pick<Bus, 'subscribe'>, log: Logger) {
  const downloads = new Turns(downloadsAtOnce);
  const ofSystems = new Turns<string>(downloadsOfSystem);
  return {
    listDumpFiles: ({ system }) => files.list(system.mitasId),

    async createDumpFile({ system, caller, body, exchange }) {
      const who = { systemId: system.mitasId, userId: caller.userId };
      const { fileName: name, fileType, filters, columns } = body;
      const fileEntryInfo = await database.reads.read(caller.userId, exchange.gone(), (read) =>
        files.create(read, who, { name, fileType, filters, columns }),
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
      const leaveSystem = leave && ofSystems.tryTake(system.mitasId);
      if (leaveSystem === null) {
        leave?.();
        throw tooManyDownloads();
      }
      const ended = new AbortController();
      const unsubscribe = bus.subscribe((event) => isEndOf(event, caller, system.mitasId) && ended.abort());
      const gone = exchange.gone();
      const end = () => [leave, leaveSystem, unsubscribe].forEach((each) => each?.());
      gone.addEventListener('abort', end);
      // The client may have disconnected before the listener was added.
      if (gone.aborted) end();
      const handle = await openPlainFile(file.path);
      if (handle === null) throw notFound(`${file.name} was deleted.`);
      const { size } = await handle.stat();
      return exchange.download({
        handle,
        size,
        tag: file.sha256,
        type: 'application/gzip',
        name: `${file.name}.gz`,
        sha256: file.sha256,
        ended: ended.signal,
      });
    },
  } satisfies Partial<Handlers>;
}
