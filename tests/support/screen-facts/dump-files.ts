import type { DumpFile } from '#model/entities/dump-file.ts';
import type { FactOf } from '#model/journal/facts.ts';

/** A data file that is ready. */
export const readyFile: DumpFile = {
  id: 7,
  name: 'May.csv',
  size: 1_500_000,
  date: 1_780_000_000_000,
  deletedTime: null,
  createdBy: 'Ada Lovelace',
  deletedBy: null,
  available: true,
  completed: 1,
  fileType: 'CSV',
  columns: [],
  filters: { dateRange: [1_778_000_000_000, 1_779_000_000_000], rxIds: null },
  progress: null,
  rows: 120_000,
  sha256: 'ab'.repeat(32),
  error: null,
};

/** A data file that is being made. */
export const madeFile: DumpFile = {
  ...readyFile,
  id: 8,
  name: 'June.txt',
  size: null,
  completed: null,
  fileType: 'OrionTool',
  filters: { dateRange: [1_778_000_000_000, 1_779_000_000_000], rxIds: [1, 2] },
  progress: 40,
  rows: null,
  sha256: null,
};

type Types = 'dumpFiles.loaded' | 'dumpFile.noted' | 'dumpFile.removed';

/** A sample of every fact of this model (JRN-11). */
export const samples: { [Type in Types]: FactOf<Type> } = {
  'dumpFiles.loaded': {
    type: 'dumpFiles.loaded',
    files: [readyFile, madeFile],
    quota: { usedBytes: 1_500_000, limitBytes: 2_147_483_648 },
  },
  'dumpFile.noted': { type: 'dumpFile.noted', file: { ...madeFile, completed: 1, progress: null, size: 20_000, rows: 900 } },
  'dumpFile.removed': { type: 'dumpFile.removed', id: 7 },
};
