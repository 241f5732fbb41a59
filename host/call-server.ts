import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type BackgroundWork, reachOf } from './background-work.ts';
import type { Accounts } from './domain/accounts/accounts.ts';
import { openMapStyle } from './domain/base-map/index.ts';
import type { FileFolder } from './domain/files/file-folder.ts';
import type { Handlers } from './entry/http/call-handlers.ts';
import { type HandlerParts, makeHandlers } from './entry/http/handlers.ts';
import type { HealthSources } from './entry/http/health.ts';
import { mapArchive } from './entry/http/map-archive.ts';
import { buildHttpServer, type HttpOptions } from './entry/http/server.ts';
import { oneClick } from './entry/http/unsubscribing.ts';
import { commandRoutes } from './entry/ingest/command-routes.ts';
import { type IngestOptions, ingestRoutes } from './entry/ingest/ingest-routes.ts';
import type { Bus } from './platform/bus/bus.ts';
import type { Environment } from './platform/environment.ts';
import type { Database } from './platform/store/database.ts';

export type CallServerParts = Pick<
  HttpOptions,
  'consoleFolder' | 'border' | 'demo' | 'version' | 'plugins' | 'anonymousCalls' | 'keyCalls' | 'bodyPace'
> &
  Pick<IngestOptions, 'countIntake'> & {
    environment: Environment;
    database: Database;
    bus: Bus;
    accounts: Accounts;
    background: Pick<BackgroundWork, 'people' | 'controls' | 'mailing'>;
    files: FileFolder;
    ftps: HandlerParts['ftps'];
    health: Omit<HealthSources, 'hasFileRoom'>;
    log: Logger;
  };

/** Builds the HTTP server of a host, ready to listen: its calls, its other routes, and those of `plugins`. */
export function buildCallServer(parts: CallServerParts): Promise<FastifyInstance> {
  const { environment, database, bus, accounts, files, countIntake, log } = parts;
  const { mapArchive: archive, mapStyleUrl: url } = environment;
  const style = openMapStyle({ url, ...reachOf(environment), log });
  return buildHttpServer({
    ...parts,
    authority: accounts.authority,
    handlers: handlersOf(parts, { hasArchive: archive !== undefined, style }),
    plugins: [
      ingestRoutes({ database, bus, log, countIntake }),
      commandRoutes({ database, bus }),
      oneClick(database),
      ...(archive === undefined ? [] : [mapArchive(archive)]),
      ...parts.plugins,
    ],
    tls: environment.tls,
    health: { ...parts.health, hasFileRoom: () => files.room.hasRoom() },
    mapOrigins: style.origins,
  });
}

function handlersOf(parts: CallServerParts, baseMap: HandlerParts['baseMap']): Handlers {
  const { environment, background, files } = parts;
  const { people, controls, mailing } = background;
  return makeHandlers({
    ...parts,
    people,
    jobs: controls,
    fileFolder: files,
    outward: { post: mailing.post, reach: reachOf(environment) },
    doctor: environment,
    baseMap,
  });
}
