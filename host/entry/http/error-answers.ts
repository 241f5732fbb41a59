import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sessionExpiredCode } from '#model/contract/failure.ts';
import {
  ApiError,
  badCsrf,
  databaseAway,
  diskFull,
  errorBody,
  invalidRequest,
  notFound,
  serverError,
  tooManyRequests,
} from '../../platform/api-error.ts';
import { hangUp } from '../hang-up.ts';
import { databaseFailure } from '../../platform/store/database-failure.ts';
import { errorText } from '../../platform/store/error-text.ts';

/**
 * The answers while the database is unavailable or its disk is full: 503 with Retry-After, so that callers
 * retry.
 */
const databaseAnswers = { away: databaseAway, full: diskFull };

/**
 * Answers every failure below /api in one error shape (ERR-1). An unexpected failure is logged and answered
 * as 'An error occurred' (ERR-9). A database that is down or full is expected: it gets one log line without a
 * stack.
 */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | ApiError>((error, request, reply) => {
    if (error instanceof ApiError) return sendError(reply, error);
    const path = pathOf(request.url);
    const failure = databaseFailure(error);
    if (failure !== undefined) {
      request.log.warn(
        { path, reason: errorText(error) },
        'a call could not be answered: the database is away or its disk is full',
      );
      return sendError(reply, databaseAnswers[failure]());
    }
    const known = fromFramework(error);
    if (known.status >= 500) request.log.error({ err: error, path }, 'a call failed');
    return sendError(reply, known);
  });
}

/**
 * Answers a request that reaches no route and no hook, for example because its address cannot be decoded. The
 * answer has the usual error shape. Its headers are set here, because no hook sets them.
 */
export function answerUnroutable(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  reply.header('content-security-policy', "default-src 'none'").header('x-content-type-options', 'nosniff');
  void sendError(reply, fromFramework(error));
}

/**
 * The status and message for each error code of a request that Node cannot parse. Other codes are a bad
 * request.
 */
const unreadable: Readonly<Record<string, [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The address and headers are longer than the host reads'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not come whole in time'],
};

/**
 * Answers a request that Node cannot parse, which reaches no route and no hook. The answer has the usual
 * error shape. Closes the connection, because the end of the request is unknown.
 */
export function answerUnreadable({ code = '' }: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || code === 'ECONNRESET') return void socket.destroy();
  const [status, message] = unreadable[code] ?? [400, 'This is not a request of HTTP'];
  const body = JSON.stringify(errorBody(status, invalidRequest('').type, message));
  const headers = [
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ];
  hangUp(socket, `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${headers.join('\r\n')}\r\n\r\n${body}`);
}

/** Answers with an error. The status text of 440 contains its number (ERR-5). */
export function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
  if (error.status === sessionExpiredCode) reply.raw.statusMessage = `${sessionExpiredCode} Session expired`;
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter));
  return reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .send(errorBody(error.status, error.type, error.message, error.field, error.conflict));
}

/** Returns the path without its query, which may hold a token. */
export function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

/**
 * Returns true for a request below /api, even if there is no such call. It checks the matched route, because
 * a path has many spellings (`/%61pi`).
 */
export function isBelowApi({ routeOptions, url }: FastifyRequest): boolean {
  return routeOptions.url?.startsWith('/api/') === true || url.startsWith('/api/');
}

function fromFramework(error: FastifyError): ApiError {
  const status = error.statusCode ?? 500;
  if (error.code?.startsWith('FST_CSRF_')) return badCsrf();
  if (status === 429) return tooManyRequests(60);
  if (status === 404) return notFound('Not found');
  if (status >= 400 && status < 500) return new ApiError(status, invalidRequest('').type, error.message);
  return serverError();
}
