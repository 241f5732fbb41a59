/**
 * Holds a large mutable value to which an actor's context only points, so that millions of contacts are never
 * copied, compared or serialised with a snapshot (CODE-6). Views watch a version counter beside it.
 */
export class ByReference<T> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  /** Returns what a serialised snapshot contains instead of the value. */
  toJSON(): string {
    return 'kept aside';
  }
}
