import type { Failure } from '../../model/contract/failure.ts';
import type { Fact } from '../../model/journal/facts.ts';

/**
 * `begins`: load at once, or when requested; `refreshMs`: the interval of automatic refreshes, null for none.
 */
export type ResourceInput = { name: string; mitasId: string; begins: 'now' | 'asked'; refreshMs: number | null };

export type ResourceEvent =
  /** Loads the resource unless it is loaded or loading. */
  | { type: 'resource.load' }
  /** The resource's data is outdated. */
  | { type: 'resource.invalidate' }
  /** Retries a failed load at once. */
  | { type: 'resource.retry' };

/** The reports to the resource's owner; the journal already has the facts. */
export type ResourceReport =
  | { type: 'resource.shown'; name: string; facts: readonly Fact[] }
  | { type: 'resource.failed'; name: string; failure: Failure };
