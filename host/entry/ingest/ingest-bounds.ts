import type { PerKey } from '../../platform/turns.ts';

/**
 * What one request may ask of the host, and all of them together. A receiver with more to report sends more
 * requests, one after the other.
 */
export type IngestBounds = {
  /** Of one request, unpacked. */
  bytes: number;
  /** Lines, or elements of an array, of one request; empty ones too. */
  items: number;
  /** Contacts of one request that are refused before the rest of it is not looked at any more. */
  refusals: number;
  /**
   * Of the host's own time for reading one request, in ms; waiting for its sender and for the database does
   * not count.
   */
  workMs: number;
  /** Of one request, until its contacts are stored, in ms: as long as its body may take to come. */
  patienceMs: number;
  /** Requests under way, by key and in all; one more is refused for now. */
  requests: PerKey;
  /**
   * Requests of more than `largeBytes` (unpacked) that are read at the same time; others wait for one to end.
   */
  large: PerKey;
  /** Batches that are stored at the same time: the database's connections are there for others too. */
  stores: PerKey;
  /** For how long what many send together waits for a lock of one system, in ms. */
  lockMs: number;
};

/**
 * Up to this size (unpacked) a request is read whatever else is going on: its contacts take a megabyte or
 * two.
 */
export const largeBytes = 1024 * 1024;

/** A key may be shared by all the receivers of a system (100), which may all send at the full hour. */
export const ingestBounds: IngestBounds = {
  bytes: 64 * 1024 * 1024,
  items: 1_000_000,
  refusals: 10_000,
  workMs: 30_000,
  patienceMs: 300_000,
  requests: { perKey: 128, total: 256 },
  large: { perKey: 2, total: 4 },
  stores: { perKey: 2, total: 4 },
  lockMs: 250,
};
