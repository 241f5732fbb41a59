import type { Readable } from 'node:stream';
import type { PathParams } from '#model/contract/call.ts';
import type { CallName, Contract, ParsedBody, ParsedQuery, ReplyOf } from '#model/contract/table.ts';
import type { RoleId } from '#model/entities/role.ts';
import type { ChangeItem } from '#model/changes/change.ts';
import type { Caller } from '../../domain/accounts/authority.ts';
import type { Operation } from '../../platform/changes/change.ts';
import type { PathParamValue } from './path-params.ts';
import type { SavedFile } from './ranged-file.ts';

/** The system in the path, after the caller's membership and role are checked. */
export type SystemInPath = { mitasId: string; role: RoleId; timezone: string };

/** The parts of the HTTP exchange that a handler may use. */
export type Exchange = {
  /** The caller's address, for rate limits. */
  address: string;
  /** The caller's User-Agent header. */
  userAgent: string;
  /** The host name and port at which the caller reaches the websocket. */
  socketPlace: { url: string; wsPort: number };
  csrfToken: () => string;
  /** Returns the access token of the request, which a public call may carry too. */
  bearerToken: () => string | undefined;
  refreshToken: () => string | undefined;
  setRefreshToken: (token: string, expiresAt: Date) => void;
  clearRefreshToken: () => void;
  /** Returns the cookie that identifies a browser that has logged in before. */
  deviceCookie: () => string | undefined;
  setDeviceCookie: (cookie: string, expires: Date) => void;
  /** Sets the answer's status to 208, which means that the host has given this answer before. */
  answerAgain: () => void;
  /**
   * Sets the answer's ETag from this hash. Returns true if the caller already has that answer; the handler
   * then returns null.
   */
  isKnown: (hash: string) => boolean;
  /** Returns true if the Accept header prefers this type to JSON. */
  accepts: (type: string) => boolean;
  /** Answers with data that are already compressed with gzip. */
  packed: (type: string, packed: Buffer) => Buffer | Readable;
  /** Sets a cookie that allows this browser one call, the one at that path. */
  setDownloadPass: (path: string, token: string, expires: Date) => void;
  /** Sends a file for the caller to save, with its name and SHA-256 (hexadecimal). */
  download: (file: SavedFile) => Promise<Readable | Buffer>;
  /** Returns a signal that aborts when the caller disconnects. */
  gone: () => AbortSignal;
};

type AccessOf<N extends CallName> = Contract[N]['access'];

/** A call as its handler gets it: parsed by the contract's schemas, from a proven caller. */
export type CallContext<N extends CallName> = {
  params: { [Name in PathParams<Contract[N]['path']>]: PathParamValue<Name> };
  query: ParsedQuery<N>;
  body: ParsedBody<N>;
  caller: AccessOf<N> extends 'public' ? null : Caller;
  system: AccessOf<N> extends { role: RoleId } ? SystemInPath : null;
  /** The operation id that the caller gave, in a call that changes a system. */
  operation: Operation | undefined;
  exchange: Exchange;
};

/** The reply to every call that changes a system. */
export type ChangeReply = { epoch: string; revision: number; items: ChangeItem[] };

export type Handler<N extends CallName> = (
  call: CallContext<N>,
) => Promise<ReplyOf<N> | (Contract[N] extends { packedAs: string } ? Buffer | Readable : never)>;

/** One handler for every call of the contract (CALL-9). */
export type Handlers = { [N in CallName]: Handler<N> };
