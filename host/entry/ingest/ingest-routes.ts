import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { errorTypes } from '#model/contract/failure.ts';
import { keyProblem } from '#model/entities/key.ts';
import { ApiError, diskFull, notAKey, unavailable } from '../../platform/api-error.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Database } from '../../platform/store/database.ts';
import { databaseFailure } from '../../platform/store/database-failure.ts';
import { errorText } from '../../platform/store/error-text.ts';
import { createIntake } from '../../domain/contacts/intake.ts';
import { joinIntake } from '../../domain/contacts/joined-intake.ts';
import { directoryAt, readDirectory } from '../../domain/contacts/receiver-directory.ts';
import { readModemDirectory } from '../../domain/modems/modem-directory.ts';
import { createModemIntake } from '../../domain/modems/modem-intake.ts';
import { readWireModem } from '../../domain/modems/wire-modem.ts';
import { goneModem, otherReadingOfThatTime } from '../../domain/modems/write-modems.ts';
import { createStatusIntake } from '../../domain/vitals/status-intake.ts';
import { readWireStatus } from '../../domain/vitals/wire-status.ts';
import { otherOfThatTime } from '../../domain/vitals/write-vitals.ts';
import { goneReceiver } from '../../platform/store/contacts/contacts-store.ts';
import { findReceiverKey, type ReceiverKey } from '../../domain/accounts/receiver-keys.ts';
import { IngestBatch } from './ingest-batch.ts';
import { ingestBounds, type IngestBounds } from './ingest-bounds.ts';
import type { IngestReply, RequestBatch } from './ingest-reply.ts';
import { type Longest, racingWith, readRequest, type Sent, tooLarge } from './read-request.ts';
import { ReportBatch } from './report-batch.ts';
import { Slices } from './slices.ts';
import { Turns } from '../../platform/turns.ts';

export type IngestOptions = {
  database: Pick<Database, 'ingest'>;
  bus: Bus;
  log: Logger;
  now?: () => number;
  bounds?: Partial<IngestBounds>;
  /** Gets the counts of each request, even if it failed. */
  countIntake?: (what: Sent, counts: Pick<IngestReply, 'accepted' | 'duplicate' | 'rejected'>) => void;
};

/**
 * Adds `POST /api/ingest/{mitasId}/contacts`, `…/status` and `…/modems` (ING-1, VIT-1, REG-28). They take
 * NDJSON or a JSON array, plain or gzip, with `Authorization: Receiver <key>`, and need neither session nor
 * csrf token. Sending the same data again changes nothing. The app turns errors of these routes into answers,
 * and limits how slowly a body may arrive (`guardBodies`).
 */
