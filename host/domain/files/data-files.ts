import { findJob } from '../../platform/jobs/job-records.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import {
  type DumpExtra,
  dumpExtras,
  type DumpFile,
  type DumpFileType,
  type DumpFilters,
  type DumpQuota,
} from '#model/entities/dump-file.ts';
import { dumpFileName, hasPlainName } from '#model/files/dump-files.ts';
import { ApiError, conflict, inTheWay, invalidRequest, notFound } from '../../platform/api-error.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { type Database, type Db, inTransaction } from '../../platform/store/database.ts';
import {
  addFile,
  addPass,
  estimateRows,
  filesOf,
  findFile,
  hasFileNamed,
  lockFiles,
  noteFile,
  quotaOf,
  removeFile,
  settleFile,
  type StoredFile,
  writtenReceivers,
} from '../../platform/store/files/data-files.ts';
import { randomSecret, secretHash } from '../accounts/index.ts';
import { type FileFolder, newPlace } from './file-folder.ts';
import { estimatedBytes, mostFiles, mostInMaking, roomFault } from './file-room.ts';
import { dataFileJob, announceFiles } from './make-file.ts';

export type DataFilesParts = {
  database: Pick<Database, 'db'>;
  jobs: Pick<Jobs, 'enqueue' | 'cancel'>;
  bus: Pick<Bus, 'publish'>;
  folder: FileFolder;
};

/** The name, type and content of a requested file. */
export type WantedFile = { name: string; fileType: DumpFileType; filters: DumpFilters; columns: readonly DumpExtra[] };
type Who = { systemId: string; userId: number };

/** How long a pass lets a browser download (ms). */
const passMs = 60_000;

/** A time (ms) after which no partition has contacts. */
const never = Date.UTC(2200, 0);

