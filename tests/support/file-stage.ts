import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DumpExtra, DumpFileType } from '#model/entities/dump-file.ts';
import { type FileFolder, fileFolder, newPlace } from '../../host/domain/files/file-folder.ts';
import { makeFile } from '../../host/domain/files/make-file.ts';
import type { JobTry } from '../../host/platform/jobs/job-kind.ts';
import type { Database } from '../../host/platform/store/database.ts';
import { addFile, findFile, type StoredFile } from '../../host/platform/store/files/data-files.ts';
import { planted } from './planted.ts';
import { addSystem } from './test-host.ts';

/** What a file should contain; by default of all receivers. */
type Wanted = { from: number; to: number; rxIds?: number[]; fileType?: DumpFileType; columns?: DumpExtra[] };

/** Makes data files in its own folder, without a job runner. */
export type FileStage = {
  root: string;
  /** Makes a system with receivers of these names; returns their ids. */
  addSystem(id: string, names: readonly string[], timezone: string): Promise<number[]>;
  /** Adds the row of a file to make. */
  ask(systemId: string, wanted: Wanted): Promise<number>;
  /** Makes that file like one try of a job. */
  try(systemId: string, id: number, attempt?: Partial<JobTry>, folder?: FileFolder): Promise<void>;
  find(systemId: string, id: number): Promise<StoredFile | undefined>;
  /** Requests a file and makes it. */
  make(systemId: string, wanted: Wanted): Promise<StoredFile & { path: string; size: number | null }>;
  write(file: string, text: string): Promise<void>;
  close(): Promise<void>;
};

export async function fileStage(database: Database): Promise<FileStage> {
  const root = await mkdtemp(path.join(tmpdir(), 'file-stage-'));
  const folder = fileFolder(root);
  let asked = 0;
  const stage: FileStage = {
    root,
    async addSystem(id, names, timezone) {
      await addSystem({ database }, id, [], { timezone });
      const rows = await planted(database)
        .insertInto('receivers')
        .values(names.map((alias) => ({ system_id: id, alias })))
        .returning('id')
        .execute();
      return rows.map((row) => row.id);
    },
    ask: (systemId, { from, to, rxIds = null, fileType = 'CSV', columns = [] }) =>
      addFile(database, {
        system_id: systemId,
        name: `file ${++asked}`,
        file_type: fileType,
        columns,
        from_ms: from,
        to_ms: to,
        rx_ids: rxIds,
        place: newPlace(systemId),
        expected_rows: 1,
        reserved_bytes: 10_000,
      }),
    try(systemId, fileId, attempt = {}, on = folder) {
      const { signal } = new AbortController();
      const whole = { number: 1, signal, progress: () => undefined, hold: () => Promise.resolve(), ...attempt };
      return makeFile({ database, folder: on, bus: { publish: () => undefined } }, { systemId, fileId }, whole);
    },
    find: (systemId, id) => findFile(database, systemId, id),
    async make(systemId, wanted) {
      const id = await stage.ask(systemId, wanted);
      await stage.try(systemId, id);
      const file = await stage.find(systemId, id);
      if (file === undefined) throw new Error('the file is not there');
      return { ...file, size: file.bytes, path: folder.pathOf(file.place) };
    },
    write: (file, text) => writeFile(file, text),
    close: () => rm(root, { recursive: true, force: true }),
  };
  return stage;
}
