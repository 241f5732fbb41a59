import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../platform/api-error.ts';
import { hangUp } from '../hang-up.ts';
import { pathOf } from './error-answers.ts';
import { bodyPace, PacedBody, type BodyPace } from './paced-body.ts';

/**
 * Limits how long a request body can hold its connection, on every route of `app`, ingest included. A body
 * that arrives too slowly is refused (`pace`). If the answer comes before the body is complete, the rest is
 * neither read nor awaited.
 */
export function guardBodies(app: FastifyInstance, pace: BodyPace = bodyPace): void {
  app.addHook('onRequest', async (request) => {
    // Refuse the request now: otherwise the complete body would be read for an address that does not exist.
    if (request.is404 && hasBody(request.raw)) throw notFound(`There is no ${request.method} ${pathOf(request.url)}`);
  });
  app.addHook('preParsing', async (request, _reply, payload) => {
    return hasBody(request.raw) ? new PacedBody(request.raw, pace) : payload;
  });
  app.addHook('onSend', async (request, reply) => {
    // Wait a turn: a body that arrived together with its header is then read completely, so its connection
    // can stay open.
    if (!request.raw.complete && hasBody(request.raw)) await nextTurn();
    closeWhenUnread(request, reply);
  });
}

/**
 * Closes the connection after the answer, and announces it in a header, if the request's body is incomplete.
 * Call it before the answer is sent.
 */
export function closeWhenUnread({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete || !hasBody(raw)) return;
  reply.header('connection', 'close');
  lingerAtEnd(raw);
}

/**
 * The HTTP server ends such a connection with `destroySoon`. That would reset it at once, and a sender that
 * is still writing would see the reset instead of the answer. So replace it: stop writing first, and read for
 * a moment longer (nginx: lingering_close).
 */
function lingerAtEnd(request: IncomingMessage): void {
  const { socket } = request;
  socket.destroySoon = () => {
    hangUp(socket);
    request.once('end', () => socket.destroy()).resume();
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
