import * as v from 'valibot';

/**
 * The current state of a field that was changed since the caller read it (409): its value, who changed it
 * (null: the host) and when, ms since 1970.
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
    /** The field of the request that was refused, if the error concerns one. */
    field: v.optional(v.string()),
    conflict: v.optional(conflictSchema),
  }),
});
export type ErrorBody = v.InferOutput<typeof errorBodySchema>;

/** The code, type and text of an error if the server sends none (ERR-2). */
export const defaultErrorCode = 500;
export const defaultErrorType = 'ServerError';
export const defaultErrorText = 'An error occurred';

/** The text in place of a part of the page that could not be loaded (ERR-8). */
export const loadErrorText = 'An error occurred loading an app component';

/** The error types on which the client acts. */
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
  /** The host no longer keeps the requested changes: reload (410). */
  gone: 'Gone',
  /** The operation id was already used for something else (422). */
  operationReused: 'OperationReused',
  tooManyRequests: 'TooManyRequests',
  systemOffline: 'SystemOffline',
  /** The host cannot answer at the moment (database down, disk full). The same call may be repeated. */
  unavailable: 'Unavailable',
  /** The host was called under a name that is not its own (421). */
  misdirected: 'Misdirected',
} as const;

/** How a call failed, as a serialisable value that machines can hold (ERR-4). */
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

/** Texts that client and host share (ERR-5, ERR-7). */
export const sessionExpiredText = 'Your session has expired';
export const csrfText = 'Csrf could not be obtained';

/** The status code of an expired session (ERR-5: 'status text containing 440'). */
export const sessionExpiredCode = 440;

/** Returns true if the session is over and only a new login helps (ERR-5). */
export function isSessionExpired(failure: Failure): boolean {
  return failure.kind === 'server' && (failure.code === sessionExpiredCode || failure.type === errorTypes.sessionExpired);
}

/**
 * Returns true if the host refused the refresh cookie, so that only a login helps. A session does not end
 * because the host fails, is unreachable or limits the rate (429).
 */
export function endsSession(failure: Failure): boolean {
  return failure.kind === 'server' && (failure.code < 500 || isSessionExpired(failure)) && failure.code !== 429;
}

/**
 * Returns true if the person has not logged in, which is no error (ERR-5: 'type TokenMissing ignored
 * silently').
 */
export function isTokenMissing(failure: Failure): boolean {
  return failure.kind === 'server' && failure.type === errorTypes.tokenMissing;
}

/**
 * Returns true if it is unknown whether the host did what was requested: there was no answer, or a proxy
 * answered that it got none (502, 504).
 */
export function isUnanswered(failure: Failure): boolean {
  return failure.kind === 'network' || (failure.kind === 'server' && [502, 504].includes(failure.code));
}

/**
 * Returns true if it is unknown whether an operation was done, so that it must be repeated (CHG-14). `before`
 * is the number of earlier requests without an answer. Either the newest request has no answer too, or there
 * were earlier ones and the host only postpones the newest.
 */
export function leavesUnknown(failure: Failure, before: number): boolean {
  if (isUnanswered(failure)) return true;
  if (before === 0 || failure.kind !== 'server' || failure.type === errorTypes.systemOffline) return false;
  return [429, 503].includes(failure.code);
}

/**
 * Returns the text to show for a failure (ERR-3): the host's message, or `fallback` if it has none or an
 * empty one.
 */
export function failureText(failure: Failure, fallback: string = defaultErrorText): string {
  const message = failure.kind === 'server' ? (failure.message ?? '') : '';
  return message.trim() === '' ? fallback : message;
}

/**
 * The error that services throw (CODE-23): a failure with stack and cause. Machines keep only the failure.
 */
export class FailureError extends Error {
  override name = 'FailureError';
  readonly failure: Failure;
  constructor(failure: Failure, options?: ErrorOptions) {
    super(logText(failure), options);
    this.failure = failure;
  }
}

function logText(failure: Failure): string {
  if (failure.kind === 'network') return 'The host did not answer';
  if (failure.kind === 'invalidPayload') return failure.issues.join('; ');
  return `${failure.code} ${failure.type}: ${failureText(failure)}`;
}

/**
 * Returns the failure of a rejection: that of a `FailureError`, or the value itself if it is a failure. Any
 * other error is a defect and becomes a failure of the host.
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

/** Returns true for a plain failure, as in events and snapshots. */
function isFailure(value: unknown): value is Failure {
  return typeof value === 'object' && value !== null && !(value instanceof Error) && 'kind' in value;
}
