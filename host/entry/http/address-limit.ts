import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { addressKey } from '../../domain/accounts/address-key.ts';
import type { SessionAuthority } from '../../domain/accounts/session-authority.ts';
import { ApiError, errorBody, tooManyRequests } from '../../platform/api-error.ts';
import { logSecurity } from '../../platform/security-events.ts';
import { bearerPattern, judgeOnce } from './call-gate.ts';
import { isBelowApi } from './error-answers.ts';
import { isHealthPath } from './health.ts';
import { oneClickPath } from './unsubscribing.ts';

/**
 * The most calls without a valid token from one address (`points`) within `duration` seconds. It is far above
 * what all browsers of a station send before login. Calls with a token do not count, because stations share
 * an address.
 */
export const anonymousCallLimit = { points: 1_200, duration: 60 };

export type AddressLimitOptions = { authority: SessionAuthority; log: Logger; limit?: { points: number; duration: number } };

/**
 * Counts the calls below /api without a valid token by address, and answers 429 with Retry-After when there
 * are too many. The counts are in memory, as they protect this process. Password guesses are also counted in
 * the database.
 */
export function addAddressLimit(app: FastifyInstance, { authority, log, limit = anonymousCallLimit }: AddressLimitOptions): void {
  const limiter = new RateLimiterMemory(limit);
  /**
   * Calls with a receiver key, which only their own route can check. They are counted afterwards if the route
   * refuses them.
   */
  const deferred = new WeakSet<FastifyRequest>();

  /**
   * Counts a call.
   * @throws ApiError 429 if there were too many.
   */
  async function count({ ip }: FastifyRequest): Promise<void> {
    try {
      await limiter.consume(addressKey(ip));
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      if (refused.consumedPoints === limiter.points + 1) logSecurity(log, { event: 'calls.slowedDown', address: ip });
      throw tooManyRequests(Math.max(1, Math.ceil(refused.msBeforeNext / 1000)));
    }
  }

  async function hasValidToken(request: FastifyRequest): Promise<boolean> {
    const token = bearerPattern.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) return false;
    try {
      return (await judgeOnce(authority, request, token)).ok;
    } catch {
      // The check itself failed, which is not the caller's fault. The route finds the same failure and
      // reports it.
      return true;
    }
  }

  app.addHook('onRequest', async (request) => {
    const route = request.routeOptions.url;
    // Health checks are never limited: their answer costs the database one query a second.
    const isCounted = isBelowApi(request) || (route === oneClickPath && request.method === 'POST');
    if (!isCounted || isHealthPath(route)) return;
    const isReceiver = route?.startsWith('/api/ingest/') === true && /^Receiver /i.test(request.headers.authorization ?? '');
    if (isReceiver) deferred.add(request);
    else if (!(await hasValidToken(request))) await count(request);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode !== 401 || !deferred.has(request)) return payload;
    try {
      await count(request);
      return payload;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      reply.code(error.status).header('retry-after', String(error.retryAfter ?? 1));
      return JSON.stringify(errorBody(error.status, error.type, error.message));
    }
  });
}
