import type { Call, ReplyFor, RequestFor } from '../model/contract/call.ts';
import type { Place } from '../model/navigation/redirect.ts';

/**
 * What one call may be given besides its request; `operation` names what it carries out, so that the host
 * does it once.
 */
export type CallOptions = { signal?: AbortSignal | undefined; operation?: string | undefined };

/**
 * Makes the calls of the contract. It takes a call's definition, not its name, so that a page loads only the
 * groups it uses (the login route knows the public calls alone). Rejects with a `FailureError`, and nothing
 * else.
 */
export type HttpClient = {
  call<C extends Call>(definition: C, request: RequestFor<C>, options?: CallOptions): Promise<ReplyFor<C>>;
};

/** Time. `now` in ms since the epoch. */
export type Clock = { now: () => number };

/** One place where strings can be kept; what the browser's storages are, made safe. */
export type KeyValueStore = {
  read(key: string): string | null;
  write(key: string, value: string): void;
  remove(key: string): void;
};

/**
 * The access token of this tab (ACC-6: kept in session storage). Only services see the token itself; machines
 * know when it expires.
 */
export type TokenStore = {
  read(): { token: string; expiresAt: number } | null;
  /**
   * Keeps a token that has just come; returns when it expires (ms). Throws a `FailureError` when the token
   * does not say.
   */
  keep(token: string): number;
  clear(): void;
  /** Calls `listener` with the new expiry whenever a token is kept; returns how to stop. */
  onKept(listener: (expiresAt: number) => void): () => void;
};

/** What this browser remembers between visits (ACC-18: local storage). */
export type Preferences = {
  /** ACC-16: true when nothing is stored. */
  darkMode(): boolean;
  setDarkMode(darkMode: boolean): void;
  /** True when somebody has logged in here and not logged out. */
  hasAuthenticated(): boolean;
  setHasAuthenticated(hasAuthenticated: boolean): void;
  /** True when a logout here has still to be sent to the host, so that it takes its cookie back. */
  owesLogout(): boolean;
  setOwesLogout(owesLogout: boolean): void;
  /** The version that the changelog began with on the last visit; null before the first. */
  changelogSeen(): string | null;
  setChangelogSeen(version: string): void;
  /** Whether the quick guide of that name is open: at first it is. */
  guideOpen(name: GuideName): boolean;
  setGuideOpen(name: GuideName, isOpen: boolean): void;
  /** Calls `listener` with what it is now when another tab changes it. Returns how to stop. */
  onChangedElsewhere(name: SharedPreference, listener: (value: boolean) => void): () => void;
};
/** The quick guides that a person can fold. */
export type GuideName = 'detection' | 'reprocessing';
/** What tabs hear of each other. */
export type SharedPreference = 'darkMode' | 'hasAuthenticated';

/** A session's life on the host. Each rejects with a `FailureError`. Times in ms since the epoch. */
export type SessionService = {
  /** Asks for a token by the refresh cookie, and keeps it. */
  refresh(): Promise<{ expiresAt: number }>;
  logIn(credentials: { username: string; password: string }, signal?: AbortSignal): Promise<{ expiresAt: number }>;
  /** Asks for a token by the present one, and keeps it. */
  renew(signal?: AbortSignal): Promise<void>;
  /** Asks the host to end the session. */
  logOut(): Promise<void>;
};

/**
 * What happens around the page: the network, its visibility, and the computer waking from sleep. A page that
 * is hidden when somebody subscribes is reported as `hidden` at once.
 */
export type SurroundingsChange = 'online' | 'offline' | 'visible' | 'hidden' | 'woke';
export type Surroundings = { subscribe(listener: (change: SurroundingsChange) => void): () => void };

/**
 * A file for the person to keep. Its parts are taken one after the other, so that a large one need not be
 * made at once.
 */
export type ExportFile = {
  readonly name: string;
  readonly mimeType: string;
  readonly parts: Iterable<BlobPart | Promise<BlobPart>>;
};
export type FileSaver = {
  /**
   * Hands the file to the browser, which saves it. Rejects when it cannot be made; stops without a file when
   * aborted.
   */
  save(file: ExportFile, signal: AbortSignal): Promise<void>;
};

/** A file on the person's disk that is being written; nothing of it is there before it is closed. */
export type SaveSink = {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  close(): Promise<void>;
  /** Leaves nothing behind; what the file held before stays. */
  discard(): Promise<void>;
};

/** Where a file too large for the page is saved: a chosen file, or what the browser downloads itself. */
export type SaveTarget = { kind: 'chosen'; sink: SaveSink } | { kind: 'browser' };

export type StreamSaver = {
  /** Asks the person where, at once after their press. Null where they do not say. */
  choose(name: string): Promise<SaveTarget | null>;
  /** Has the browser download an address of the host by itself. */
  visit(url: string, name: string): void;
};

/** The address bar. */
export type AddressBar = {
  current(): Place;
  /** `leave` goes from a dialog of the address to its page: back if that leads there, else in its place. */
  go(to: string, how: 'push' | 'replace' | 'leave'): void;
  subscribe(listener: (place: Place) => void): () => void;
};

/** Keeps the page from being closed unasked. */
export type PageGuard = {
  /** The browser asks before the page goes until the function that this returns is called. */
  hold(): () => void;
};

/** The service worker that serves the built console. */
export type ServiceWorkerPort = {
  /**
   * Registers it and watches for new versions. Calls back when one waits, or with the reason when it cannot
   * be had.
   */
  watch(listener: { updateReady(): void; unavailable(reason: string): void }): () => void;
  /** Lets the waiting version take over and reloads the page; rejects when that does not happen in time. */
  applyUpdate(): Promise<void>;
};

/** Where the few things go that a developer should know and a person should not. */
export type Log = { warn(message: string, detail?: unknown): void };

/** Of a browser without notifications, the constructor is not there. */
export type AlarmMeans = Pick<
  Window,
  'isSecureContext' | 'localStorage' | 'navigator' | 'focus' | 'addEventListener' | 'removeEventListener'
> & {
  Notification?: typeof Notification;
};

/** Everything outside the client that machines are composed with. */
export type Services = {
  http: HttpClient;
  session: SessionService;
  /** Calls `listener` when an http call finds the session over; returns how to stop. */
  onSessionLost: (listener: () => void) => () => void;
  tokens: TokenStore;
  preferences: Preferences;
  addressBar: AddressBar;
  surroundings: Surroundings;
  /** The browser's timezone, and the page's own address ('https://console.example.org'). */
  timezone: string;
  pageOrigin: string;
  /** The query of a mailed link, which the early page took out of the address bar; empty once it was read. */
  takeLinkQuery: () => string;
  clock: Clock;
  /** Chance: numbers from 0 to below 1. */
  random: () => number;
  /** An id that nobody else gives (fields/value-fields.ts, `operationId`). */
  newId: () => string;
  log: Log;
  WebSocket: typeof WebSocket;
  /** Fetched when they are first needed: the login does not wait for them. */
  fileSaver: () => Promise<FileSaver>;
  streamSaver: () => Promise<StreamSaver>;
  /** Sends `beforeunload`, before the page goes; with what alarms are shown outside of it (ALM-23). */
  pageEvents: AlarmMeans;
  serviceWorker: () => Promise<ServiceWorkerPort>;
};
