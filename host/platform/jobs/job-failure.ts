import * as v from 'valibot';
import { Mistake } from '../mistake.ts';
import { type DatabaseFailure, databaseFailure } from '../store/database-failure.ts';
import { errorText } from '../store/error-text.ts';

/** What is kept of a try that failed; the library writes the last of them itself. */
export type JobFailure = {
  /** For the log: it may tell of whomever. */
  reason: string;
  /** For people, where there are words for it. */
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

/** In UTF-16 units: an error may quote all that somebody sent. */
const longestKept = 1_000;

/**
 * A text as a row may hold it: jsonb takes neither NUL nor half a character, and a job whose reason it
 * refuses would be settled with none of those that are settled with it.
 */
export function keptText(text: string): string {
  return text
    .slice(0, longestKept)
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ');
}

/** What is kept of a try that ended in an error. */
export function failureOf(error: unknown): Pick<JobFailure, 'reason' | 'plain'> {
  // Of what it was told only where that does not fit: the rest may be somebody's.
  if (v.isValiError(error)) {
    const places = error.issues.map((issue) => v.getDotPath(issue) ?? 'its root').join(', ');
    return { reason: keptText(`its input does not fit at ${places}`), plain: 'Another version of the host asked for it.' };
  }
  const failure = databaseFailure(error);
  const plain = failure === undefined ? (error instanceof Mistake ? keptText(error.message) : null) : databaseReasons[failure];
  return { reason: keptText(errorText(error)), plain };
}

/** Why a try failed, as anybody may read it who may see the job (JOB-11). */
export function plainReason({ plain, value }: Partial<JobFailure>): string {
  return plain ?? libraryReasons[value?.message ?? ''] ?? unknownReason;
}
