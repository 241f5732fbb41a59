/**
 * A large mutable thing that an actor owns and its context only points to: millions of contacts are never
 * copied, compared or written out with a snapshot (CODE-6). A view that shows it watches a version counter
 * beside it.
 */
export class KeptAside<T> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  /** What a serialised snapshot says in its place. */
  toJSON(): string {
    return 'kept aside';
  }
}
