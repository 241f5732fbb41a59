import type { Readable } from 'node:stream';
import type { PathParams } from '#model/contract/call.ts';
import type { CallName, Contract, ParsedBody, ParsedQuery, ReplyOf } from '#model/contract/table.ts';
import type { RoleId } from '#model/entities/role.ts';
import type { ChangeItem } from '#model/changes/change.ts';
import type { Caller } from '../../domain/accounts/authority.ts';
import type { Operation } from '../../platform/changes/change.ts';
import type { PathParamValue } from './path-params.ts';
import type { SavedFile } from './ranged-file.ts';

/** The system in the path, after it was proven that the caller belongs to it and has the role. */
export type SystemInPath = { mitasId: string; role: RoleId; timezone: string };

/** What of the http exchange itself a handler may touch. */
export type Exchange = {
  /** The caller's address, for rate limits. */
  address: string;
  /** What the caller's program calls itself. */
  userAgent: string;
  /** Under which name and port the caller reaches the websocket. */
  socketPlace: { url: string; wsPort: number };
  csrfToken: () => string;
  /** The access token a public call may carry as well. */
  bearerToken: () => string | undefined;
  refreshToken: () => string | undefined;
  setRefreshToken: (token: string, expiresAt: Date) => void;
  clearRefreshToken: () => void;
  /** By which a browser is known that has logged in before. */
  deviceCookie: () => string | undefined;
  setDeviceCookie: (cookie: string, expires: Date) => void;
  /** Answers by 208: what was asked had been reported before. */
  answerAgain: () => void;
  /** Names the answer by its hash; true where the caller has it already, so that it is answered by null. */
  isKnown: (hash: string) => boolean;
  /** True where the caller asked for this type by Accept, and not for JSON. */
  accepts: (type: string) => boolean;
  /** An answer that lies packed by gzip. */
  packed: (type: string, packed: Buffer) => Buffer | Readable;
  /** Lets the browser make the one call at that path by a cookie. */
  setDownloadPass: (path: string, token: string, expires: Date) => void;
  /** An answer that is a file to be saved under a name; its SHA-256 in hexadecimal. */
  download: (file: SavedFile) => Promise<Readable | Buffer>;
  /** Aborted when the caller goes away before the answer. */
  gone: () => AbortSignal;
};

type AccessOf<N extends CallName> = Contract[N]['access'];

/** One call as its handler receives it: parsed by the contract's schemas, the caller proven. */
export type CallContext<N extends CallName> = {
  params: { [Name in PathParams<Contract[N]['path']>]: PathParamValue<Name> };
  query: ParsedQuery<N>;
  body: ParsedBody<N>;
  caller: AccessOf<N> extends 'public' ? null : Caller;
  system: AccessOf<N> extends { role: RoleId } ? SystemInPath : null;
  /** What the caller asks for under an id of their own, in a call that changes a system's things. */
  operation: Operation | undefined;
  exchange: Exchange;
};

/** What every call that changes a system's things answers. */
export type ChangeReply = { epoch: string; revision: number; items: ChangeItem[] };

export type Handler<N extends CallName> = (
  call: CallContext<N>,
) => Promise<ReplyOf<N> | (Contract[N] extends { packedAs: string } ? Buffer | Readable : never)>;

/** A handler for every call of the contract (CALL-9). */
export type Handlers = { [N in CallName]: Handler<N> };
