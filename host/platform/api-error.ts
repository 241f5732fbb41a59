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
 * A call that failed in a way its caller may know: thrown by handlers, answered in the error shape (ERR-1).
 */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly type: string;
  readonly field: string | undefined;
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number | undefined;
  /** What somebody else has made of the field meanwhile. */
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

/** The error shape (ERR-1). */
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

/** What is answered of a failure that only the log may know in full. */
export const serverError = () => new ApiError(500, defaultErrorType, defaultErrorText);

export const tokenMissing = () => new ApiError(401, errorTypes.tokenMissing, 'Log in first');
export const badToken = () => new ApiError(401, errorTypes.badToken, 'Bad Token');
/** What was sent as a key cannot be one. */
export const notAKey = (message: string) => new ApiError(401, errorTypes.badToken, message);
export const sessionExpired = () => new ApiError(sessionExpiredCode, errorTypes.sessionExpired, sessionExpiredText);
export const badCsrf = () => new ApiError(403, errorTypes.badCsrf, csrfText);
/** The same for a system that does not exist: nobody can find out which do. */
export const notAuthorized = () => new ApiError(403, errorTypes.forbidden, notAuthorizedText);
export const roleTooLow = () => new ApiError(403, errorTypes.forbidden, 'Your role in this system does not allow this');
/** Of people alone: who asks may do this, but not to those of that rank (ROLE-11). */
export const rankTooLow = () =>
  new ApiError(403, errorTypes.forbidden, 'You can only change people below your own role, and raise nobody above it');
/** The token of a mailed link is none, or past its time. */
export const badLink = (message: string) => new ApiError(403, errorTypes.forbidden, message);
export const systemOffline = () => new ApiError(503, errorTypes.systemOffline, offlineText);
/** What fails now and may succeed later; `retryAfter` in seconds. */
export const unavailable = (message: string, retryAfter = 5) =>
  new ApiError(503, errorTypes.unavailable, message, { retryAfter });
export const databaseAway = () => unavailable('The database cannot be reached just now: try again in a moment.');
/** Space is made by people: asking every few seconds helps nobody. */
export const diskFull = () => unavailable("The host's disk is full: it stores nothing until its operator has made space.", 30);
export const invalidRequest = (message: string, field?: string) =>
  new ApiError(400, errorTypes.invalidRequest, message, field === undefined ? {} : { field });
export const misdirected = (message: string) => new ApiError(421, errorTypes.misdirected, message);
export const conflict = (message: string, field: string) => new ApiError(409, errorTypes.conflict, message, { field });
/** Somebody changed what is to be saved after the person had last seen it, `field` at last. */
export const changedSince = (message: string, field: string, latest: Conflict) =>
  new ApiError(409, errorTypes.conflict, message, { field, conflict: latest });
export const alreadyUndone = (latest: Conflict) =>
  new ApiError(409, errorTypes.conflict, 'This change was taken back already', { conflict: latest });
export const notYourChange = () => new ApiError(403, errorTypes.forbidden, 'Only who made a change can take it back');
/** What cannot be done with a thing as it stands, such as deleting a site where receivers are. */
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
/** Of what a person reads at a time (STO-12). */
export const tooManyReads = () =>
  new ApiError(429, errorTypes.tooManyRequests, 'Too much that you asked for is still being read: try again in a moment', {
    retryAfter: 5,
  });
/** Of files that a host takes at a time, as it has each in memory (LAY-4). */
export const tooManyFiles = () =>
  new ApiError(429, errorTypes.tooManyRequests, 'Other files are still being read: try again in a moment', { retryAfter: 15 });
/** A file that a busy host gave up: nothing is wrong with it (LAY-4). */
export const fileNotRead = () => unavailable('The host is too busy to read the file now: add it again in a while.', 60);
