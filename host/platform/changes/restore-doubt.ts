import type { Logger } from 'pino';
import type { Database } from '../store/database.ts';
import { errorText } from '../store/error-text.ts';
import { noticeRestore } from './epochs.ts';

/** For so many looks nothing is published while nobody can say whether the database is a restored one. */
const patience = 3;

/** Whether the database that answers may be a restored one. The host has looked when it started. */
export class RestoreDoubt {
  readonly #database: Pick<Database, 'db' | 'pool'>;
  readonly #log: Logger;
  #isDoubted = false;
  #failures = 0;

  constructor(database: Pick<Database, 'db' | 'pool'>, log: Logger) {
    this.#database = database;
    this.#log = log;
  }

  /** It may be another server that answers from now on. */
  raise(): void {
    this.#isDoubted = true;
  }

  /**
   * Looks, where there is doubt. Published under the old epoch, revisions that were put back would be taken
   * for others: a failure is thrown. A lasting one must not keep everybody from hearing of changes: it is
   * only warned of.
   */
  async settle(): Promise<void> {
    if (!this.#isDoubted) return;
    try {
      // What is doubted while it looks is looked for once more.
      this.#isDoubted = false;
      await noticeRestore(this.#database, this.#log);
      this.#failures = 0;
    } catch (error) {
      this.#isDoubted = true;
      this.#failures += 1;
      if (this.#failures < patience) throw error;
      if (this.#failures === patience) this.#warn(error);
    }
  }

  #warn(error: unknown): void {
    this.#log.warn(
      { reason: errorText(error) },
      'whether the database was restored cannot be looked up: changes are published all the same',
    );
  }
}
