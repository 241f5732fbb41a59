/**
 * Settings of the embedded server, tuned for a machine of two cores shared with the host. fsync and
 * synchronous commit stay on, so that what the host has acknowledged survives a power cut. Contacts come in
 * batches, so a flush for each costs little.
 */
const serverSettings: Readonly<Record<string, string>> = {
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '32MB',
  maintenance_work_mem: '128MB',
  max_connections: '60',
  // A precaution: our statements on contacts lock few partitions, but a query by hand may lock all.
  max_locks_per_transaction: '256',
  checkpoint_timeout: '15min',
  // A backup of the running server needs it (BAK-1); there are no replicas.
  wal_level: 'replica',
  max_wal_senders: '0',
  random_page_cost: '1.1',
  // At most one helper, or a statistics query takes both cores from the live stream.
  max_parallel_workers_per_gather: '1',
  // At these sizes, compiling a query costs more than it saves.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_line_prefix: '%m [%p] ',
};

const mebibyte = 1_048_576;

/**
 * Returns the server's settings for a disk of that size. Hours of contacts may lie between two checkpoints,
 * so that the pages of a rollup are not logged completely again and again. The log never takes more than a
 * tenth of a small disk (PostgreSQL's minimum is two files of 16 MB).
 */
export function settingsFor(diskBytes: number): Readonly<Record<string, string>> {
  const share = Math.floor(diskBytes / mebibyte / 10);
  return {
    ...serverSettings,
    // A slow backup fails rather than filling the disk.
    max_slot_wal_keep_size: `${Math.min(16_384, Math.max(64, share))}MB`,
    max_wal_size: `${Math.min(2_048, Math.max(48, share))}MB`,
    min_wal_size: `${Math.min(256, Math.max(32, Math.floor(share / 4)))}MB`,
  };
}
