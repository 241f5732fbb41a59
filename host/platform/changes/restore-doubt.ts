import type { Logger } from 'pino';
import type { Database } from '../store/database.ts';
import { errorText } from '../store/error-text.ts';
import { noticeRestore } from './epochs.ts';

/**
 * The number of failed checks in a row after which changes are published without knowing whether the database
 * was restored.
 */
const maxFailures = 3;

/**
 * Knows whether the database may have been restored since the last check. The host makes the first check when
 * it starts.
 */
export class RestoreDoubt {
  readonly #database: Pick<Database, 'db' | 'pool'>;
  readonly #log: Logger;
  #isDoubted = false;
  #failures = 0;

  constructor(database: Pick<Database, 'db' | 'pool'>, log: Logger) {
    this.#database = database;
    this.#log = log;
  }

  /** Call it when another server may have taken over. */
  raise(): void {
    this.#isDoubted = true;
  }

  /**
   * Checks for a restore if there is doubt. Throws if the check fails, because consoles would mistake
   * revisions of a restored database, published under the old epoch, for the revisions they know. After
   * `maxFailures` failures it only warns, so that changes still reach consoles.
   */
  async settle(): Promise<void> {
    if (!this.#isDoubted) return;
    try {
      // Clear the doubt first, so that one raised during the check causes another check.
      this.#isDoubted = false;
      await noticeRestore(this.#database, this.#log);
      this.#failures = 0;
    } catch (error) {
      this.#isDoubted = true;
      this.#failures += 1;
      if (this.#failures < maxFailures) throw error;
      if (this.#failures === maxFailures) this.#warn(error);
    }
  }

  #warn(error: unknown): void {
    this.#log.warn(
      { reason: errorText(error) },
      'whether the database was restored cannot be looked up: changes are published all the same',
    );
  }
}
