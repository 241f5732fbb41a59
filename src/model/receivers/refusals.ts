import type { Failure } from '../contract/failure.ts';

/** Status codes that do not judge the request itself: not logged in, too many requests, session expired. */
const unjudged = [401, 429, 440];

/**
 * Returns true if the host refused the request, so that neither this nor an earlier try of it took effect
 * (FLEET-9). Server errors and unreadable answers leave that open.
 */
export function isRefusal(failure: Failure): boolean {
  return failure.kind === 'server' && failure.code < 500 && !unjudged.includes(failure.code);
}
