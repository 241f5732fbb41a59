import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import packageJson from '../package.json' with { type: 'json' };
import { openAccounts } from './domain/accounts/accounts.ts';
import { demoLogin, type DemoOperator, makeDemo, refuseDemo } from './domain/accounts/demo.ts';
import { accountSweep, sweepAccounts } from './domain/accounts/housekeeping.ts';
import { warnOfSharedNames } from './domain/accounts/login-names.ts';
import { watchOutsideChanges } from './domain/accounts/outside-changes.ts';
import { createBorder } from './entry/border.ts';
import { startChangeFeed } from './platform/changes/change-feed.ts';
import { noticeRestore } from './platform/changes/epochs.ts';
import { changeSweep, sweepOperations } from './platform/changes/operation-sweep.ts';
import { closeAll } from './close-all.ts';
import { drivers } from './drivers/drivers.ts';
import type { Environment } from './platform/environment.ts';
import { watchBeacons } from './domain/alarms/watch-beacons.ts';
import { askedByMessage } from './domain/commands/ask-commands.ts';
import { commandSweep, sweepCommands } from './domain/commands/command-sweep.ts';
import { syncClocks } from './domain/commands/sync-clocks.ts';
import { watchCommands } from './domain/commands/watch-commands.ts';
import { startFleet, type Fleet } from './domain/fleet/fleet.ts';
import { hourlyWork } from './entry/hourly-work.ts';
import { drainable } from './entry/http/drain.ts';
import { makeHandlers } from './entry/http/handlers.ts';
import type { PartHealth } from './entry/http/health.ts';
import { buildHttpServer } from './entry/http/server.ts';
import { commandRoutes } from './entry/ingest/command-routes.ts';
import { ingestRoutes } from './entry/ingest/ingest-routes.ts';
import { ownUrl, pageUrl, reachWarnings } from './entry/origins.ts';
import { watchAlarmMails } from './domain/mail/alarm-mails.ts';
import { watchDailyReports } from './domain/mail/daily-reports.ts';
import { openWebhooks } from './domain/webhooks/webhooks.ts';
import { openMailing } from './domain/mail/mailing.ts';
import { openPeople } from './domain/people/people.ts';
import { mapArchive } from './entry/http/map-archive.ts';
import { openMapStyle } from './domain/base-map/index.ts';
import { outboxPage } from './entry/http/outbox-page.ts';
import { oneClick } from './entry/http/unsubscribing.ts';
import { holdPort, listenOn, startingServer } from './port-taken.ts';
import { doing } from './platform/jobs/job-kind.ts';
import { watchJobs } from './platform/jobs/job-watch.ts';
import { startJobs, type Jobs } from './platform/jobs/jobs.ts';
import { createLocalBus } from './platform/bus/bus.ts';
import { openLeases } from './platform/leases/leases.ts';
import { openLine } from './platform/bus/database-line.ts';
import { openWire } from './platform/bus/open-wire.ts';
import { startRelay } from './platform/bus/relay.ts';
import { startHub } from './entry/realtime/hub.ts';
import { type HubStats, noHubStats } from './entry/realtime/hub-stats.ts';
import { createMetrics, type MetricsSources } from './platform/metrics/metrics.ts';
import { queueLengths } from './platform/metrics/queue-lengths.ts';
import { noteRunningHost } from './platform/running-hosts.ts';
import { spaceOf } from './platform/store/storage-watch.ts';
import { metricsRoute } from './entry/http/metrics-route.ts';
import { retentionWork } from './platform/retention/retention-work.ts';
import { innerReach } from './platform/outward/outer-address.ts';
import { openDatabase, whileAway, type Database } from './platform/store/database.ts';

export type HostOptions = {
  log: Logger;
  /** The built console; by default dist/ beside this folder. */
  consoleFolder?: string;
};

/** A running host. `close` stops all of it, the embedded database last. */
export type Host = {
  httpUrl: string;
  wsUrl: string;
  dataDir: string;
  /** The published login, where the host has one. */
  demo: typeof demoLogin | null;
  /** Who operates the host of a demo, where this start made them: shown once. */
  operator: DemoOperator | null;
  /**
   * Resolves with the reason when the host cannot go on: its database is gone for good. It still has to be
   * closed.
   */
  failed: Promise<Error>;
  close: () => Promise<void>;
};

/** How long a proxy has to see that the host goes, before it takes no more connections, in ms. */
const noticeMs = 5_000;
/** How long requests under way have to end, in ms. */
const drainMs = 10_000;

