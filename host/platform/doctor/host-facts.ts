import type { Space } from '../store/storage-watch.ts';

/** Of what the host is made, and of which version its tables are. */
export type VersionFacts = {
  product: string;
  node: string;
  postgres: string;
  /** Names of migrations: the last that was run, those this version would run, and those it does not know. */
  tables: { last: string | null; missing: readonly string[]; unknown: readonly string[] };
};

/** A part of the table of contacts: of a day, or of a month of earlier years. Bytes with its indexes. */
export type PartitionFacts = { name: string; bytes: number };

export type DatabaseSizeFacts = {
  /** Of all that the database keeps. */
  bytes: number;
  partitions: readonly PartitionFacts[];
  /** Of the database's disk; null where that is on another machine. */
  disk: Space | null;
};

/**
 * When a backup was last made, brought back into this database, or tried aside (BAK-6); ms since the epoch.
 */
export type BackupFacts = Readonly<Record<'made' | 'restored' | 'tried', number | null>>;

export type FailingFacts = {
  /** Failed in the past 7 days; `titles` of the newest of them. */
  jobs: { count: number; titles: readonly string[] };
  mails: { refused: number; waitingLong: number };
  /** Systems whose webhook fails, with since when (ms since the epoch). */
  webhooks: readonly { system: string; since: number }[];
};

/** Transmitters of one system whose serial numbers count as one, by their ids. */
export type SerialTwins = { system: string; twins: readonly { id: number; serial: string }[] };

/** When each sweep was last done, as far as that is kept; ms since the epoch. */
export type SweepFacts = readonly { title: string; doneAt: number | null }[];

/** By how much the database's clock is ahead of the host's, and how far that may be off; in ms. */
export type ClockFacts = { aheadMs: number; uncertainMs: number };
