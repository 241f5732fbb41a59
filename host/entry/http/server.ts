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
  /** Routes that are no calls of the contract (ingest). */
  plugins: readonly FastifyPluginAsync[];
  tls: { cert: string; key: string } | undefined;
  /** The built console. */
  consoleFolder: string;
  border: Border;
  /** The demo login that a demo host sends with its pages (ACC-35); none elsewhere. */
  demo?: LoginFields | null | undefined;
  health: HealthSources;
  version: string;
  /** From where pages may load maps besides the host. */
  mapOrigins?: (() => readonly string[]) | undefined;
  log: Logger;
  /** How many calls without a valid token an address may make; the usual number unless it is said. */
  anonymousCalls?: { points: number; duration: number } | undefined;
  /** How many calls an access key may make, where not as usual. */
  keyCalls?: { points: number; duration: number } | undefined;
  /** How slowly a body may come, where not as usual. */
  bodyPace?: BodyPace | undefined;
};

/**
 * A request that has not come whole by then is given up: long enough for a batch of contacts over a field's
 * slow line.
 */
const requestMs = 300_000;

/**
 * The http side of the host, ready to listen: the contract's routes, health, the OpenAPI document and the
 * built console.
 */
export async function buildHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const { tls, border, log } = options;
  // Nothing here uses what differs between the types of an http and an https server.
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    exposeHeadRoutes: false,
    clientErrorHandler: answerUnreadable,
    // No hook sees these.
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

  // Such as a connection that cannot be accepted for want of file descriptors: whoever came hears of it, and
  // the host lives.
  app.server.on('error', (error) => log.error({ err: error }, 'the http server failed'));
  addAccessLog(app);
  answerErrors(app);
  readJson(app);
  await addSecurityHeaders(app, border, options.mapOrigins ?? (() => []));
  // Before anything else refuses: what is refused is counted as well.
  addAddressLimit(app, { authority: options.authority, log, ...(options.anonymousCalls && { limit: options.anonymousCalls }) });
  answerOwnNamesOnly(app, border);
  guardBodies(app, options.bodyPace);
  // Packed requests are for ingest alone, which unpacks with a bound of its own.
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
 * Whoever asks under another name is a page whose name was made to lead here (DNS rebinding), or has the
 * wrong address. Health is answered to all: a load balancer asks by whatever address it has, and there is
 * nothing in it that is not for everybody.
 */
function answerOwnNamesOnly(app: FastifyInstance, border: Border): void {
  app.addHook('onRequest', async (request) => {
    const misdirection = border.misdirection(request.raw);
    if (misdirection === null || isHealthPath(pathOf(request.url))) return;
    logSecurity(request.log, { event: 'host.refused', name: misdirection.name, address: request.ip });
    throw misdirected(misdirection.message);
  });
}

/** JSON without keys that poison prototypes; no body at all is none, whatever its type says. */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body.toString(), done);
  });
}
