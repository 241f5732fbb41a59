import * as v from 'valibot';

/**
 * What stands in a field that somebody else has changed since (409): its present value, by whom (null: the
 * host) and when, ms since the epoch.
 */
export const conflictSchema = v.object({
  value: v.unknown(),
  by: v.nullable(v.object({ id: v.number(), name: v.string() })),
  at: v.number(),
  revision: v.number(),
});
export type Conflict = v.InferOutput<typeof conflictSchema>;

/** The body of every failed call (ERR-1). */
export const errorBodySchema = v.object({
  error: v.object({
    code: v.number(),
    type: v.string(),
    message: v.optional(v.string()),
    /** Which field of the request was refused, where one was. */
    field: v.optional(v.string()),
    conflict: v.optional(conflictSchema),
  }),
});
export type ErrorBody = v.InferOutput<typeof errorBodySchema>;

/** ERR-2: what is assumed where the server says nothing. */
export const defaultErrorCode = 500;
export const defaultErrorType = 'ServerError';
export const defaultErrorText = 'An error occurred';

/** ERR-8: what stands where a part of the page could not be loaded. */
export const loadErrorText = 'An error occurred loading an app component';

/** Error types the client acts on. */
export const errorTypes = {
  tokenMissing: 'TokenMissing',
  sessionExpired: 'SessionExpired',
  badToken: 'BadToken',
  badCsrf: 'BadCsrfToken',
  invalidCredentials: 'InvalidCredentials',
  forbidden: 'Forbidden',
  notFound: 'NotFound',
  invalidRequest: 'InvalidRequest',
  conflict: 'Conflict',
  /** The changes asked for are not known: reload (410). */
  gone: 'Gone',
  /** An operation id that was used for something else (422). */
  operationReused: 'OperationReused',
  tooManyRequests: 'TooManyRequests',
  systemOffline: 'SystemOffline',
  /**
   * The host cannot answer just now (its database is away, its disk is full): the same call may be made
   * again.
   */
  unavailable: 'Unavailable',
  /** The host was asked under a name that is not its own (421). */
  misdirected: 'Misdirected',
} as const;

/** What may go wrong with a call, as a serialisable value that machines carry (ERR-4). */
export type Failure =
  | {
      kind: 'server';
      code: number;
      type: string;
      message?: string | undefined;
      field?: string | undefined;
      conflict?: Conflict | undefined;
    }
  | { kind: 'network' }
  | { kind: 'invalidPayload'; issues: string[] };

/** What both sides say of these (ERR-5, ERR-7). */
export const sessionExpiredText = 'Your session has expired';
export const csrfText = 'Csrf could not be obtained';

/** ERR-5: 'Session expired (status text containing 440)'. */
export const sessionExpiredCode = 440;

/** True when the failure says that the session is over and only a new login helps (ERR-5). */
export function isSessionExpired(failure: Failure): boolean {
  return failure.kind === 'server' && (failure.code === sessionExpiredCode || failure.type === errorTypes.sessionExpired);
}

/**
 * True when the refresh cookie is refused: nothing but a login helps. A host that fails or cannot be reached
 * ends no session.
 */
export function endsSession(failure: Failure): boolean {
  return failure.kind === 'server' && (failure.code < 500 || isSessionExpired(failure)) && failure.code !== 429;
}

/** ERR-5: 'type TokenMissing ignored silently': there simply is no session. */
export function isTokenMissing(failure: Failure): boolean {
  return failure.kind === 'server' && failure.type === errorTypes.tokenMissing;
}

/**
 * True when nobody can say whether the host did what it was asked: no answer came, or one by somebody between
 * (a proxy) who had none either.
 */
export function isUnanswered(failure: Failure): boolean {
  return failure.kind === 'network' || (failure.kind === 'server' && [502, 504].includes(failure.code));
}

/**
 * True when nobody knows whether an operation was done that was asked for `before` without an answer, so that
 * it is asked for again (CHG-14): there is none now either, or the host only puts off the repeat.
 */
export function leavesUnknown(failure: Failure, before: number): boolean {
  if (isUnanswered(failure)) return true;
  if (before === 0 || failure.kind !== 'server' || failure.type === errorTypes.systemOffline) return false;
  return [429, 503].includes(failure.code);
}

/** The text a person sees for a failure (ERR-3); an empty message says no more than none. */
export function failureText(failure: Failure, fallback: string = defaultErrorText): string {
  const message = failure.kind === 'server' ? (failure.message ?? '') : '';
  return message.trim() === '' ? fallback : message;
}

/**
 * What a service throws or rejects with (CODE-23): the failure as a value, with the stack and the cause of
 * where it came about. Machines keep the value alone.
 */
export class FailureError extends Error {
  override name = 'FailureError';
  readonly failure: Failure;
  constructor(failure: Failure, options?: ErrorOptions) {
    super(logText(failure), options);
    this.failure = failure;
  }
}

/** A failure in the words of a log. */
function logText(failure: Failure): string {
  if (failure.kind === 'network') return 'The host did not answer';
  if (failure.kind === 'invalidPayload') return failure.issues.join('; ');
  return `${failure.code} ${failure.type}: ${failureText(failure)}`;
}

/**
 * The failure that a rejected promise carried, or that is one itself. Anything else is a defect, shown as a
 * failure of the host.
 */
export function toFailure(error: unknown): Failure {
  if (error instanceof FailureError) return error.failure;
  if (isFailure(error)) return error;
  return {
    kind: 'server',
    code: defaultErrorCode,
    type: defaultErrorType,
    message: error instanceof Error ? error.message : undefined,
  };
}

/** True for the plain value, as events and snapshots carry it. */
function isFailure(value: unknown): value is Failure {
  return typeof value === 'object' && value !== null && !(value instanceof Error) && 'kind' in value;
}
