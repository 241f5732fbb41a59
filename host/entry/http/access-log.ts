import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import type { Caller } from '../../domain/accounts/authority.ts';
import { isBelowApi } from './error-answers.ts';
import { isHealthPath } from './health.ts';

/** Calls that take longer than this (ms) are logged as warnings. */
const slowMs = 1_000;

const callers = new WeakMap<FastifyRequest, Caller>();

/** Records the proven caller of a request for its log line. */
export function noteCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller);
}

/**
 * Logs one line for each answer (HOST-18). It names the route, because the path may hold a secret (an
 * unsubscribe link) or arbitrary text. Calls by people are logged at `info`; frequent ones (ingest, health,
 * files) at `debug`.
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
