import type { Database, Db } from '../store/database.ts';

/** The data of a system before a time. */
export type Past = { systemId: string; before: Date };

/**
 * Deletes some rows in its transaction and returns how many. `left`: how many of the announced rows remain;
 * if rows may have been added since, a step must not delete more. `more`: the step must run again.
 */
export type DeletionStep = (within: Db, left: number) => Promise<{ deleted: number; more: boolean }>;

/** How data of one sort are counted, and deleted in short steps that a later try can continue. */
export type Shelf = {
  count: (database: Db, past: Past) => Promise<number>;
  steps: (database: Pick<Database, 'db'>, past: Past) => AsyncIterable<DeletionStep>;
};

/** The largest number of rows in a step, so that its locks are short. */
export const stepRows = 5_000;
