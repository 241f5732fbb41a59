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
 * How many calls without a valid token an address may make within how many seconds: far above what the
 * browsers of a whole station ask before they have logged in. Who has a token is not counted, as stations
 * share an address.
 */
export const anonymousCallLimit = { points: 1_200, duration: 60 };

export type AddressLimitOptions = { authority: SessionAuthority; log: Logger; limit?: { points: number; duration: number } };

/**
 * Counts the calls below /api that carry no valid token by their address, and answers 429 with Retry-After
 * when they are too many. In memory: what it spares is this process; guesses at passwords are counted in the
 * database besides.
 */
export function addAddressLimit(app: FastifyInstance, { authority, log, limit = anonymousCallLimit }: AddressLimitOptions): void {
  const limiter = new RateLimiterMemory(limit);
  /** Calls whose key only their own route can judge. */
  const deferred = new WeakSet<FastifyRequest>();

  /** @throws ApiError 429 */
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
      // Not the caller's fault: the route itself finds that nobody can be judged, and says so.
      return true;
    }
  }

  app.addHook('onRequest', async (request) => {
    const route = request.routeOptions.url;
    // Whoever watches whether the host lives is never made to wait; the answer costs the database one
    // question a second.
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
