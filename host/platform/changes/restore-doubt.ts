import type { Logger } from 'pino';
import type { Database } from '../store/database.ts';
import { errorText } from '../store/error-text.ts';
import { noticeRestore } from './epochs.ts';

/** After so many failed checks, changes are published without knowing whether the database was restored. */
const maxFailures = 3;

/** Whether the database may have been restored since the last check. The host made the first at its start. */
export class RestoreDoubt {
  readonly #database: Pick<Database, 'db' | 'pool'>;
  readonly #log: Logger;
  #isDoubted = false;
  #failures = 0;

  constructor(database: Pick<Database, 'db' | 'pool'>, log: Logger) {
    this.#database = database;
    this.#log = log;
  }

  /** Another server may answer from now on. */
  raise(): void {
    this.#isDoubted = true;
  }

  /**
   * Checks for a restore if there is doubt. It throws if the check fails: revisions of a restored database,
   * published under the old epoch, would be mistaken for others. If it keeps failing, it only warns, so that
   * changes still reach consoles.
   */
  async settle(): Promise<void> {
    if (!this.#isDoubted) return;
    try {
      // Cleared first, so that a doubt raised during the check causes another one.
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
