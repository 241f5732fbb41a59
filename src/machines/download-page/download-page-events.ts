import type { DumpExtra, DumpFilters, DumpFileType } from '../../model/entities/dump-file.ts';
import type { DumpOrder } from '../../model/files/dump-files.ts';
import type { DumpFileReport, FileStand } from '../dump-file/dump-file-events.ts';
import type { SearchChanged } from '../screen/screen-events.ts';

/** The files as the list shows them. */
export type FilesKnown = { type: 'files.known'; files: readonly FileStand[] };

/** What an estimate is asked of; null where the form says nothing that could be made. */
export type EstimateWish = { filters: DumpFilters; fileType: DumpFileType; columns: DumpExtra[] } | null;

export type DownloadPageEvent =
  | { type: 'file.new' }
  /** What is in the form is about other contacts. */
  | { type: 'form.changed'; wish: EstimateWish }
  | { type: 'form.submit'; order: DumpOrder }
  /** The estimate did not come, and is asked for once more. */
  | { type: 'estimate.retry' }
  | { type: 'file.remove'; id: number }
  | { type: 'remove.confirm' }
  | { type: 'dialog.close' }
  | FilesKnown
  | DumpFileReport
  | SearchChanged;
