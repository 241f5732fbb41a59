import type { PerKey } from '../../platform/turns.ts';

/**
 * Limits of one request and of all requests together. A receiver with more data sends several requests, one
 * after the other.
 */
export type IngestBounds = {
  /** The most bytes of one request, unpacked. */
  bytes: number;
  /** The most lines or array elements of one request, including empty ones. */
  items: number;
  /** After more refused items than this, the rest of a request is not read. */
  refusals: number;
  /**
   * How long (ms) the host itself may work on reading one request, without the time spent waiting for the
   * sender and the database.
   */
  workMs: number;
  /**
   * How long (ms) after its start a request may take to be stored: as long as its body may take to arrive.
   */
  timeoutMs: number;
  /** Requests in progress, per key and in total. Any more are refused for now. */
  requests: PerKey;
  /** Requests of more than `largeBytes` (unpacked) that are read at the same time. Others wait. */
  large: PerKey;
  /** Batches stored at the same time, so that the database has connections left for other work. */
  stores: PerKey;
  /** How long (ms) a shared transaction of several requests waits for the lock of one system. */
  lockMs: number;
};

/**
 * A request up to this size (bytes, unpacked) need not wait to be read: its contacts take only a megabyte or
 * two of memory.
 */
export const largeBytes = 1024 * 1024;

/** The default limits. All receivers of a system (100) may share one key and send on the hour. */
export const ingestBounds: IngestBounds = {
  bytes: 64 * 1024 * 1024,
  items: 1_000_000,
  refusals: 10_000,
  workMs: 30_000,
  timeoutMs: 300_000,
  requests: { perKey: 128, total: 256 },
  large: { perKey: 2, total: 4 },
  stores: { perKey: 2, total: 4 },
  lockMs: 250,
};
