import {
  defaultErrorText,
  defaultErrorType,
  errorTypes,
  csrfText,
  sessionExpiredCode,
  sessionExpiredText,
  type Conflict,
  type ErrorBody,
} from '#model/contract/failure.ts';
import { notAuthorizedText, offlineText } from '#model/contract/session-failures.ts';
import { expiredText } from '#model/entities/expiry.ts';

/**
 * A failure whose reason the caller may see. Handlers throw it, and the host sends it as an error answer
 * (ERR-1).
 */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly type: string;
  readonly field: string | undefined;
  /** Seconds to wait before trying again. */
  readonly retryAfter: number | undefined;
  /** On an edit conflict: the value that another person saved in the field. */
  readonly conflict: Conflict | undefined;

  constructor(
    status: number,
    type: string,
    message: string,
    more: { field?: string; retryAfter?: number; conflict?: Conflict } = {},
  ) {
    super(message);
    this.status = status;
    this.type = type;
    this.field = more.field;
    this.retryAfter = more.retryAfter;
    this.conflict = more.conflict;
  }
}

/** Builds the body of an error answer (ERR-1). */
export function errorBody(status: number, type: string, message: string, field?: string, conflict?: Conflict): ErrorBody {
  return {
    error: {
      code: status,
      type,
      message,
      ...(field === undefined ? {} : { field }),
      ...(conflict === undefined ? {} : { conflict }),
    },
  };
}

/** Makes the error for an unexpected failure; its details appear only in the log. */
export const serverError = () => new ApiError(500, defaultErrorType, defaultErrorText);

export const tokenMissing = () => new ApiError(401, errorTypes.tokenMissing, 'Log in first');
export const badToken = () => new ApiError(401, errorTypes.badToken, 'Bad Token');
/** Makes the error for a malformed key. */
export const notAKey = (message: string) => new ApiError(401, errorTypes.badToken, message);
export const sessionExpired = () => new ApiError(sessionExpiredCode, errorTypes.sessionExpired, sessionExpiredText);
export const badCsrf = () => new ApiError(403, errorTypes.badCsrf, csrfText);
/**
 * Makes the error for missing rights. Systems that do not exist get it too, so that callers cannot find out
 * which ones do.
 */
export const notAuthorized = () => new ApiError(403, errorTypes.forbidden, notAuthorizedText);
export const roleTooLow = () => new ApiError(403, errorTypes.forbidden, 'Your role in this system does not allow this');
/** Makes the error for a caller who may edit people, but not people of this rank (ROLE-11). */
export const rankTooLow = () =>
  new ApiError(403, errorTypes.forbidden, 'You can only change people below your own role, and raise nobody above it');
/** Makes the error for an emailed link whose token is unknown or has expired. */
export const badLink = (message: string) => new ApiError(403, errorTypes.forbidden, message);
export const systemOffline = () => new ApiError(503, errorTypes.systemOffline, offlineText);
/** Makes the error for a temporary failure; `retryAfter` is in seconds. */
export const unavailable = (message: string, retryAfter = 5) =>
  new ApiError(503, errorTypes.unavailable, message, { retryAfter });
export const databaseAway = () => unavailable('The database cannot be reached just now: try again in a moment.');
/**
 * Makes the error for a full disk. Callers retry after 30 s instead of 5, because only the operator can make
 * space.
 */
export const diskFull = () => unavailable("The host's disk is full: it stores nothing until its operator has made space.", 30);
export const invalidRequest = (message: string, field?: string) =>
  new ApiError(400, errorTypes.invalidRequest, message, field === undefined ? {} : { field });
export const misdirected = (message: string) => new ApiError(421, errorTypes.misdirected, message);
export const conflict = (message: string, field: string) => new ApiError(409, errorTypes.conflict, message, { field });
/**
 * Makes the error for an edit of a row that another person changed after the caller last loaded it; `field`
 * is the field that was changed last.
 */
export const changedSince = (message: string, field: string, latest: Conflict) =>
  new ApiError(409, errorTypes.conflict, message, { field, conflict: latest });
export const alreadyUndone = (latest: Conflict) =>
  new ApiError(409, errorTypes.conflict, 'This change was taken back already', { conflict: latest });
export const notYourChange = () => new ApiError(403, errorTypes.forbidden, 'Only who made a change can take it back');
/**
 * Makes the error for an action that the present state forbids, such as deleting a site that has receivers.
 */
export const inTheWay = (message: string) => new ApiError(409, errorTypes.conflict, message);
export const systemExpired = () => inTheWay(expiredText);
export const gone = (message: string) => new ApiError(410, errorTypes.gone, message);
export const anotherOrder = () => gone('The system began another order of changes since: reload it');
export const operationReused = () =>
  new ApiError(422, errorTypes.operationReused, 'This operation id was used for something else: take a new one');
export const notFound = (message: string) => new ApiError(404, errorTypes.notFound, message);
export const tooManyRequests = (retryAfter: number) =>
  new ApiError(429, errorTypes.tooManyRequests, `Too many tries: wait ${Math.ceil(retryAfter / 60)} min and try again`, {
    retryAfter,
  });
/** Makes the error for a person with too many reads in progress (STO-12). */
export const tooManyReads = () =>
  new ApiError(429, errorTypes.tooManyRequests, 'Too much that you asked for is still being read: try again in a moment', {
    retryAfter: 5,
  });
/**
 * Makes the error for a host that is reading too many files already; it keeps each of them in memory (LAY-4).
 */
export const tooManyFiles = () =>
  new ApiError(429, errorTypes.tooManyRequests, 'Other files are still being read: try again in a moment', { retryAfter: 15 });
/** Makes the error for a host that was too busy to read a file; the file itself may be fine (LAY-4). */
export const fileNotRead = () => unavailable('The host is too busy to read the file now: add it again in a while.', 60);