export function ingestRoutes({
  database: { ingest: database },
  bus,
  log,
  now = Date.now,
  bounds: given,
  countIntake,
}: IngestOptions): FastifyPluginAsync {
  const bounds = { ...ingestBounds, ...given };
  const intake = createIntake({ database, bus, log, now });
  const requests = new Turns(bounds.requests);
  const large = new Turns(bounds.large);
  const stores = new Turns(bounds.stores);
  const singleStores = new Turns({ ...bounds.stores, total: Math.max(1, bounds.stores.total - 1) });
  const slices = new Slices();
  const joined = joinIntake({
    intake: {
      ...intake,
      acceptTogether: (all, lockMs) => intake.acceptTogether(all, { pool: database.joined, lockMs }),
    },
    storeTurn: () => stores.take(ofMany),
    lockMs: bounds.lockMs,
    now,
  });
  // Reports take their turns under the negative key, so that they do not wait for the contacts of that key.
  const turn = (keyId: number, signal: AbortSignal) => singleTurn(-keyId, signal);
  const statuses = createStatusIntake({ database, bus, log, lockMs: bounds.lockMs, turn });
  const modems = createModemIntake({ database, lockMs: bounds.lockMs, turn });

  /**
   * Waits for a turn to store a batch of one sender. Always leaves one turn free for shared transactions,
   * because such batches may wait long for a lock.
   */
  async function singleTurn(keyId: number, signal: AbortSignal): Promise<() => void> {
    const endSingle = await singleStores.take(keyId, signal);
    try {
      const end = await stores.take(keyId, signal);
      return () => {
        end();
        endSingle();
      };
    } catch (error) {
      endSingle();
      throw error;
    }
  }

  type Opening = { key: ReceiverKey; expired: AbortSignal };

  // Opens a batch of contacts. When a sender disconnects, the rest of its request is not read, but the part
  // already read is stored. If the database hangs, that part is dropped when `expired` aborts.
  const contactsOf = async ({ key: { id: keyId, systemId, asOf }, expired }: Opening) =>
    new IngestBatch({
      intake,
      joined,
      systemId,
      keyId,
      directory: await directoryAt(database, systemId, asOf),
      readDirectory: () => readDirectory(database, systemId),
      storeTurn: () => singleTurn(keyId, expired),
      timeout: expired,
    });
  const statusesOf = async ({ key: { id: keyId, systemId, asOf }, expired: signal }: Opening) =>
    new ReportBatch({
      directory: await directoryAt(database, systemId, asOf),
      readDirectory: () => readDirectory(database, systemId),
      readReport: readWireStatus,
      accept: (reports) => statuses(systemId, { keyId, reports, signal }),
      refusal: (outcome, { rxId }) => (outcome === 'gone' ? goneReceiver(rxId) : otherOfThatTime),
    });
  const modemsOf = async ({ key: { id: keyId, systemId }, expired: signal }: Opening) =>
    new ReportBatch({
      directory: await readModemDirectory(database, systemId),
      readDirectory: () => readModemDirectory(database, systemId),
      readReport: (value, directory, at) => readWireModem(value, { systemId, directory }, at),
      accept: (reports) => modems(systemId, { keyId, reports, signal }),
      refusal: (outcome) => (outcome === 'gone' ? goneModem : otherReadingOfThatTime),
    });

  async function receive(
    what: Sent,
    key: ReceiverKey,
    request: FastifyRequest,
    reply: FastifyReply,
    open: (opening: Opening) => Promise<RequestBatch>,
  ): Promise<IngestReply> {
    const { id: keyId, systemId } = key;
    /** `over` ends the wait for the answer; `expired` ends the storing. */
    const [expired, over] = [new AbortController(), new AbortController()];
    const batch = await open({ key, expired: expired.signal });
    const deadline = setTimeout(() => {
      const late = tooLate(bounds, what);
      expired.abort(late);
      over.abort(late);
    }, bounds.timeoutMs);
    let isAnswered = false;
    reply.raw.once('close', () => {
      if (!isAnswered) over.abort(new SenderGone('The sender went away before it was answered'));
    });
    try {
      const body = bodyOf(request);
      const counts = await readRequest({ what, body, batch, keyId, bounds, slices, large, signal: over.signal, now });
      if (counts.rejected > 0)
        log.info({ mitasId: systemId, rejected: counts.rejected, first: counts.reasons[0] }, `${what} were rejected`);
      return counts;
    } catch (error) {
      // Store the items read before the failure, but do not wait forever for the database.
      if (batch.failure === null && !expired.signal.aborted)
        await racingWith(expired.signal)(batch.finish()).catch(() => undefined);
      const { accepted, duplicate, rejected } = batch.reply;
      const reason = errorText(batch.failure?.error ?? error);
      if (batch.failure !== null && databaseFailure(batch.failure.error) === undefined)
        log.error({ mitasId: systemId, err: batch.failure.error }, `${what} could not be stored`);
      log.warn({ mitasId: systemId, accepted, duplicate, rejected, reason }, `${what} could not all be taken in`);
      throw batch.failure === null ? withCounts(error, batch.reply) : notStored(what, batch.reply, batch.failure.error);
    } finally {
      isAnswered = true;
      clearTimeout(deadline);
      countIntake?.(what, batch.reply);
    }
  }

  return async (app) => {
    // Pass the body on as it arrives, for any content type.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    const routes = [
      { path: 'contacts', what: 'contacts', open: contactsOf },
      { path: 'status', what: 'statuses', open: statusesOf },
      { path: 'modems', what: 'modem reports', open: modemsOf },
    ] as const;
    for (const { path, what, open } of routes)
      app.post<{ Params: { mitasId: string } }>(
        `/api/ingest/:mitasId/${path}`,
        { bodyLimit: bounds.bytes },
        async (request, reply) => {
          const key = await findReceiverKey(database, request.headers.authorization);
          refuse(key, request.params.mitasId, request, { ...bounds, what });
          const leave = requests.tryTake(key.id);
          if (leave === null) throw tooMany(what, requests.of(key.id), bounds);
          try {
            return await receive(what, key, request, reply, open);
          } finally {
            leave();
          }
        },
      );
    return Promise.resolve();
  };
}

