import type { Call, ReplyFor, RequestFor } from '../model/contract/call.ts';
import type { Place } from '../model/navigation/redirect.ts';

/** The options of a call; `operation` is the id under which the host performs it once. */
export type CallOptions = { signal?: AbortSignal | undefined; operation?: string | undefined };

/**
 * Makes the calls of the contract. It takes a call's definition instead of its name, so that a page loads
 * only the groups it uses (the login only the public calls). Rejects only with a `FailureError`.
 */
export type HttpClient = {
  call<C extends Call>(definition: C, request: RequestFor<C>, options?: CallOptions): Promise<ReplyFor<C>>;
};

/** The clock; `now` returns ms since the epoch. */
export type Clock = { now: () => number };

/** A store of strings: a browser storage made safe. */
export type KeyValueStore = {
  read(key: string): string | null;
  write(key: string, value: string): void;
  remove(key: string): void;
};

/**
 * The access token of this tab, in session storage (ACC-6). Only services see the token; machines know when
 * it expires.
 */
export type TokenStore = {
  read(): { token: string; expiresAt: number } | null;
  /**
   * Stores a new token and returns when it expires (ms). Throws a `FailureError` if the token has no expiry.
   */
  keep(token: string): number;
  clear(): void;
  /** Calls `listener` with the expiry of each new token; returns a function that unsubscribes. */
  onKept(listener: (expiresAt: number) => void): () => void;
};

/** What this browser remembers between visits, in local storage (ACC-18). */
export type Preferences = {
  /** True for the dark colour scheme, and if none is stored (ACC-16). */
  darkMode(): boolean;
  setDarkMode(darkMode: boolean): void;
  /** True if a person has logged in here and not logged out. */
  hasAuthenticated(): boolean;
  setHasAuthenticated(hasAuthenticated: boolean): void;
  /** True if the host must still be notified of a logout, to revoke its cookie. */
  owesLogout(): boolean;
  setOwesLogout(owesLogout: boolean): void;
  /** The newest version in the changelog at the last visit; null before the first. */
  changelogSeen(): string | null;
  setChangelogSeen(version: string): void;
  /** Whether the quick guide of that name is open; initially it is. */
  guideOpen(name: GuideName): boolean;
  setGuideOpen(name: GuideName, isOpen: boolean): void;
  /**
   * Calls `listener` with the new value when another tab changes the preference. Returns a function that
   * unsubscribes.
   */
  onChangedElsewhere(name: SharedPreference, listener: (value: boolean) => void): () => void;
};
/** The quick guides that can be collapsed. */
export type GuideName = 'detection' | 'reprocessing';
/** The preferences whose changes apply immediately in all open tabs. */
export type SharedPreference = 'darkMode' | 'hasAuthenticated';

/** The session on the host. Each method rejects with a `FailureError`. Times in ms since the epoch. */
export type SessionService = {
  /** Gets a token with the refresh cookie, stores it and returns its expiry. */
  refresh(): Promise<{ expiresAt: number }>;
  logIn(credentials: { username: string; password: string }, signal?: AbortSignal): Promise<{ expiresAt: number }>;
  /** Replaces the present token by a new one, and stores it. */
  renew(signal?: AbortSignal): Promise<void>;
  /** Ends the session on the host. */
  logOut(): Promise<void>;
};

/**
 * What happens around the page: network, visibility, and the computer waking up. If the page is hidden at
 * subscription, `hidden` is reported at once.
 */
export type SurroundingsChange = 'online' | 'offline' | 'visible' | 'hidden' | 'woke';
export type Surroundings = { subscribe(listener: (change: SurroundingsChange) => void): () => void };

/** A file to save. Its parts are taken one after another, so that a large file is not built in memory. */
export type ExportFile = {
  readonly name: string;
  readonly mimeType: string;
  readonly parts: Iterable<BlobPart | Promise<BlobPart>>;
};
export type FileSaver = {
  /**
   * Passes the file to the browser, which saves it. Rejects if it cannot be made; if aborted, no file is
   * saved.
   */
  save(file: ExportFile, signal: AbortSignal): Promise<void>;
};

/** A file on the person's disk that is being written; it appears only when closed. */
export type SaveSink = {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  close(): Promise<void>;
  /** Removes everything written; an existing file keeps its content. */
  discard(): Promise<void>;
};

/** The target for a file too large for the page's memory: a chosen file, or the browser's own download. */
export type SaveTarget = { kind: 'chosen'; sink: SaveSink } | { kind: 'browser' };

export type StreamSaver = {
  /** Asks the person for a target; must be called right after a press. Resolves with null if they cancel. */
  choose(name: string): Promise<SaveTarget | null>;
  /** Makes the browser download an address of the host. */
  visit(url: string, name: string): void;
};

/** The address bar. */
export type AddressBar = {
  current(): Place;
  /**
   * `leave` goes from a dialog's address to its page: by Back if that reaches the page, otherwise by
   * replacing the address.
   */
  go(to: string, how: 'push' | 'replace' | 'leave'): void;
  subscribe(listener: (place: Place) => void): () => void;
};

/** Prevents the page from closing without a question. */
export type PageGuard = {
  /** Makes the browser ask before the page closes, until the returned function is called. */
  hold(): () => void;
};

/** The service worker that serves the built console. */
export type ServiceWorkerPort = {
  /**
   * Registers the worker and watches for new versions. Calls back when one is waiting, or with the reason if
   * the worker is unavailable.
   */
  watch(listener: { updateReady(): void; unavailable(reason: string): void }): () => void;
  /** Activates the waiting version and reloads the page; rejects if that takes too long. */
  applyUpdate(): Promise<void>;
};

/** The log for developers; people do not see it. */
export type Log = { warn(message: string, detail?: unknown): void };

/** What alarm notifications need from the window; `Notification` is missing in some browsers. */
export type AlarmMeans = Pick<
  Window,
  'isSecureContext' | 'localStorage' | 'navigator' | 'focus' | 'addEventListener' | 'removeEventListener'
> & {
  Notification?: typeof Notification;
};

/** Everything outside the console that machines need. */
export type Services = {
  http: HttpClient;
  session: SessionService;
  /** Calls `listener` when an http call finds the session ended; returns a function that unsubscribes. */
  onSessionLost: (listener: () => void) => () => void;
  tokens: TokenStore;
  preferences: Preferences;
  addressBar: AddressBar;
  surroundings: Surroundings;
  /** The browser's timezone, and the page's origin ('https://console.example.org'). */
  timezone: string;
  pageOrigin: string;
  /**
   * Returns the query of a mailed link, which the page that is shown before the console loads removed from
   * the address bar; '' after the first call.
   */
  takeLinkQuery: () => string;
  clock: Clock;
  /** Returns random numbers from 0 to below 1. */
  random: () => number;
  /** Returns a unique id (fields/value-fields.ts, `operationId`). */
  newId: () => string;
  log: Log;
  WebSocket: typeof WebSocket;
  /** Loaded on first use, so that the login does not wait for them. */
  fileSaver: () => Promise<FileSaver>;
  streamSaver: () => Promise<StreamSaver>;
  /** Fires `beforeunload` before the page closes, and has what alarm notifications need (ALM-23). */
  pageEvents: AlarmMeans;
  serviceWorker: () => Promise<ServiceWorkerPort>;
};
