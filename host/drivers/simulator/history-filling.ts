import { fillHistory, type HistoryOptions } from './history.ts';

/** Fills the history of one simulation while its live part runs. */
export class HistoryFilling {
  readonly #options: Omit<HistoryOptions, 'signal'>;
  readonly #ending = new AbortController();
  #running: Promise<unknown> | null = null;
  #asked = false;
  #failure: { error: unknown } | null = null;

  constructor(options: Omit<HistoryOptions, 'signal'>) {
    this.#options = options;
  }

  get filling(): boolean {
    return this.#running !== null;
  }

  /**
   * Starts to fill what is missing. If filling is already in progress, it checks once more at its end, so
   * that no period is missed.
   */
  start(): void {
    this.#asked = true;
    this.#running ??= this.#fill()
      .catch((error: unknown) => (this.#failure = { error }))
      .finally(() => (this.#running = null));
  }

  /**
   * Checks that the filling has not failed.
   * @throws the error that ended the filling.
   */
  check(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  async #fill(): Promise<void> {
    while (this.#asked && !this.#ending.signal.aborted) {
      this.#asked = false;
      await fillHistory({ ...this.#options, signal: this.#ending.signal });
    }
  }
}
