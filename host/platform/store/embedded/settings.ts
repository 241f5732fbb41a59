/**
 * Settings of the embedded server, for a machine with two cores that it shares with the host. fsync and
 * synchronous commit stay on, so that everything the host has acknowledged survives a power cut. Contacts
 * arrive in batches, so flushing each batch costs little.
 */
const serverSettings: Readonly<Record<string, string>> = {
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '32MB',
  maintenance_work_mem: '128MB',
  max_connections: '60',
  // Enough even for a query by hand that locks all partitions; our own statements on contacts lock only a
  // few.
  max_locks_per_transaction: '256',
  checkpoint_timeout: '15min',
  // Level `replica` is needed to back up the running server (BAK-1). There are no replicas, so no senders.
  wal_level: 'replica',
  max_wal_senders: '0',
  random_page_cost: '1.1',
  // At most one helper: with more, a statistics query would take both cores from the live stream.
  max_parallel_workers_per_gather: '1',
  // For tables of these sizes, compiling a query costs more than it saves.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_line_prefix: '%m [%p] ',
};

const mebibyte = 1_048_576;

/**
 * Returns the server's settings for a disk of that size. Checkpoints may be hours of contacts apart, because
 * the first change of a page after each checkpoint is logged with the whole page. The log never takes more
 * than a tenth of a small disk, apart from PostgreSQL's minimum of two files of 16 MB.
 */
export function settingsFor(diskBytes: number): Readonly<Record<string, string>> {
  const share = Math.floor(diskBytes / mebibyte / 10);
  return {
    ...serverSettings,
    // If a backup is so slow that the log would fill the disk, the backup fails instead.
    max_slot_wal_keep_size: `${Math.min(16_384, Math.max(64, share))}MB`,
    max_wal_size: `${Math.min(2_048, Math.max(48, share))}MB`,
    min_wal_size: `${Math.min(256, Math.max(32, Math.floor(share / 4)))}MB`,
  };
}
