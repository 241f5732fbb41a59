import * as v from 'valibot';
import type { RoleId } from '../entities/role.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Any schema that the contract can use. */
export type Schema = v.GenericSchema;

/**
 * Who may make a call (ROLE-6; the host enforces it, the client mirrors it). 'public': everyone. 'session':
 * everyone with a live session. `{ role }`: a member of the system in the path (`mitasId`) whose role id is
 * at most `role`. 'superuser': the operator of the host.
 */
export type Access = 'public' | 'session' | 'superuser' | { role: RoleId };

/** One call as data (CALL-4). `path` has parameters in braces; query and body may be absent. */
export type Call = {
  method: Method;
  path: string;
  access: Access;
  query?: Schema;
  body?: Schema;
  reply: Schema;
  /**
   * The fields of the query or body (dotted) that repeat a parameter of the path, each with the name of that
   * parameter. Both must have the same value.
   */
  repeats?: Readonly<Record<string, string>>;
  /** Access keys may not make this call, although it only needs a role in a system (ACC-33). */
  noKeys?: boolean;
  /** The reply is a stream of bytes instead of JSON. */
  binary?: boolean;
  /** The content type of a binary form of the reply, for callers that request it in the Accept header. */
  packedAs?: string;
  /** The body is an unencoded file of at most this many bytes. */
  upload?: number;
  /**
   * The call changes things of a system: it accepts an operation id, and its reply contains the revision
   * (changes/change.ts, `changeReply`).
   */
  changes?: boolean;
};

/** Returns the variant of `call` whose reply is binary, of type `packedAs`. */
export function packedCall<C extends Call & { packedAs: string }>(call: C) {
  return { ...call, binary: true as const, reply: v.unknown() };
}

/** The content type of every upload, regardless of the file's contents. */
export const fileType = 'application/octet-stream';

/** Checks the shape of a group of calls and keeps its literal types. */
export function calls<const T extends Record<string, Call>>(group: T): T {
  return group;
}

/** The names of the parameters in a path, for example `'mitasId' | 'id'`. */
export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParams<Rest>
  : never;

type SchemaOf<C, Part extends 'query' | 'body'> = C extends { [P in Part]: infer S extends v.GenericSchema } ? S : never;

/** The path parameters of a call; undefined if it has none. */
export type ParamsFor<C extends Call> = [PathParams<C['path']>] extends [never]
  ? undefined
  : Record<PathParams<C['path']>, string | number>;

/** What a caller passes: path parameters, and query and body as the call's schemas accept them. */
export type RequestFor<C extends Call> = (ParamsFor<C> extends undefined ? object : { params: ParamsFor<C> }) &
  ([SchemaOf<C, 'query'>] extends [never] ? object : { query: v.InferInput<SchemaOf<C, 'query'>> }) &
  (C extends { upload: number }
    ? { body: Uint8Array<ArrayBuffer> }
    : [SchemaOf<C, 'body'>] extends [never]
      ? object
      : { body: v.InferInput<SchemaOf<C, 'body'>> });

/** A call's parsed query and body, as its handler gets them. */
export type QueryFor<C extends Call> = [SchemaOf<C, 'query'>] extends [never] ? undefined : v.InferOutput<SchemaOf<C, 'query'>>;
export type BodyFor<C extends Call> = C extends { upload: number }
  ? Uint8Array<ArrayBuffer>
  : [SchemaOf<C, 'body'>] extends [never]
    ? undefined
    : v.InferOutput<SchemaOf<C, 'body'>>;

/** The parsed reply of a call. */
export type ReplyFor<C extends Call> = v.InferOutput<C['reply']>;

/** The header for the csrf token of the double submit (CALL-8). */
export const csrfHeader = 'x-csrf-token';

/**
 * The header with the id of the operation. If an operation is repeated, the host repeats its first answer.
 */
export const operationHeader = 'x-operation-id';

/** Returns true if the call changes something, so that it must carry a csrf token (CALL-8). */
export function needsCsrf(method: Method): boolean {
  return method !== 'GET';
}

const parameter = /\{(\w+)\}/g;

/** Returns the names of a path's parameters, in order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(parameter)].map(([, name = '']) => name);
}

/**
 * Fills the braces of a path with encoded values.
 * @throws TypeError if a parameter has no value, which is a defect of the caller.
 */
export function fillPath(path: string, params: Readonly<Record<string, string | number>> = {}): string {
  return path.replace(parameter, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new TypeError(`The path ${path} needs a value for {${name}}`);
    return encodeURIComponent(value);
  });
}

/** Returns the field of a request that contradicts an id in the path; undefined if there is none. */
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
