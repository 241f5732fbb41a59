/**
 * The operations in progress in this process, by person and operation id. A repeat waits for the first
 * request and gets its result (CHG-5): the database cannot tell, because it knows an operation only from the
 * start of its change.
 */
export class OperationsUnderWay {
  readonly #last = new Map<string, Promise<void>>();

  /** Resolves when all operations with this id that are in progress at the time of the call have ended. */
  async ended(userId: number, operationId: string): Promise<void> {
    await this.#last.get(keyOf(userId, operationId));
  }

  /**
   * Runs `work` after the earlier operations with this id have ended, whether or not they succeeded. Rejects
   * if `work` does.
   */
  async inTurn<T>(userId: number, operationId: string, work: () => Promise<T>): Promise<T> {
    const key = keyOf(userId, operationId);
    const before = this.#last.get(key);
    const working = (async () => {
      await before;
      return work();
    })();
    const ended = working.then(nothing, nothing);
    this.#last.set(key, ended);
    try {
      return await working;
    } finally {
      // A later operation that waits for this one may have replaced the entry. Then leave it.
      if (this.#last.get(key) === ended) this.#last.delete(key);
    }
  }
}

const keyOf = (userId: number, operationId: string): string => `${userId} ${operationId}`;
const nothing = (): void => undefined;