/** Creates, lists, deletes and serves the data files of systems (FILE-6 to FILE-9). */
export function dataFiles({ database, jobs, bus, folder }: DataFilesParts) {
  const entryOf = async (file: StoredFile): Promise<DumpFile> => {
    const isThere = file.completed === 1 && file.deleted_at === null && (await folder.has(file.place, file.bytes));
    return {
      id: file.id,
      name: file.name,
      size: file.bytes,
      date: file.created_at.getTime(),
      deletedTime: file.deleted_at?.getTime() ?? null,
      createdBy: file.maker_name,
      deletedBy: file.deleted_at === null ? null : file.remover_name,
      available: isThere,
      completed: file.completed,
      fileType: file.file_type,
      columns: file.columns,
      filters: { dateRange: [file.from_ms, file.to_ms], rxIds: file.rx_ids },
      progress: file.completed === null ? file.progress : null,
      rows: file.rows,
      sha256: file.sha256,
      error: file.error,
    };
  };

  /** Marks a file as failed if its job ended without a result: it was killed or cancelled. */
  const settled = async (file: StoredFile): Promise<StoredFile> => {
    if (file.completed !== null || file.deleted_at !== null || file.job_id === null) return file;
    const job = await findJob(database, { mitasId: file.system_id }, file.job_id);
    if (job?.isOver !== true && job !== undefined) return file;
    const error = job?.isFailed === true ? 'The host stopped each time it was making the file.' : 'It was cancelled.';
    if (await settleFile(database, file.id, { completed: 0, error })) announceFiles(bus, file.system_id);
    return (await findFile(database, file.system_id, file.id)) ?? file;
  };

  const found = async (systemId: string, id: number): Promise<StoredFile> => {
    const file = await findFile(database, systemId, id);
    if (file === undefined) throw noSuchFile();
    return settled(file);
  };

  /** Returns a file that can be downloaded from this host. @throws ApiError 404 saying why there is none. */
  const readyHere = async (systemId: string, id: number) => {
    const file = await found(systemId, id);
    const { completed, sha256, name } = file;
    // The message names who deleted it (FILE-16).
    if (file.deleted_at !== null) throw notFound(`${name} was deleted by ${file.remover_name}.`);
    if (completed !== 1 || sha256 === null) throw notFound('The file is not ready.');
    if (!(await folder.has(file.place, file.bytes)))
      throw notFound('The file is not on this host. It is on the host that made it, or was not restored with the database.');
    return { ...file, sha256 };
  };

  const estimate = async (db: Db, systemId: string, wanted: Omit<WantedFile, 'name'>) => {
    const { fileType, filters, columns } = wanted;
    if (fileType === 'OrionTool' && columns.length > 0)
      throw invalidRequest("OrionTool's columns are fixed: only a CSV can have others.", 'columns');
    const { dateRange, rxIds: chosen } = filters;
    const receivers = await writtenReceivers(db, systemId, chosen);
    const unknown = chosen?.find((rxId) => !receivers.has(rxId));
    if (unknown !== undefined) throw invalidRequest(`There is no receiver ${unknown} in this system.`, 'filters.rxIds');
    const [from, to] = [Math.min(dateRange[0], never), Math.min(dateRange[1], never)];
    const rows = await estimateRows(db, systemId, { from, to, rxIds: [...receivers.keys()] });
    return { rows, bytes: estimatedBytes(fileType, rows, columns), from, to };
  };

  return {
    async list(systemId: string): Promise<{ fileList: DumpFile[]; quota: DumpQuota }> {
      const fileList: DumpFile[] = [];
      for (const file of await filesOf(database, systemId)) fileList.push(await entryOf(await settled(file)));
      const { usedBytes, limitBytes } = await quotaOf(database, systemId);
      return { fileList, quota: { usedBytes, limitBytes } };
    },

    get: async (systemId: string, id: number): Promise<DumpFile> => entryOf(await found(systemId, id)),

    /** Estimates a file. `read` is the lane of the query, whose cost grows with the amount of stored data. */
    async estimate(read: Db, systemId: string, wanted: Omit<WantedFile, 'name'>) {
      const { rows, bytes } = await estimate(read, systemId, wanted);
      const { usedBytes, limitBytes } = await quotaOf(database, systemId);
      return { rows, bytes, quota: { usedBytes, limitBytes } };
    },

    /**
     * Requests a file. Reserves its estimated size first, so that two concurrent requests cannot both get the
     * last room.
     * @throws ApiError 409 if the name is taken or there is no room; 503 if too many files wait.
     */
    async create(read: Db, { systemId, userId }: Who, wanted: WantedFile): Promise<DumpFile> {
      const { fileType, filters, columns } = wanted;
      const name = fullName(wanted.name, fileType);
      const { rows, bytes, from, to } = await estimate(read, systemId, wanted);
      // Frees what failed files had reserved.
      for (const file of await filesOf(database, systemId)) await settled(file);
      const id = await inTransaction(database, async (within) => {
        await lockFiles(within, systemId);
        if (await hasFileNamed(within, systemId, name))
          throw conflict(`A file '${name}' already exists. Choose another name, or delete that file.`, 'fileName');
        const quota = await quotaOf(within, systemId);
        if (quota.making >= mostInMaking)
          throw inTheWay(`${mostInMaking} files are already being made. Wait until one is ready, or delete one.`);
        if (quota.files >= mostFiles) throw inTheWay(`There are ${mostFiles} files already: delete some.`);
        const fault = roomFault(quota, bytes);
        if (fault !== null) throw inTheWay(fault);
        const made = await addFile(within, {
          system_id: systemId,
          name,
          file_type: fileType,
          columns: dumpExtras.filter((extra) => columns.includes(extra)),
          from_ms: from,
          to_ms: to,
          rx_ids: filters.rxIds,
          place: newPlace(systemId),
          created_by: userId,
          expected_rows: rows,
          reserved_bytes: bytes,
        });
        const [jobId] = await jobs.enqueue(dataFileJob, [{ systemId, fileId: made }], within);
        await noteFile(within, made, { job_id: jobId ?? null });
        return made;
      });
      announceFiles(bus, systemId);
      return entryOf(await found(systemId, id));
    },

    /**
     * Deletes a file and frees its bytes at once. Returns the entry that remains, or nothing for a file that
     * had failed.
     */
    async remove({ systemId, userId }: Who, id: number): Promise<DumpFile | undefined> {
      await found(systemId, id);
      const gone = await inTransaction(database, async (within) => {
        await lockFiles(within, systemId);
        const file = await findFile(within, systemId, id);
        if (file === undefined) throw noSuchFile();
        if (file.deleted_at !== null) return file;
        if (file.completed === 0) await removeFile(within, id);
        else {
          const isMade = file.completed === null;
          const ended = isMade ? { completed: 0 as const, error: 'It was deleted while it was being made.' } : {};
          await noteFile(within, id, { deleted_at: new Date(), deleted_by: userId, ...ended });
        }
        return file;
      });
      if (gone.deleted_at === null && gone.completed === null && gone.job_id !== null) await cancel(gone.job_id);
      await folder.remove(gone.place);
      announceFiles(bus, systemId);
      const left = await findFile(database, systemId, id);
      return left && entryOf(left);
    },

    /** Returns the path of a ready file. @throws ApiError 404 if it is not ready or not on this host. */
    async open(systemId: string, id: number): Promise<{ path: string; name: string; sha256: string }> {
      const { place, name, sha256 } = await readyHere(systemId, id);
      return { path: folder.pathOf(place), name, sha256 };
    },

    /** Creates a session's pass for a file; returns it and its expiry. @throws ApiError 404 like `open`. */
    async pass({ systemId, userId }: Who, sessionId: string, id: number): Promise<{ token: string; expires: Date }> {
      await readyHere(systemId, id);
      const [token, expires] = [randomSecret(), new Date(Date.now() + passMs)];
      const pass = { token_hash: secretHash(token), file_id: id, user_id: userId, session_id: sessionId, expires_at: expires };
      await addPass(database, pass);
      return { token, expires };
    },
  };

  async function cancel(jobId: string): Promise<void> {
    await jobs.cancel(dataFileJob, jobId).catch((error: unknown) => {
      // The job has just ended.
      if (!(error instanceof ApiError)) throw error;
    });
  }
}

export type DataFiles = ReturnType<typeof dataFiles>;

/** The error for an unknown file. It may have failed and been deleted: such a file leaves no entry. */
const noSuchFile = () => notFound('There is no such file. It may have been deleted.');

/** Returns the name with its extension. @throws ApiError 400 for one without a letter or digit. */
function fullName(name: string, type: DumpFileType): string {
  if (!hasPlainName(name, type)) throw invalidRequest('A name needs at least one letter or digit.', 'fileName');
  return dumpFileName(name, type);
}
