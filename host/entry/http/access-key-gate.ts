import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type Call, needsCsrf } from '#model/contract/call.ts';
import { errorTypes } from '#model/contract/failure.ts';
import { hasRole, viewer } from '#model/entities/role.ts';
import { ApiError } from '../../platform/api-error.ts';
import { logSecurity } from '../../platform/security-events.ts';

/** The most calls (`points`) that an access key may make within `duration` seconds (ACC-33). */
export const keyCallLimit = { points: 600, duration: 60 };

/**
 * Returns true if an access key may make the call (ACC-33): the call must only read, and only what a Viewer
 * of the key's system may read.
 */
export function takesAccessKeys({ access, method, noKeys }: Pick<Call, 'access' | 'method' | 'noKeys'>): boolean {
  return !needsCsrf(method) && noKeys !== true && typeof access === 'object' && hasRole(viewer, access.role);
}

const keyRefused = (message: string) => new ApiError(403, errorTypes.forbidden, message);

/** Returns the refusal of a call that no access key may make. */
export const keyTooNarrow = () =>
  keyRefused('An access key only reads what Viewers of its system may: log in, or take the console, for anything else');
/**
 * Returns the refusal of a key for another system. It is the same whether or not that system exists (SYS-4).
 */
export const keyOfAnotherSystem = () => keyRefused('This access key belongs to another system');
/**
 * Returns the refusal of a key that is revoked, expired or unknown, or whose owner lost their account or
 * membership.
 */
export const keyEnded = () =>
  new ApiError(401, errorTypes.badToken, 'This access key is not valid: its owner makes another one in Settings');

/** Counts the calls of each key, in memory only: the limit protects this process. */
export type KeyLimit = { count(keyId: number, request: Pick<FastifyRequest, 'ip'>): Promise<void> };

export function createKeyLimit(log: Logger, limit = keyCallLimit): KeyLimit {
  const limiter = new RateLimiterMemory({ keyPrefix: 'accessKey', ...limit });
  return {
    /**
     * Counts a call.
     * @throws ApiError 429 with the time to wait if there were too many.
     */
    async count(keyId, { ip }) {
      try {
        await limiter.consume(keyId);
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        if (refused.consumedPoints === limiter.points + 1)
          logSecurity(log, { event: 'accessKey.slowedDown', keyId, address: ip });
        const retryAfter = Math.max(1, Math.ceil(refused.msBeforeNext / 1_000));
        const message = `This access key may make ${limit.points} calls in ${limit.duration} s: wait ${retryAfter} s and try again`;
        throw new ApiError(429, errorTypes.tooManyRequests, message, { retryAfter });
      }
    },
  };
}
