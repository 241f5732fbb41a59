type Entry = { state: unknown; url: URL };

/**
 * A window with a history like a browser's: a step is made later, and reported only then. `heard` is what a
 * router hears.
 */
export class FakeHistory {
  readonly window: Window;
  readonly heard: string[] = [];
  #entries: Entry[];
  #at = 0;
  #steps = 0;

  constructor(path: string, state: unknown = null) {
    this.#entries = [{ state, url: new URL(path, 'http://localhost') }];
    const events = new EventTarget();
    const { here, write, go } = { here: () => this.#here, write: this.#write, go: this.go };
    const history = {
      get state() {
        return here().state;
      },
      go,
      pushState: (next: unknown, _: string, to?: string | URL | null) => write(true, next, to ?? ''),
      replaceState: (next: unknown, _: string, to?: string | URL | null) => write(false, next, to ?? ''),
    };
    const location = {
      get pathname() {
        return here().url.pathname;
      },
      get search() {
        return here().url.search;
      },
      hash: '',
      origin: 'http://localhost',
    };
    this.window = Object.assign(events, {
      history,
      location,
      setTimeout: globalThis.setTimeout.bind(globalThis),
      clearTimeout: globalThis.clearTimeout.bind(globalThis),
    }) as unknown as Window;
  }

  /** Adds a router that listens after all earlier listeners. */
  listen(): void {
    this.window.addEventListener('popstate', () => this.heard.push(this.address));
  }

  get #here(): Entry {
    return this.#entries[this.#at] as Entry;
  }

  get address(): string {
    return this.#here.url.pathname + this.#here.url.search;
  }

  /** The addresses of all entries up to the present one. */
  get path(): string[] {
    return this.#entries.slice(0, this.#at + 1).map(({ url }) => url.pathname + url.search);
  }

  readonly go = (by: number): void => {
    this.#steps += 1;
    setTimeout(() => {
      const to = this.#at + by;
      if (to >= 0 && to < this.#entries.length && by !== 0) {
        this.#at = to;
        this.window.dispatchEvent(new Event('popstate'));
      }
      this.#steps -= 1;
    });
  };

  readonly #write = (isPush: boolean, state: unknown, to: string | URL): void => {
    const entry = { state, url: new URL(to, this.#here.url) };
    if (isPush) this.#entries.splice(++this.#at, Infinity, entry);
    else this.#entries[this.#at] = entry;
  };

  /** Resolves when no step is pending. */
  async rest(): Promise<void> {
    do await new Promise((resolve) => setTimeout(resolve));
    while (this.#steps > 0);
    await new Promise((resolve) => setTimeout(resolve));
    if (this.#steps > 0) await this.rest();
  }
}
