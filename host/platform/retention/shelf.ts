import type { Database, Db } from '../store/database.ts';

/** The data of a system before an instant. */
export type Past = { systemId: string; before: Date };

/**
 * Deletes some rows in its transaction and returns how many. `left` is the number of announced ones that
 * remain, the limit if more may have been added. `more`: repeat the step.
 */
export type DeletionStep = (within: Db, left: number) => Promise<{ deleted: number; more: boolean }>;

/** How data of one sort are counted, and deleted in short steps that can be resumed. */
export type Shelf = {
  count: (database: Db, past: Past) => Promise<number>;
  steps: (database: Pick<Database, 'db'>, past: Past) => AsyncIterable<DeletionStep>;
};

/** The largest number of rows in a step, so that its locks are short. */
export const stepRows = 5_000;
