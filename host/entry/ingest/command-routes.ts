import { gunzipSync } from 'node:zlib';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { refused } from '#model/result.ts';
import { rowId } from '#model/fields/value-fields.ts';
import { type CommandAnswer, commandsFor, takeAnswers } from '../../domain/commands/index.ts';
import { type givenCommands, readAnswer } from '../../domain/commands/wire-answer.ts';
import { type ReceiverDirectory, readDirectory } from '../../domain/contacts/receiver-directory.ts';
import { findReceiverKey, type ReceiverKey } from '../../domain/accounts/receiver-keys.ts';
import { ApiError, invalidRequest } from '../../platform/api-error.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Database } from '../../platform/store/database.ts';
import { Turns } from '../../platform/turns.ts';
import { errorTypes } from '#model/contract/failure.ts';
import type { IngestReply } from './ingest-reply.ts';
import { refuse } from './ingest-routes.ts';
import { ItemSplitter } from './item-splitter.ts';
import { tooLarge } from './read-request.ts';

/** The most receivers that one request may ask for. `mostAnswers` is the most answers in one request. */
const mostReceivers = 100;
const mostAnswers = 1_000;
const longestBody = 1024 * 1024;
const requestsAtOnce = { perKey: 32, total: 128 };
const firstReasons = 20;

/** A query parameter that may be missing or repeated. */
const some = v.optional(v.union([v.string(), v.array(v.string())]), []);
const asked = v.object({ rxId: some, receiver: some });

/**
 * Adds `GET /api/ingest/{mitasId}/commands?receiver=<alias>&rxId=<id>`, which returns the commands for these
 * receivers, and `POST`, which takes their answers (CMD-9). Both need `Authorization: Receiver <key>`.
 */
export function commandRoutes({ database, bus }: { database: Database; bus: Bus }): FastifyPluginAsync {
  const requests = new Turns(requestsAtOnce);

  async function withKey<T>(request: FastifyRequest, work: (key: ReceiverKey) => Promise<T>): Promise<T> {
    const key = await findReceiverKey(database.ingest, request.headers.authorization);
    refuse(key, (request.params as { mitasId: string }).mitasId, request, { bytes: longestBody, what: 'answers' });
    const leave = requests.tryTake(key.id);
    if (leave === null) {
      const message = 'Too many requests about commands are under way: wait for their answers.';
      throw new ApiError(429, errorTypes.tooManyRequests, message, { retryAfter: 5 });
    }
    try {
      return await work(key);
    } finally {
      leave();
    }
  }

  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: longestBody }, (_request, body, done) => done(null, body));
    app.get('/api/ingest/:mitasId/commands', (request, reply) =>
      withKey(request, async ({ systemId }) => {
        const rxIds = receiversOf(request.query, await readDirectory(database.ingest, systemId));
        const rows = await commandsFor({ database, bus }, systemId, rxIds);
        const commands = rows.map((row) => ({
          commandId: row.command_id,
          rxId: row.rx_id,
          commandType: row.type,
          askedAt: row.asked_at.getTime(),
        }));
        const given: v.InferOutput<typeof givenCommands> = { commands };
        return reply.header('cache-control', 'no-store').send(given);
      }),
    );
    app.post('/api/ingest/:mitasId/commands', (request) =>
      withKey(request, ({ systemId }) => takeBody({ database, bus }, systemId, request)),
    );
    return Promise.resolve();
  };
}

async function takeBody(
  parts: { database: Database; bus: Bus },
  systemId: string,
  { body, headers }: FastifyRequest,
): Promise<IngestReply> {
  const splitter = new ItemSplitter();
  const items = [...splitter.push(unpacked(body, headers['content-encoding'])), ...splitter.end()];
  if (items.length > mostAnswers) throw new ApiError(413, errorTypes.invalidRequest, `A request takes ${mostAnswers} answers.`);
  const reasons: { line: number; reason: string }[] = [];
  const answers: (CommandAnswer & { line: number })[] = [];
  for (const { line, text, fault } of items) {
    const read = fault === undefined ? readAnswer(text) : refused(fault);
    if (read.ok) answers.push({ ...read.value, line });
    else reasons.push({ line, reason: read.reason });
  }
  const outcomes = answers.length === 0 ? [] : await takeAnswers(parts, systemId, answers);
  outcomes.forEach((outcome, at) => {
    if (outcome === 'unknown') reasons.push({ line: answers[at]?.line ?? 0, reason: 'The system has no command of this id' });
  });
  const count = (which: string) => outcomes.filter((outcome) => outcome === which).length;
  reasons.sort((a, b) => a.line - b.line);
  return {
    accepted: count('new'),
    duplicate: count('known'),
    rejected: reasons.length,
    reasons: reasons.slice(0, firstReasons),
  };
}

/** Returns the unpacked body. @throws ApiError if the body cannot be unpacked or is too long. */
function unpacked(body: unknown, encoding: string | undefined): Buffer {
  if (!Buffer.isBuffer(body)) return Buffer.alloc(0);
  if (encoding !== 'gzip') return body;
  try {
    return gunzipSync(body, { maxOutputLength: longestBody });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge({ bytes: longestBody, what: 'answers' });
    throw invalidRequest('The body could not be unpacked. Send it again.');
  }
}

/**
 * Returns the ids of the receivers in the query, which names them by number or alias.
 * @throws ApiError if it names none or too many, or one that the system does not have.
 */
function receiversOf(query: unknown, directory: ReceiverDirectory): number[] {
  const { rxId, receiver } = v.parse(asked, query);
  const ids = [rxId].flat().map((given) => {
    const id = Number(given);
    if (!v.is(rowId, id) || !directory.has(id)) throw invalidRequest(`This system has no receiver ${given}.`, 'rxId');
    return id;
  });
  const named = [receiver].flat().map((given) => {
    const id = directory.idOf(given);
    if (id === undefined) throw invalidRequest(`This system has no receiver named '${given}'.`, 'receiver');
    return id;
  });
  const all = [...new Set([...ids, ...named])];
  if (all.length === 0) throw invalidRequest('Say which receiver asks: receiver=<alias> or rxId=<id>.', 'receiver');
  if (all.length > mostReceivers) throw invalidRequest(`At most ${mostReceivers} receivers ask at once.`, 'rxId');
  return all;
}
