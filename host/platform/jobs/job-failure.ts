import * as v from 'valibot';
import { Mistake } from '../mistake.ts';
import { type DatabaseFailure, databaseFailure } from '../store/database-failure.ts';
import { errorText } from '../store/error-text.ts';

/** The stored outcome of a failed try. The library adds `value` itself. */
export type JobFailure = {
  /** For the log; it may contain data of any system. */
  reason: string;
  /** For people, if there is a text for this failure. */
  plain: string | null;
  value: { message: string };
};

const databaseReasons: Readonly<Record<DatabaseFailure, string>> = {
  away: 'The database could not be reached.',
  full: "The host's disk was full.",
};
const libraryReasons: Readonly<Record<string, string>> = {
  'job timed out': 'It took longer than it may.',
  'job heartbeat timeout': 'The host that did it went away.',
};
const unknownReason = 'Something went wrong on the host. See its log.';

/** In UTF-16 units; an error may quote everything that a person sent. */
const longestKept = 1_000;

/**
 * Makes a text storable: jsonb takes neither NUL nor half a surrogate pair. If it refused one job's reason,
 * all jobs settled in the same statement would stay unsettled.
 */
export function keptText(text: string): string {
  return text
    .slice(0, longestKept)
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ');
}

/** Describes the error that ended a try. */
export function failureOf(error: unknown): Pick<JobFailure, 'reason' | 'plain'> {
  // Names only the places where the input does not fit: the input may contain private data.
  if (v.isValiError(error)) {
    const places = error.issues.map((issue) => v.getDotPath(issue) ?? 'its root').join(', ');
    return { reason: keptText(`its input does not fit at ${places}`), plain: 'Another version of the host asked for it.' };
  }
  const failure = databaseFailure(error);
  const plain = failure === undefined ? (error instanceof Mistake ? keptText(error.message) : null) : databaseReasons[failure];
  return { reason: keptText(errorText(error)), plain };
}

/** Returns why a try failed, in words for everybody who may see the job (JOB-11). */
export function plainReason({ plain, value }: Partial<JobFailure>): string {
  return plain ?? libraryReasons[value?.message ?? ''] ?? unknownReason;
}
