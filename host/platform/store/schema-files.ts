import type { Generated } from 'kysely';
import type { DumpExtra, DumpFileType } from '#model/entities/dump-file.ts';
import type { DefaultTimestamp, NullableTimestamp, Timestamp } from './column-types.ts';

/**
 * A file of contacts (FILE-3). Its times are in ms since 1970, inclusive; `place` is relative to FILES_DIR.
 * While the file is being made, it counts with `reserved_bytes`, afterwards with `bytes`.
 */
type DataFileTable = {
  id: Generated<number>;
  system_id: string;
  name: string;
  file_type: DumpFileType;
  columns: Generated<DumpExtra[]>;
  from_ms: number;
  to_ms: number;
  rx_ids: number[] | null;
  place: string;
  created_at: DefaultTimestamp;
  created_by: number | null;
  deleted_at: NullableTimestamp;
  deleted_by: number | null;
  completed: 0 | 1 | null;
  progress: Generated<number>;
  rows: number | null;
  bytes: number | null;
  expected_rows: number;
  reserved_bytes: number;
  sha256: string | null;
  error: string | null;
  job_id: string | null;
};

/** A pass lets a browser download one file for a limited time. */
type DataFilePassTable = { token_hash: Buffer; file_id: number; user_id: number; session_id: string; expires_at: Timestamp };

/** The hash of an address from which someone logged in over FTPS, and the time of the last login. */
type FtpsAddressTable = { address_hash: Buffer; seen_at: DefaultTimestamp };

/** The tables of data files. */
export type FileTables = {
  data_files: DataFileTable;
  data_file_passes: DataFilePassTable;
  ftps_addresses: FtpsAddressTable;
};
