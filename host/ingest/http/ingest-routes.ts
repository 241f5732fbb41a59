import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { type ErrorBody, errorTypes } from '../../../src/model/contract/failure.ts';
import type { Bus } from '../../realtime/bus.ts';
import type { Database } from '../../store/database.ts';
import { databaseFailure } from '../../store/database-failure.ts';
import { errorText } from '../../store/error-text.ts';
import { createIntake, type Intake } from '../intake.ts';
import { readDirectory } from '../receiver-directory.ts';
import { findReceiverKey } from '../receiver-keys.ts';
import { IngestBatch, type IngestReply } from './ingest-batch.ts';
import { ItemSplitter } from './item-splitter.ts';

/** The most bytes of one request, after unpacking. A receiver with more to tell sends more than one. */
export const maxBodyBytes = 64 * 1024 * 1024;

export type IngestOptions = { database: Database; bus: Bus; log: Logger; now?: () => number };

/**
 * `POST /api/ingest/{mitasId}/contacts` (decisions, Ingest): NDJSON or a JSON array, plain or gzip, with `Authorization: Receiver <key>`.
 * Needs neither session nor csrf token. Sending the same again changes nothing.
 */
export function ingestRoutes(options: IngestOptions): FastifyPluginAsync {
  const intake = createIntake({ pool: options.database.pool, bus: options.bus, ...(options.now && { now: options.now }) });
  return async (app) => {
    // The body is read as it arrives, whatever it calls itself.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    app.post<{ Params: { mitasId: string } }>(
      '/api/ingest/:mitasId/contacts',
      { bodyLimit: maxBodyBytes },
      async (request, reply) => {
        const refusal = await refuse(options, request.params.mitasId, request);
        if (refusal !== null) return fail(reply, ...refusal);
        return receive(options, intake, request.params.mitasId, request, reply);
      },
    );
    return Promise.resolve();
  };
}

type Refusal = [code: number, type: string, message: string];

async function refuse({ database }: IngestOptions, mitasId: string, request: FastifyRequest): Promise<Refusal | null> {
  const key = await findReceiverKey(database, request.headers.authorization);
  if (key === null) {
    return [
      401,
      errorTypes.badToken,
      'Send Authorization: Receiver <key> with a key of this system; the admin command makes one.',
    ];
  }
  if (key.systemId !== mitasId) return [403, errorTypes.forbidden, 'This receiver key belongs to another system.'];
  if (!key.running) return [503, errorTypes.systemOffline, 'This system takes no contacts now: it is switched off.'];
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity' && encoding !== 'gzip') {
    return [
      415,
      errorTypes.invalidRequest,
      `The content encoding ${encoding.slice(0, 20)} is not known: send it plain or as gzip.`,
    ];
  }
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) return tooLarge;
  return null;
}

const tooLarge: Refusal = [
  413,
  errorTypes.invalidRequest,
  `A request takes ${maxBodyBytes / 1024 / 1024} MiB: send the contacts in several.`,
];

async function receive(options: IngestOptions, intake: Intake, mitasId: string, request: FastifyRequest, reply: FastifyReply) {
  const { database, log, now = Date.now } = options;
  const batch = new IngestBatch(intake, mitasId, await readDirectory(database, mitasId));
  const splitter = new ItemSplitter();
  let bytes = 0;
  try {
    for await (const chunk of bodyOf(request)) {
      bytes += chunk.length;
      if (bytes > maxBodyBytes) return fail(reply, ...withCounts(tooLarge, await batch.finish()));
      await batch.add(splitter.push(chunk), now());
    }
    await batch.add(splitter.end(), now());
    const counts = await batch.finish();
    if (counts.rejected > 0) log.info({ mitasId, rejected: counts.rejected, first: counts.reasons[0] }, 'contacts were rejected');
    return counts;
  } catch (error) {
    log.warn({ mitasId, reason: errorText(error) }, 'contacts could not be taken in');
    // The database is away or its disk is full: answered as for every other call.
    if (databaseFailure(error) !== undefined) throw error;
    if (isBodyError(error))
      return fail(reply, 400, errorTypes.invalidRequest, 'The body could not be unpacked or ended early. Send it again.');
    return fail(
      reply,
      503,
      'ServerError',
      'The contacts could not all be stored. Send them again: what was stored is not stored twice.',
    );
  }
}

function bodyOf(request: FastifyRequest): AsyncIterable<Buffer> {
  const body = request.body as Readable | undefined;
  if (body === undefined) return emptyBody();
  if (request.headers['content-encoding'] !== 'gzip') return body;
  const unpacked = createGunzip();
  // pipe() does not hand errors on: a body cut short must end the unpacking too.
  body.on('error', (error) => unpacked.destroy(error));
  return body.pipe(unpacked);
}

async function* emptyBody(): AsyncGenerator<Buffer> {}

function isBodyError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('Z_') || code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE';
}

function withCounts([code, type, message]: Refusal, { accepted, duplicate }: IngestReply): Refusal {
  return [code, type, `${message} Of this one ${accepted + duplicate} are stored.`];
}

function fail(reply: FastifyReply, code: number, type: string, message: string): FastifyReply {
  const body: ErrorBody = { error: { code, type, message } };
  return reply.code(code).send(body);
}
