import type { Failure } from '../contract/failure.ts';

/**
 * Answers that judge nothing of what was asked: who asks is not known, is over its time, or asks too often.
 */
const unjudged = [401, 429, 440];

/**
 * True where the host refused what it was asked: it is not done, nor was it when it was asked before
 * (FLEET-9). A host that fails, or an answer that cannot be read, leaves that open.
 */
export function isRefusal(failure: Failure): boolean {
  return failure.kind === 'server' && failure.code < 500 && !unjudged.includes(failure.code);
}
