import compress from '@fastify/compress';
import { fastify, LogController, type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import type { Logger } from 'pino';
import { misdirected } from '../../platform/api-error.ts';
import type { SessionAuthority } from '../../domain/accounts/session-authority.ts';
import type { Border } from '../border.ts';
import { logSecurity } from '../../platform/security-events.ts';
import { wasDone } from '../../platform/changes/change.ts';
import type { Database } from '../../platform/store/database.ts';
import type { Handlers } from './call-handlers.ts';
import { createKeyLimit } from './access-key-gate.ts';
import { addAccessLog } from './access-log.ts';
import { addAddressLimit } from './address-limit.ts';
import { addCallRoutes } from './call-routes.ts';
import type { LoginFields } from '#model/forms/login.ts';
import { addConsoleFiles, readableUrl } from './console-files.ts';
import { addCookies } from './cookies.ts';
import { passHolder } from './download-pass.ts';
import { answerErrors, answerUnreadable, answerUnroutable, isBelowApi, pathOf } from './error-answers.ts';
import { addHealth, type HealthSources, isHealthPath } from './health.ts';
import { openApiDocument } from './openapi.ts';
import type { BodyPace } from './paced-body.ts';
import { closeWhenUnread, guardBodies } from './request-bodies.ts';
import { addSecurityHeaders } from './security-headers.ts';

export type HttpOptions = {
  database: Pick<Database, 'db' | 'pool' | 'storage'>;
  authority: SessionAuthority;
  handlers: Handlers;
  /** Routes outside the contract (ingest). */
  plugins: readonly FastifyPluginAsync[];
  tls: { cert: string; key: string } | undefined;
  /** The folder of the built console. */
  consoleFolder: string;
  border: Border;
  /** The login that a demo host sends with its pages (ACC-35); none on other hosts. */
  demo?: LoginFields | null | undefined;
  health: HealthSources;
  version: string;
  /** Returns the other origins from which pages may load maps. */
  mapOrigins?: (() => readonly string[]) | undefined;
  log: Logger;
  /** The limit of calls without a valid token from an address, instead of the default. */
  anonymousCalls?: { points: number; duration: number } | undefined;
  /** The limit of calls with an access key, instead of the default. */
  keyCalls?: { points: number; duration: number } | undefined;
  /** The slowest pace of a request body, instead of the default. */
  bodyPace?: BodyPace | undefined;
};

/**
 * The time in which a request must arrive completely (ms): enough for a batch of contacts over a slow field
 * line.
 */
const requestMs = 300_000;

/**
 * Builds the HTTP server, ready to listen: the contract's routes, health, the OpenAPI document and the built
 * console.
 */
export async function buildHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const { tls, border, log } = options;
  // The cast is safe, because the code below uses nothing in which HTTP and HTTPS servers differ.
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    exposeHeadRoutes: false,
    clientErrorHandler: answerUnreadable,
    // No hook runs for these errors, so close unread bodies here.
    frameworkErrors: (error, request, reply) => {
      closeWhenUnread(request, reply);
      answerUnroutable(error, request, reply);
    },
    forceCloseConnections: true,
    trustProxy: border.trustProxy.length === 0 ? false : [...border.trustProxy],
    requestTimeout: requestMs,
    bodyLimit: 1_048_576,
    routerOptions: { maxParamLength: 128 },
    rewriteUrl: ({ method = '', url = '/' }) => (['GET', 'HEAD'].includes(method) ? readableUrl(url) : url),
    ...(tls === undefined ? {} : { https: tls }),
  }) as unknown as FastifyInstance;

  // Such an error occurs, for example, if no file descriptor is left for a connection. The host logs it and
  // goes on.
  app.server.on('error', (error) => log.error({ err: error }, 'the http server failed'));
  addAccessLog(app);
  answerErrors(app);
  readJson(app);
  await addSecurityHeaders(app, border, options.mapOrigins ?? (() => []));
  // Add this limit before the checks below, so that calls they refuse are counted too.
  addAddressLimit(app, { authority: options.authority, log, ...(options.anonymousCalls && { limit: options.anonymousCalls }) });
  answerOwnNamesOnly(app, border);
  guardBodies(app, options.bodyPace);
  // Only ingest accepts compressed requests, and it limits their unpacked size itself.
  await app.register(compress, { threshold: 1_024, encodings: ['br', 'gzip'], globalDecompression: false });
  app.addHook('onSend', async (request, reply) => {
    if (isBelowApi(request) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });

  const cookies = await addCookies(app, border);
  addCallRoutes(app, {
    ...options,
    ...cookies,
    wasDone: (who, operation) => wasDone(options.database, who, operation),
    keyLimit: createKeyLimit(log, options.keyCalls),
    passHolder: passHolder(options.database, border.secure),
  });
  addHealth(app, options.database, options.health);
  const document = openApiDocument(options.version);
  app.get('/api/openapi.json', async () => document);
  for (const plugin of options.plugins) await app.register(plugin);
  await addConsoleFiles(app, options.consoleFolder, { ...border, demo: options.demo ?? null });
  await app.ready();
  return app;
}

/**
 * Refuses requests that use another host name: they come from a page whose name was redirected to this host
 * (DNS rebinding), or have a wrong address. Health is answered under any name: load balancers use any
 * address, and it reveals nothing.
 */
function answerOwnNamesOnly(app: FastifyInstance, border: Border): void {
  app.addHook('onRequest', async (request) => {
    const misdirection = border.misdirection(request.raw);
    if (misdirection === null || isHealthPath(pathOf(request.url))) return;
    logSecurity(request.log, { event: 'host.refused', name: misdirection.name, address: request.ip });
    throw misdirected(misdirection.message);
  });
}

/** Parses JSON and rejects keys that poison prototypes. An empty body counts as no body. */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body.toString(), done);
  });
}
