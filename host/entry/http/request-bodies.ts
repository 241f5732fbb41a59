import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../platform/api-error.ts';
import { hangUp } from '../hang-up.ts';
import { pathOf } from './error-answers.ts';
import { bodyPace, PacedBody, type BodyPace } from './paced-body.ts';

/**
 * Bounds how long any request may hold its connection by its body: one that comes too slowly is refused (`pace`), and one that is
 * answered before its body has come is neither read on nor waited for. For every route of `app`, ingest included.
 */
export function guardBodies(app: FastifyInstance, pace: BodyPace = bodyPace): void {
  app.addHook('onRequest', async (request) => {
    // Else the whole body would be read for an address that nobody answers.
    if (request.is404 && hasBody(request.raw)) throw notFound(`There is no ${request.method} ${pathOf(request.url)}`);
  });
  app.addHook('preParsing', async (request, _reply, payload) => {
    return hasBody(request.raw) ? new PacedBody(request.raw, pace) : payload;
  });
  app.addHook('onSend', async (request, reply) => {
    // A body that came with its head is read only after the first refusals: its connection need not end.
    if (!request.raw.complete && hasBody(request.raw)) await nextTurn();
    closeWhenUnread(request, reply);
  });
}

/** Before an answer is sent: says that its connection ends with it, and ends it, where the request's body has not come whole. */
export function closeWhenUnread({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete || !hasBody(raw)) return;
  reply.header('connection', 'close');
  lingerAtEnd(raw);
}

/**
 * The http server ends such a connection by `destroySoon`. At once, that would reset it under a sender who still writes, which then
 * reports the reset and not its answer; so the host stops writing first, and hears the sender out for a moment (as nginx does:
 * lingering_close).
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