const builtConsole = path.join(import.meta.dirname, '../dist');

/**
 * Starts the whole host: database, accounts, fleet, http and websocket (HOST-10). Resolves when pages and
 * sockets are answered; what was started is stopped again when a later part cannot start. It is closed as
 * HOST-17 says.
 * @throws Error saying which part and why.
 */
export async function startHost(environment: Environment, { log, consoleFolder = builtConsole }: HostOptions): Promise<Host> {
  const { bind, tls, simulator, seed, databaseUrl, dataDir, demo } = environment;
  const started: (() => Promise<unknown>)[] = [];
  const close = () => closeAll(started);
  try {
    const freePort = await holdPort('PORT', bind, environment.port, startingServer(tls));
    started.push(freePort);
    const freeWsPort = await holdPort('WS_PORT', bind, environment.wsPort);
    started.push(freeWsPort);
    const metrics = createMetrics(packageJson.version);
    const database = await openDatabase({ databaseUrl, dataDir, log, onQuery: metrics.noteQuery });
    started.push(() => database.close());
    const bus = createLocalBus((error, { kind }) => log.error({ err: error, kind }, 'a part of the host failed on an event'));
    // Another process that shares the database may be stopping it just now: it is up again in a moment.
    await whileAway(() => noticeRestore(database, log));
    const accounts = await whileAway(() => openAccounts(database, bus, { allowDemo: demo, log }));
    await whileAway(() => warnOfSharedNames(database, log));
    started.push(async () => accounts.authority.close());
    const operator = demo ? await whileAway(() => makeDemo(database)) : null;
    if (!demo) await whileAway(() => refuseDemo(database, accounts.sessions, log));
    const line = openLine(database.pool.options, log);
    started.push(() => line.close());
    let { port: httpPort, wsPort } = environment;
    const mailing = openMailing(database, () => jobsUp.promise, {
      ...environment,
      pageUrl: () => pageUrl(environment, httpPort),
      log,
    });
    started.push(async () => mailing.close());
    const people = openPeople({
      database,
      bus,
      accounts,
      post: mailing.post,
      jobs: () => jobsUp.promise,
      pageUrl: () => pageUrl(environment, httpPort),
      log,
    });
    const reach = { mayReachInner: innerReach(environment.innerAddresses) };
    const webhooks = openWebhooks(database, () => jobsUp.promise, { ...reach, log });
    started.push(async () => webhooks.close());
    const jobsUp = Promise.withResolvers<Jobs>();
    const works = [...backgroundWork(database, jobsUp.promise, log), ...mailing.works, ...people.works, ...webhooks.works];
    const jobs = await whileAway(() => startJobs({ database, line, log, works }));
    started.push(() => jobs.close());
    jobsUp.resolve(jobs);
    for (const kind of hourlyWork) await whileAway(() => jobs.enqueue(kind, [null]));
    started.push(watchOutsideChanges(database, bus, log, { line }));
    const jobWatch = watchJobs({ bus, line });
    started.push(async () => jobWatch.close());
    const feed = startChangeFeed({ database, bus, line, log });
    started.push(() => feed.close());
    const { wire, close: closeWire } = await whileAway(() => openWire({ busUrl: environment.busUrl, database, line }, log));
    started.push(closeWire);
    const relay = startRelay({ bus, wire, log });
    started.push(() => relay.close());

    const leases = openLeases({ database, log });
    started.push(() => leases.close());
    // Without a hub nobody can watch.
    let isWatched = (_mitasId: string) => false;
    const fleet = startFleet({
      database,
      bus,
      log,
      drivers,
      leases,
      seed,
      simulator: simulator ? 'on' : 'off',
      isWatched: (mitasId) => isWatched(mitasId),
    });
    started.push(() => fleet.close());
    const commands = [watchCommands({ database, bus, log }), syncClocks({ database, bus, log })];
    started.push(() => Promise.all(commands.map((one) => one.close())));

    const mailed = { database, bus, post: mailing.post, pageUrl: () => pageUrl(environment, httpPort), log };
    const subscribed = [
      watchAlarmMails(mailed),
      watchDailyReports(mailed),
      webhooks.watch(bus),
      watchBeacons({ database, bus, isSimulating: simulator, log }),
    ];
    started.push(() => Promise.all(subscribed.map((one) => one.close())));

    const border = createBorder(environment, { http: () => httpPort, ws: () => wsPort });
    for (const warning of reachWarnings(environment)) log.warn(warning);
    let condition: PartHealth = 'starting';
    const { mapArchive: archiveFile, mapStyleUrl } = environment;
    const mapStyle = openMapStyle({ url: mapStyleUrl, ...reach, log });
    let lineStats: () => HubStats = () => noHubStats;
    const metricsSources: MetricsSources = {
      parts: () => ({ host: condition === 'up', simulator: ['up', 'off'].includes(simulatorHealth(fleet)), bus: relay.isUp }),
      sockets: () => lineStats(),
      pools: database.pools,
      queues: () => queueLengths(database),
      disk: async () => (databaseUrl === undefined ? spaceOf(path.join(dataDir, 'postgres')) : null),
    };
    const http = await buildHttpServer({
      database,
      authority: accounts.authority,
      handlers: makeHandlers({
        database,
        bus,
        accounts,
        people,
        jobs,
        version: packageJson.version,
        ftpsPort: environment.ftpsPort,
        outward: { post: mailing.post, reach },
        doctor: environment,
        baseMap: { hasArchive: archiveFile !== undefined, style: mapStyle },
        log,
      }),
      plugins: [
        ingestRoutes({ database, bus, log, countIntake: metrics.countIntake }),
        commandRoutes({ database, bus }),
        oneClick(database),
        metricsRoute(metrics, metricsSources, environment.metricsToken),
        ...(archiveFile === undefined ? [] : [mapArchive(archiveFile)]),
        ...(demo ? [outboxPage(database)] : []),
      ],
      tls,
      consoleFolder,
      border,
      health: {
        host: () => condition,
        simulator: () => simulatorHealth(fleet),
        bus: () => (relay.isUp ? 'up' : 'down'),
      },
      version: packageJson.version,
      mapOrigins: mapStyle.origins,
      log,
    });
    started.push(() => http.close());
    const drain = drainable(http.server);
    await freePort();
    await listenOn('PORT', bind, environment.port, () => http.listen({ port: environment.port, host: bind }));
    httpPort = (http.server.address() as AddressInfo).port;

    const hubOptions = {
      port: environment.wsPort,
      bind,
      tls,
      authority: accounts.authority,
      bus,
      storedContacts: fleet.storedContacts,
      commands: askedByMessage({ database, bus, log }),
      border,
      storage: database.storage,
      changes: (mitasId: string) => feed.positionOf(mitasId),
      log,
    };
    await freeWsPort();
    const hub = await listenOn('WS_PORT', bind, environment.wsPort, () => startHub(hubOptions));
    started.push(async () => {
      condition = 'stopping';
      if (environment.trustProxy.length > 0) await delay(noticeMs);
      const drained = drain(drainMs);
      await hub.close();
      const unanswered = await drained;
      if (unanswered > 0) log.warn({ unanswered }, 'requests were not answered in time: they are broken off');
    });
    lineStats = () => hub.stats();
    wsPort = hub.port;
    isWatched = (mitasId) => hub.isWatched(mitasId);
    condition = 'up';
    const httpUrl = pageUrl(environment, httpPort);
    const wsUrl = ownUrl(environment, wsPort).replace(/^http/, 'ws');
    started.push(await noteRunningHost(dataDir, { url: httpUrl, certificate: environment.tls?.cert }, log));
    log.info({ httpUrl, wsUrl, dataDir }, 'the host is up');
    return { httpUrl, wsUrl, dataDir, demo: demo ? demoLogin : null, operator, failed: database.gone, close };
  } catch (error) {
    // Why the start failed must not be hidden by what could not be stopped after it.
    await close().catch((failure: unknown) => log.error({ err: failure }, 'a part of the host could not be stopped'));
    throw error;
  }
}

/** What is cleaned up in the background; the look at what data are kept asks the `runner` for more. */
const backgroundWork = (database: Database, runner: Promise<Jobs>, log: Logger) => [
  doing(accountSweep, (_, { signal }) => sweepAccounts(database, signal)),
  doing(changeSweep, () => sweepOperations(database)),
  doing(commandSweep, (_, { signal }) => sweepCommands(database, signal)),
  ...retentionWork({ database, runner, log }),
];

const simulatorHealths = { off: 'off', starting: 'starting', running: 'up', failing: 'down' } as const satisfies Record<
  string,
  PartHealth
>;

function simulatorHealth(fleet: Fleet): PartHealth {
  return simulatorHealths[fleet.status().simulator];
}
