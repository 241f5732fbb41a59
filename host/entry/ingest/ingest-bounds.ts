import type { PerKey } from '../../platform/turns.ts';

/**
 * Limits of one request and of all requests together. A receiver with more data sends several requests, one
 * after the other.
 */
export type IngestBounds = {
  /** The size of one request, unpacked. */
  bytes: number;
  /** The lines or array elements of one request, empty ones included. */
  items: number;
  /** The refused contacts after which the rest of a request is not read. */
  refusals: number;
  /**
   * The host's own time to read one request, in ms, without the time spent waiting for the sender and the
   * database.
   */
  workMs: number;
  /** The time until a request's contacts are stored, in ms: as long as its body may take to arrive. */
  timeoutMs: number;
  /** Requests in progress, per key and in total. Any more are refused for now. */
  requests: PerKey;
  /** Requests of more than `largeBytes` (unpacked) that are read at the same time. Any more wait. */
  large: PerKey;
  /** Batches stored at the same time, so that the database has connections left for other work. */
  stores: PerKey;
  /** How long a shared transaction of several requests waits for the lock of one system, in ms. */
  lockMs: number;
};

/** A request up to this size (unpacked) is read at once, as its contacts need only a megabyte or two. */
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
