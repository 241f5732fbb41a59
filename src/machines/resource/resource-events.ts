import type { Failure } from '../../model/contract/failure.ts';
import type { Fact } from '../../model/journal/facts.ts';

/**
 * `begins` says whether it loads at once or waits to be asked; `refreshMs` how long it stays fresh by itself,
 * null where it stays so until it is invalidated.
 */
export type ResourceInput = { name: string; mitasId: string; begins: 'now' | 'asked'; refreshMs: number | null };

export type ResourceEvent =
  /** It is needed now; nothing where it is there or under way. */
  | { type: 'resource.load' }
  /** What is known of it is out of date. */
  | { type: 'resource.invalidate' }
  /** What failed is to be tried again at once. */
  | { type: 'resource.retry' };

/** What its owner hears; the journal has the facts by then. */
export type ResourceReport =
  | { type: 'resource.shown'; name: string; facts: readonly Fact[] }
  | { type: 'resource.failed'; name: string; failure: Failure };
