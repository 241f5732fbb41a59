import type { DumpExtra, DumpFilters, DumpFileType } from '../../model/entities/dump-file.ts';
import type { DumpOrder } from '../../model/files/dump-files.ts';
import type { DumpFileReport, FileStand } from '../dump-file/dump-file-events.ts';
import type { SearchChanged } from '../screen/screen-events.ts';

/** The files in the list. */
export type FilesKnown = { type: 'files.known'; files: readonly FileStand[] };

/** What to estimate; null if the form describes no file that can be made. */
export type EstimateWish = { filters: DumpFilters; fileType: DumpFileType; columns: DumpExtra[] } | null;

export type DownloadPageEvent =
  | { type: 'file.new' }
  /** The form now describes another file. */
  | { type: 'form.changed'; wish: EstimateWish }
  | { type: 'form.submit'; order: DumpOrder }
  /** Retries a failed estimate. */
  | { type: 'estimate.retry' }
  | { type: 'file.remove'; id: number }
  | { type: 'remove.confirm' }
  | { type: 'dialog.close' }
  | FilesKnown
  | DumpFileReport
  | SearchChanged;
