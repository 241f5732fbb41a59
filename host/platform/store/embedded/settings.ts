/**
 * How the embedded server runs: tuned for a machine of two cores shared with the host. fsync and synchronous
 * commit stay on: what the host has acknowledged survives a loss of power, and with contacts arriving in
 * batches one flush per batch costs next to nothing.
 */
const serverSettings: Readonly<Record<string, string>> = {
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '32MB',
  maintenance_work_mem: '128MB',
  max_connections: '60',
  // A belt: what touches contacts takes few partitions at a time, but a query by hand may take them all.
  max_locks_per_transaction: '256',
  checkpoint_timeout: '15min',
  // What a backup of the running server needs (BAK-1); there are no replicas.
  wal_level: 'replica',
  max_wal_senders: '0',
  random_page_cost: '1.1',
  // One helper at most, or a statistics query takes both cores from the live stream.
  max_parallel_workers_per_gather: '1',
  // Compiling a query costs more than it saves at these sizes.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_line_prefix: '%m [%p] ',
};

const mebibyte = 1_048_576;

/**
 * The server's settings on a disk of so many bytes. Hours of contacts may lie between two checkpoints, so
 * that the pages of a rollup are not logged whole again and again; but the log never takes more than a tenth
 * of a small disk (two files of 16 MB are PostgreSQL's least).
 */
export function settingsFor(diskBytes: number): Readonly<Record<string, string>> {
  const share = Math.floor(diskBytes / mebibyte / 10);
  return {
    ...serverSettings,
    // A backup that takes too long fails, and the disk does not fill for it.
    max_slot_wal_keep_size: `${Math.min(16_384, Math.max(64, share))}MB`,
    max_wal_size: `${Math.min(2_048, Math.max(48, share))}MB`,
    min_wal_size: `${Math.min(256, Math.max(32, Math.floor(share / 4)))}MB`,
  };
}
