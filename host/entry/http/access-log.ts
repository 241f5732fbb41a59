import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import type { Caller } from '../../domain/accounts/authority.ts';
import { isBelowApi } from './error-answers.ts';
import { isHealthPath } from './health.ts';

/** Calls slower than this are worth a warning. */
const slowMs = 1_000;

const callers = new WeakMap<FastifyRequest, Caller>();

/** Notes who makes a request, once that is proven. */
export function noteCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller);
}

/**
 * One line in the log for each answer (HOST-18). By the route and not by the path, which may hold what is
 * secret (a link to unsubscribe) or whatever strangers like. People's calls are lines at `info`; what comes
 * thousands of times a second (ingest), by itself (health) or with every page (files) at `debug`.
 */
export function addAccessLog(app: FastifyInstance): void {
  const sentBefore = new WeakMap<FastifyRequest, { socket: Socket; bytes: number }>();
  app.addHook('onRequest', async (request) => {
    const { socket } = request.raw;
    sentBefore.set(request, { socket, bytes: socket.bytesWritten });
  });
  app.addHook('onResponse', async (request, reply) => {
    const before = sentBefore.get(request);
    const { userId, accessKey } = callers.get(request) ?? {};
    const path = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
    const line = {
      method: request.method,
      path,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      bytes: before === undefined ? 0 : before.socket.bytesWritten - before.bytes,
      ...(userId === undefined ? {} : { userId }),
      ...(accessKey === undefined ? {} : { keyId: accessKey.id }),
    };
    const isMany = !isBelowApi(request) || path.startsWith('/api/ingest/') || isHealthPath(path);
    if (reply.elapsedTime > slowMs) request.log.warn(line, 'slow call');
    else if (isMany) request.log.debug(line, 'call');
    else request.log.info(line, 'call');
  });
}
