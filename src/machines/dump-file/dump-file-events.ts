import type { DumpFile } from '../../model/entities/dump-file.ts';

/** The file's status as the machine needs it. */
export type FileStand = Pick<DumpFile, 'id' | 'completed' | 'deletedTime'>;

export type DumpFileEvent =
  /** The file's status in the list. */
  | { type: 'file.known'; file: FileStand }
  /** The person has confirmed the deletion. */
  | { type: 'file.delete' };

/** What the machine of a requested file reports to the page. */
export type DumpFileReport =
  | { type: 'file.accepted'; id: number; name: string }
  /** The host does not make the file. */
  | { type: 'file.refused'; reason: string };
