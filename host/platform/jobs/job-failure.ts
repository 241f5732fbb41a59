import * as v from 'valibot';
import { Mistake } from '../mistake.ts';
import { type DatabaseFailure, databaseFailure } from '../store/database-failure.ts';
import { errorText } from '../store/error-text.ts';

/**
 * The stored outcome of a failed try. `value` has the form in which the job library stores its own failures.
 */
export type JobFailure = {
  /** The reason for the log; it may contain data of any system. */
  reason: string;
  /** The reason for people; null if there is no text for this failure. */
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

/** The longest stored reason, in UTF-16 units: an error may quote everything that a person sent. */
const longestKept = 1_000;

/**
 * Returns a text that jsonb can store: NUL and half a surrogate pair are not allowed there. If jsonb refused
 * one job's reason, all jobs settled in the same statement would stay unsettled.
 */
export function keptText(text: string): string {
  return text
    .slice(0, longestKept)
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ');
}

/** Returns why a try failed, for the log and for people. */
export function failureOf(error: unknown): Pick<JobFailure, 'reason' | 'plain'> {
  // Name only the places where the input is invalid, because the input may contain private data.
  if (v.isValiError(error)) {
    const places = error.issues.map((issue) => v.getDotPath(issue) ?? 'its root').join(', ');
    return { reason: keptText(`its input does not fit at ${places}`), plain: 'Another version of the host asked for it.' };
  }
  const failure = databaseFailure(error);
  const plain = failure === undefined ? (error instanceof Mistake ? keptText(error.message) : null) : databaseReasons[failure];
  return { reason: keptText(errorText(error)), plain };
}

/** Returns why a try failed, in words for all who may see the job (JOB-11). */
export function plainReason({ plain, value }: Partial<JobFailure>): string {
  return plain ?? libraryReasons[value?.message ?? ''] ?? unknownReason;
}
