import type { Database, Db } from '../store/database.ts';

/** Whose data, and up to when. */
export type Past = { systemId: string; before: Date };

/**
 * Deletes some in its transaction, not more than are `left` of those that were announced where more may have
 * come meanwhile, and answers how many; `more` where the same step has more to delete.
 */
export type DeletionStep = (within: Db, left: number) => Promise<{ deleted: number; more: boolean }>;

/** Where data of one sort lie: how they are counted, and deleted in short steps that can be begun again. */
export type Shelf = {
  count: (database: Db, past: Past) => Promise<number>;
  steps: (database: Pick<Database, 'db'>, past: Past) => AsyncIterable<DeletionStep>;
};

/** So that nobody waits long for what a step holds. */
export const stepRows = 5_000;
