import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { errorTypes } from '#model/contract/failure.ts';
import { ApiError } from '../../platform/api-error.ts';
import { isLoopback } from '../../platform/environment.ts';
import type { Metrics, MetricsSources } from '../../platform/metrics/metrics.ts';
import { bearerPattern } from './call-gate.ts';

export const metricsPath = '/metrics';

/**
 * Adds `GET /metrics` (MET-1, MET-2) for programs on this machine, and for callers with the token if one is
 * set.
 */
export function metricsRoute(metrics: Metrics, sources: MetricsSources, token: string | undefined): FastifyPluginAsync {
  return async (app) => {
    app.get(metricsPath, async (request, reply) => {
      if (!isOfThisMachine(request) && !hasToken(request, token))
        throw new ApiError(403, errorTypes.forbidden, 'Metrics are for programs on this machine, or for who has METRICS_TOKEN');
      reply.header('cache-control', 'no-store').type(metrics.contentType);
      return metrics.read(sources);
    });
  };
}

/**
 * Returns true for a request from this machine. One that a proxy on this machine forwards comes from
 * elsewhere.
 */
function isOfThisMachine({ raw }: FastifyRequest): boolean {
  const address = raw.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  const { 'x-forwarded-for': forwardedFor, forwarded, via } = raw.headers;
  return isLoopback(address) && [forwardedFor, forwarded, via].every((header) => header === undefined);
}

/**
 * Returns true if the request has the token. Compares digests, so that the time does not reveal how much of
 * the token is right.
 */
function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  const shown = bearerPattern.exec(headers.authorization ?? '')?.[1];
  if (token === undefined || shown === undefined) return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(shown), digest(token));
}
