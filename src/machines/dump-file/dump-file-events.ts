import type { DumpFile } from '../../model/entities/dump-file.ts';

/** The file's status as the machine needs it. */
export type FileStand = Pick<DumpFile, 'id' | 'completed' | 'deletedTime'>;

export type DumpFileEvent =
  /** The list has it so by now. */
  | { type: 'file.known'; file: FileStand }
  /** The person has confirmed it. */
  | { type: 'file.delete' };

/** What the page hears of a file that was requested. */
export type DumpFileReport =
  | { type: 'file.accepted'; id: number; name: string }
  /** The host does not make it, and why. */
  | { type: 'file.refused'; reason: string };