/** The key number under which shared transactions take their turns. No key has this number. */
const ofMany = 0;

class SenderGone extends Error {
  override name = 'SenderGone';
}

/**
 * Refuses a request without a valid key of the system, or with a body that cannot be read.
 * @throws ApiError saying why.
 */
export function refuse(
  key: ReceiverKey | null,
  mitasId: string,
  { headers }: Pick<FastifyRequest, 'headers'>,
  bounds: Longest,
): asserts key is ReceiverKey {
  if (key === null) {
    const problem = keyProblem(headers.authorization ?? '', 'Receiver');
    throw notAKey(problem ?? 'Send Authorization: Receiver <key> with a key of this system; the admin command makes one.');
  }
  if (key.systemId !== mitasId) throw new ApiError(403, errorTypes.forbidden, 'This receiver key belongs to another system.');
  if (!key.running) throw new ApiError(503, errorTypes.systemOffline, 'This system takes nothing now: it is switched off.');
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity' && encoding !== 'gzip') {
    const message = `The content encoding ${encoding.slice(0, 20)} is not known: send it plain or as gzip.`;
    throw new ApiError(415, errorTypes.invalidRequest, message);
  }
  if (Number(headers['content-length'] ?? 0) > bounds.bytes) throw tooLarge(bounds);
}

function tooLate({ timeoutMs }: IngestBounds, what: Sent): ApiError {
  return unavailable(`Not all was stored within ${timeoutMs / 1000} s: send the ${what} again, in smaller requests.`);
}

/** The seconds after which a refused sender should try again. */
const soon = 5;

function tooMany(what: Sent, ofKey: number, { requests: { perKey } }: IngestBounds): ApiError {
  if (ofKey < perKey) return unavailable(`Too many senders send ${what} just now: send these again in a moment.`, soon);
  const message = `${ofKey} requests with this key are under way: wait for their answers, then send this one again.`;
  return new ApiError(429, errorTypes.tooManyRequests, message, { retryAfter: soon });
}

function bodyOf(request: FastifyRequest): AsyncIterable<Buffer> {
  const body = request.body as Readable | undefined;
  if (body === undefined) return emptyBody();
  if (request.headers['content-encoding'] !== 'gzip') return body;
  // Ignore the error here: whoever reads the unpacked body gets it too.
  return pipeline(body, createGunzip({ chunkSize: 64 * 1024 }), () => undefined);
}

async function* emptyBody(): AsyncGenerator<Buffer> {}

function withCounts(error: unknown, { accepted, duplicate, rejected, reasons }: IngestReply): unknown {
  const cause = error instanceof ApiError ? error : isDamaged(error) ? damaged() : null;
  if (cause === null) return error;
  const first = reasons[0];
  const refused = first === undefined ? '' : `, ${rejected} refused (line ${first.line}: ${first.reason})`;
  const { status, type, retryAfter } = cause;
  const message = `${cause.message} Of this one ${accepted + duplicate} are stored${refused}.`;
  return new ApiError(status, type, message, retryAfter === undefined ? {} : { retryAfter });
}

const damaged = () =>
  new ApiError(400, errorTypes.invalidRequest, 'The body could not be unpacked or ended early. Send it again.');

function isDamaged(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return error instanceof SenderGone || code.startsWith('Z_') || code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE';
}

function notStored(what: Sent, { accepted, duplicate }: IngestReply, error: unknown): ApiError {
  const { message, retryAfter } =
    databaseFailure(error) === 'full' ? diskFull() : unavailable(`The ${what} could not all be stored.`, soon);
  const advice = `Of this request ${accepted + duplicate} are stored. Send them again: what was stored is not stored twice.`;
  return unavailable(`${message} ${advice}`, retryAfter);
}
