import * as v from 'valibot';
import type { RoleId } from '../entities/role.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Anything a schema of the contract may be. */
export type Schema = v.GenericSchema;

/**
 * Who may make a call (ROLE-6; the host enforces it, the client mirrors it). 'public': anybody · 'session':
 * anybody with a live session · `{ role }`: a member of the system in the path (`mitasId`) whose role id is
 * at most `role` · 'superuser': the operator of the host.
 */
export type Access = 'public' | 'session' | 'superuser' | { role: RoleId };

/**
 * One call as data (CALL-4). `path` holds parameters in braces; `query` and `body` are absent where the call
 * takes none.
 */
export type Call = {
  method: Method;
  path: string;
  access: Access;
  query?: Schema;
  body?: Schema;
  reply: Schema;
  /**
   * Fields of the query or body (dotted) that repeat a parameter of the path, by its name; they may not say
   * another id.
   */
  repeats?: Readonly<Record<string, string>>;
  /** No access key may make it, though it reads by a role in a system (ACC-33). */
  noKeys?: boolean;
  /** The reply is a stream of bytes, not JSON. */
  binary?: boolean;
  /** The type of another reply: the same in bytes, for who asks for it by Accept. */
  packedAs?: string;
  /** The body is a file, as it is, of at most so many bytes. */
  upload?: number;
  /**
   * It changes a system's things: it takes an operation id, and its reply says at which revision
   * (changes/change.ts, `changeReply`).
   */
  changes?: boolean;
};

/** The call whose answer comes in bytes where `call` can be answered so, too. */
export function packedCall<C extends Call & { packedAs: string }>(call: C) {
  return { ...call, binary: true as const, reply: v.unknown() };
}

/** As what a file is uploaded, whatever is in it. */
export const fileType = 'application/octet-stream';

/** Keeps the literal types of a group of calls while checking its shape. */
export function calls<const T extends Record<string, Call>>(group: T): T {
  return group;
}

/** The names of the parameters in a path, e.g. `'mitasId' | 'id'`. */
export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParams<Rest>
  : never;

type SchemaOf<C, Part extends 'query' | 'body'> = C extends { [P in Part]: infer S extends v.GenericSchema } ? S : never;

/** The path parameters a call takes; undefined for none. */
export type ParamsFor<C extends Call> = [PathParams<C['path']>] extends [never]
  ? undefined
  : Record<PathParams<C['path']>, string | number>;

/** What a caller passes for one call: path parameters, query and body as its schemas accept them. */
export type RequestFor<C extends Call> = (ParamsFor<C> extends undefined ? object : { params: ParamsFor<C> }) &
  ([SchemaOf<C, 'query'>] extends [never] ? object : { query: v.InferInput<SchemaOf<C, 'query'>> }) &
  (C extends { upload: number }
    ? { body: Uint8Array<ArrayBuffer> }
    : [SchemaOf<C, 'body'>] extends [never]
      ? object
      : { body: v.InferInput<SchemaOf<C, 'body'>> });

/** A call's query and body as a handler gets them: parsed. */
export type QueryFor<C extends Call> = [SchemaOf<C, 'query'>] extends [never] ? undefined : v.InferOutput<SchemaOf<C, 'query'>>;
export type BodyFor<C extends Call> = C extends { upload: number }
  ? Uint8Array<ArrayBuffer>
  : [SchemaOf<C, 'body'>] extends [never]
    ? undefined
    : v.InferOutput<SchemaOf<C, 'body'>>;

/** What a call answers. */
export type ReplyFor<C extends Call> = v.InferOutput<C['reply']>;

/** The header that carries the csrf token of the double submit (CALL-8). */
export const csrfHeader = 'x-csrf-token';

/**
 * The header that names the operation a call carries out: a repeat of it is answered by what the first one
 * did.
 */
export const operationHeader = 'x-operation-id';

/** True when the call changes something and so must carry a csrf token (CALL-8). */
export function needsCsrf(method: Method): boolean {
  return method !== 'GET';
}

const parameter = /\{(\w+)\}/g;

/** The names of a path's parameters, in their order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(parameter)].map(([, name = '']) => name);
}

/**
 * Fills the braces of a path with encoded values. Throws on a parameter without a value: that is a defect of
 * the caller.
 */
export function fillPath(path: string, params: Readonly<Record<string, string | number>> = {}): string {
  return path.replace(parameter, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new TypeError(`The path ${path} needs a value for {${name}}`);
    return encodeURIComponent(value);
  });
}

/** The field of a request that names another id than the path does; undefined where all agree. */
export function contradiction(
  { repeats = {} }: Pick<Call, 'repeats'>,
  { params, query, body }: { params?: unknown; query?: unknown; body?: unknown },
): string | undefined {
  return Object.keys(repeats).find((field) => {
    const said = valueAt(query, field) ?? valueAt(body, field);
    return said !== undefined && Number(said) !== Number(valueAt(params, repeats[field] ?? ''));
  });
}

function valueAt(value: unknown, field: string): unknown {
  return field.split('.').reduce((part, key) => (part as Record<string, unknown> | null | undefined)?.[key], value);
}
