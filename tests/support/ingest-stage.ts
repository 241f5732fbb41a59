import fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { ingestRoutes } from '../../host/entry/ingest/ingest-routes.ts';
import type { IngestReply } from '../../host/entry/ingest/ingest-reply.ts';
import { answerErrors } from '../../host/entry/http/error-answers.ts';
import { guardBodies } from '../../host/entry/http/request-bodies.ts';
import type { IngestBounds } from '../../host/entry/ingest/ingest-bounds.ts';
import { createReceiverKey } from '../../host/domain/accounts/receiver-keys.ts';
import { createLocalBus, type Bus, type BusEvent } from '../../host/platform/bus/bus.ts';
import type { Database } from '../../host/platform/store/database.ts';
import { fileDatabase, newSystemId } from './file-database.ts';
import { withTestDatabase, type Engine } from './test-database.ts';
import { planted } from './planted.ts';

/** A system with two receivers, a key, and the ingest route on its database. */
export type IngestStage = {
  database: Database;
  systemId: string;
  app: FastifyInstance;
  bus: Bus;
  events: BusEvent[];
  /** The errors of requests, as the app's error handler got them. */
  errors: unknown[];
  /** Log lines of level 'warn' and above. */
  logged: { level: number; msg: string; err?: { message: string } }[];
  key: string;
  rxIds: [number, number];
  send(body: string | Buffer, headers?: Record<string, string>): Promise<{ status: number; body: IngestReply }>;
  /** Sends reports of receivers. */
  report(body: string | Buffer, headers?: Record<string, string>): Promise<{ status: number; body: IngestReply }>;
  /** Sends reports of modems. */
  reportModems(body: string | Buffer, headers?: Record<string, string>): Promise<{ status: number; body: IngestReply }>;
  /** Returns how many contacts of the system are stored. */
  stored(): Promise<number>;
  close(): Promise<void>;
};

/** Opens a stage with its own database, for tests that count or change what all systems share. */
export async function setIngestStage(engine: Engine = 'embedded', bounds?: Partial<IngestBounds>): Promise<IngestStage> {
  const database = await withTestDatabase(engine);
  const stage = await openStage(database, 'field', bounds);
  return {
    ...stage,
    close: async () => {
      await stage.close();
      await database.close();
    },
  };
}

/**
 * Returns a function that opens stages. They share a test file's database, and each has its own system. Call
 * it at the top of the file.
 */
export function ingestStages(engine?: Engine): (bounds?: Partial<IngestBounds>) => Promise<IngestStage> {
  const database = fileDatabase(engine);
  return async (bounds) => openStage(await database(), newSystemId('field'), bounds);
}

async function openStage(database: Database, systemId: string, bounds: Partial<IngestBounds> = {}): Promise<IngestStage> {
  await planted(database).insertInto('systems').values({ id: systemId, common_name: 'Field' }).execute();
  const made = await planted(database)
    .insertInto('receivers')
    .values(['R1', 'R2'].map((alias) => ({ system_id: systemId, alias })))
    .returning('id')
    .execute();
  const rxIds = made.map((row) => row.id) as [number, number];
  const key = (await createReceiverKey(database, systemId, 'test')).key;
  const bus = createLocalBus();
  const events: BusEvent[] = [];
  bus.subscribe((event) => events.push(event));
  const app = fastify();
  const logged: IngestStage['logged'] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void logged.push(JSON.parse(line) as (typeof logged)[number]) });
  const errors: unknown[] = [];
  app.addHook('onError', async (_request, _reply, error) => void errors.push(error));
  answerErrors(app);
  guardBodies(app);
  await app.register(ingestRoutes({ database, bus, bounds, log }));
  await app.ready();
  const post =
    (what: string) =>
    async (body: string | Buffer, headers: Record<string, string> = {}) => {
      const reply = await app.inject({
        method: 'POST',
        url: `/api/ingest/${systemId}/${what}`,
        headers: { authorization: `Receiver ${key}`, 'content-type': 'application/x-ndjson', ...headers },
        payload: body,
      });
      return { status: reply.statusCode, body: reply.json<IngestReply>() };
    };
  return {
    database,
    systemId,
    app,
    bus,
    events,
    errors,
    logged,
    key,
    rxIds,
    send: post('contacts'),
    report: post('status'),
    reportModems: post('modems'),
    stored: async () => {
      const { rows } = await database.pool.query<{ count: number }>(
        'select count(*)::integer as count from contacts where system_id = $1',
        [systemId],
      );
      return rows[0]?.count ?? 0;
    },
    close: () => app.close(),
  };
}
