import type { Space } from '../store/storage-watch.ts';

/** The versions of the host's parts, and the state of its tables. */
export type VersionFacts = {
  product: string;
  node: string;
  postgres: string;
  /**
   * Names of migrations: the last one that ran, those that this version would run, and those that this
   * version does not know.
   */
  tables: { last: string | null; missing: readonly string[]; unknown: readonly string[] };
};

/** A partition of contacts: a day, or a month of earlier years. `bytes` includes its indexes. */
export type PartitionFacts = { name: string; bytes: number };

export type DatabaseSizeFacts = {
  /** Size of the complete database. */
  bytes: number;
  partitions: readonly PartitionFacts[];
  /** Space on the database's disk; null if the database is on another machine. */
  disk: Space | null;
};

/** When a backup was last made, restored into this database, or restored as a test (BAK-6); ms since 1970. */
export type BackupFacts = Readonly<Record<'made' | 'restored' | 'tried', number | null>>;

export type FailingFacts = {
  /** Number of jobs that failed in the past 7 days, and the titles of the newest. */
  jobs: { count: number; titles: readonly string[] };
  mails: { refused: number; waitingLong: number };
  /** Systems whose webhook fails, and since when (ms since 1970). */
  webhooks: readonly { system: string; since: number }[];
};

/** Transmitters of one system with equivalent serial numbers. */
export type SerialTwins = { system: string; twins: readonly { id: number; serial: string }[] };

/** When each sweep last ended, in ms since 1970; null if that is not known any more. */
export type SweepFacts = readonly { title: string; doneAt: number | null }[];

/** How far the database's clock is ahead of the host's, and the uncertainty; in ms. */
export type ClockFacts = { aheadMs: number; uncertainMs: number };
