import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sessionExpiredCode } from '../../src/model/contract/failure.ts';
import {
  ApiError,
  badCsrf,
  errorBody,
  invalidRequest,
  notFound,
  serverError,
  tooManyRequests,
  unavailable,
} from '../api-error.ts';
import { databaseFailure } from '../store/database-failure.ts';
import { errorText } from '../store/error-text.ts';

/** What callers are told while the database cannot do its work: 503 with Retry-After, so that they come again. */
const databaseAnswers = {
  away: () => unavailable('The database cannot be reached just now: try again in a moment.'),
  full: () => unavailable("The host's disk is full: it stores nothing until its operator has made space.", fullRetrySeconds),
};

/** Space is made by people: asking every few seconds helps nobody. */
const fullRetrySeconds = 30;

/**
 * Every failure below /api leaves in the error shape of spec §8; what nobody expected is logged and told as 'An error occurred'. That the
 * database is away or its disk is full is expected: it is told in a word, and no stack of it fills the log.
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

/** A request that no route and no hook ever sees, such as one whose address cannot be decoded: same shape, and headers by hand. */
export function answerUnroutable(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  reply.header('content-security-policy', "default-src 'none'").header('x-content-type-options', 'nosniff');
  void sendError(reply, fromFramework(error));
}

/** Answers with an error. The status text of 440 contains its number (spec §8). */
export function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
  if (error.status === sessionExpiredCode) reply.raw.statusMessage = `${sessionExpiredCode} Session expired`;
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter));
  return reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .send(errorBody(error.status, error.type, error.message, error.field));
}

/** The path without its query, which may hold a token. */
export function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

function fromFramework(error: FastifyError): ApiError {
  const status = error.statusCode ?? 500;
  if (error.code?.startsWith('FST_CSRF_')) return badCsrf();
  if (status === 429) return tooManyRequests(60);
  if (status === 404) return notFound('Not found');
  if (status >= 400 && status < 500) return new ApiError(status, invalidRequest('').type, error.message);
  return serverError();
}
