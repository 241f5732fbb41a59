import { fillHistory, type HistoryOptions } from './history.ts';

/** The history of one simulation being made beside its live part. */
export class HistoryFilling {
  readonly #options: Omit<HistoryOptions, 'signal'>;
  readonly #ending = new AbortController();
  #running: Promise<unknown> | null = null;
  #failure: { error: unknown } | null = null;

  constructor(options: Omit<HistoryOptions, 'signal'>) {
    this.#options = options;
  }

  get filling(): boolean {
    return this.#running !== null;
  }

  /** Fills what is missing; when it is at it already, the new stretches are found by the running one. */
  start(): void {
    this.#running ??= fillHistory({ ...this.#options, signal: this.#ending.signal })
      .catch((error: unknown) => (this.#failure = { error }))
      .finally(() => (this.#running = null));
  }

  /** @throws what ended the filling, if something did. */
  check(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }
}
