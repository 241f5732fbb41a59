import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import packageJson from '../package.json' with { type: 'json' };
import { findAccessKeyForLogin, isAccessKeyLive } from './domain/accounts/access-keys.ts';
import { type Accounts, openAccounts } from './domain/accounts/accounts.ts';
import { demoLogin, type DemoOperator, makeDemo, refuseDemo } from './domain/accounts/demo.ts';
import { warnOfSharedNames } from './domain/accounts/login-names.ts';
import { watchOutsideChanges } from './domain/accounts/outside-changes.ts';
import { type Border, createBorder } from './entry/border.ts';
import { type ChangeFeed, startChangeFeed } from './platform/changes/change-feed.ts';
import { noticeRestore } from './platform/changes/epochs.ts';
import { type BackgroundWork, openBackgroundWork, sweepingWork } from './background-work.ts';
import { buildCallServer } from './call-server.ts';
import { closeAll } from './close-all.ts';
import { drivers } from './drivers/drivers.ts';
import type { Environment } from './platform/environment.ts';
import { watchBeacons } from './domain/alarms/watch-beacons.ts';
import { watchDetections } from './domain/detection/watch-detections.ts';
import { askedByMessage } from './domain/commands/ask-commands.ts';
import { syncClocks } from './domain/commands/sync-clocks.ts';
import { watchCommands } from './domain/commands/watch-commands.ts';
import { startFleet, type Fleet } from './domain/fleet/fleet.ts';
import { hourlyWork } from './entry/hourly-work.ts';
import { drainable } from './entry/http/drain.ts';
import type { PartHealth } from './entry/http/health.ts';
import { ownUrl, pageUrl, reachWarnings } from './entry/origins.ts';
import { watchAlarmMails } from './domain/mail/alarm-mails.ts';
import { watchDailyReports } from './domain/mail/daily-reports.ts';
import { outboxPage } from './entry/http/outbox-page.ts';
import { type FileFolder, fileFolder, watchLeftOvers } from './domain/files/file-folder.ts';
import { filesOf, openFtpsAccess } from './domain/files/ftps-files.ts';
import { openKnownAddresses } from './domain/files/known-addresses.ts';
import { type FtpsPorts, type FtpsService, holdFtpsPorts, startFtps } from './ftps-service.ts';
import { holdPort, listenOn, startingServer } from './port-taken.ts';
import { watchJobs } from './platform/jobs/job-watch.ts';
import { type Bus, createLocalBus } from './platform/bus/bus.ts';
import { openLeases } from './platform/leases/leases.ts';
import { type DatabaseLine, openLine } from './platform/bus/database-line.ts';
import { openWire } from './platform/bus/open-wire.ts';
import { type Relay, startRelay } from './platform/bus/relay.ts';
import { type Hub, type HubOptions, startHub } from './entry/realtime/hub.ts';
import { noHubStats } from './entry/realtime/hub-stats.ts';
import { createMetrics, type Metrics, type MetricsSources } from './platform/metrics/metrics.ts';
import { queueLengths } from './platform/metrics/queue-lengths.ts';
import { noteRunningHost } from './platform/store/embedded/running-hosts.ts';
import { spaceOf } from './platform/store/storage-watch.ts';
import { metricsRoute } from './entry/http/metrics-route.ts';
import { openDatabase, whileAway, type Database } from './platform/store/database.ts';

export type HostOptions = {
  log: Logger;
  /** The folder of the built console, by default dist/ beside this folder. */
  consoleFolder?: string;
};

/** A running host. `close` stops all of it, the embedded database last. */
export type Host = {
  httpUrl: string;
  wsUrl: string;
  dataDir: string;
  /** The published login, if the host has one. */
  demo: typeof demoLogin | null;
  /** The operator of a demo host, if this start created one. Shown only once. */
  operator: DemoOperator | null;
  /**
   * Resolves with the reason if the host cannot continue because its database is gone for good. The host must
   * still be closed.
   */
  failed: Promise<Error>;
  close: () => Promise<void>;
};

/** How long (ms) a proxy may take to notice the shutdown before new connections are refused. */
const noticeMs = 5_000;
/** How long (ms) open requests may take to finish. */
const drainMs = 10_000;

const builtConsole = path.join(import.meta.dirname, '../dist');

/**
 * Starts the complete host: database, accounts, fleet, HTTP and websocket (HOST-10). Resolves when it answers
 * pages and sockets. If a part cannot start, stops the parts started before it. HOST-17 says how the host
 * closes.
 * @throws Error naming the part and the reason.
 */
export async function startHost(environment: Environment, { log, consoleFolder = builtConsole }: HostOptions): Promise<Host> {
  const started: (() => Promise<unknown>)[] = [];
  const close = () => closeAll(started);
  const start = beginStart(environment, log, started);
  const { keep } = start;
  try {
    const free = await holdPorts(start);
    const metrics = createMetrics(packageJson.version);
    const base = await openBase(start, metrics);
    const { database, bus } = base;
    const { accounts, operator } = await openKnownAccounts(base);
    const line = keep(openLine(database.pool.options, log));
    const work = await startWork(base, line, accounts);
    keep({ close: watchOutsideChanges(database, bus, log, { line }) });
    keep(watchJobs({ bus, line }));
    const feed = keep(startChangeFeed({ database, bus, line, log }));
    const relay = await joinOtherHosts(base, line);
    const fleet = startReceivers(base);
    startCommands(base);
    startAlarms(base, work);
    await serveFtps(base, free.ftps);
    const border = openBorder(start);
    const server = await buildCalls(base, { metrics, accounts, work, relay, fleet, border, consoleFolder });
    await free.http();
    const drain = await listenForCalls(start, server);
    await free.ws();
    await listenForSockets(base, { accounts, fleet, feed, border, drain });
    return { ...(await announceUp(start)), operator, failed: database.gone, close };
  } catch (error) {
    // A failure to stop must not hide why the start failed.
    await close().catch((failure: unknown) => log.error({ err: failure }, 'a part of the host could not be stopped'));
    throw error;
  }
}

/** Registers a part to be stopped with the host. Parts registered later are stopped first. */
type Keep = <Part extends { close(): unknown }>(part: Part) => Part;

/** The state of a starting host. Until `hub` is set, no console can watch a system. */
type Progress = {
  condition: PartHealth;
  httpPort: number;
  wsPort: number;
  hub: Hub | undefined;
  ftps: FtpsService | undefined;
  /** Why FTPS is not served, or null. */
  ftpsProblem: string | null;
};

/** The input of each step of the start. */
type Start = { environment: Environment; log: Logger; keep: Keep; progress: Progress };
type Base = Start & { database: Database; bus: Bus; files: FileFolder };

/** The accounts, and the operator that a demo's first start creates. */
type Known = { accounts: Accounts; operator: DemoOperator | null };

type Drain = ReturnType<typeof drainable>;

/** The parts that both calls and sockets use. */
type Entry = { accounts: Accounts; fleet: Fleet; border: Border };

function beginStart(environment: Environment, log: Logger, started: (() => Promise<unknown>)[]): Start {
  const { port, wsPort } = environment;
  const keep: Keep = (part) => {
    started.push(async () => part.close());
    return part;
  };
  const nothingYet = { hub: undefined, ftps: undefined, ftpsProblem: null };
  return { environment, log, keep, progress: { condition: 'starting', httpPort: port, wsPort, ...nothingYet } };
}

/** Reserves the ports. Resolves with functions that free each one for its server. */
async function holdPorts({ environment, log, keep }: Start) {
  const { bind, port, wsPort, tls } = environment;
  const http = await holdPort('PORT', bind, port, startingServer(tls));
  keep({ close: http });
  const ws = await holdPort('WS_PORT', bind, wsPort);
  keep({ close: ws });
  const ftps = await holdFtpsPorts(environment, log);
  if (ftps.problem === null) keep({ close: () => ftps.free() });
  return { http, ws, ftps };
}

async function openBase(start: Start, { noteQuery }: Metrics): Promise<Base> {
  const { environment, log, keep } = start;
  const { databaseUrl, dataDir } = environment;
  const database = keep(await openDatabase({ databaseUrl, dataDir, log, onQuery: noteQuery }));
  const bus = createLocalBus((error, { kind }) => log.error({ err: error, kind }, 'a part of the host failed on an event'));
  // Another process may be stopping the database at this moment; the database is soon available again.
  await whileAway(() => noticeRestore(database, log));
  return { ...start, database, bus, files: fileFolder(environment.filesDir) };
}

async function openKnownAccounts({ environment: { demo }, log, keep, database, bus }: Base): Promise<Known> {
  const accounts = await whileAway(() => openAccounts(database, bus, { allowDemo: demo, log }));
  keep(accounts.authority);
  await whileAway(() => warnOfSharedNames(database, log));
  const operator = demo ? await whileAway(() => makeDemo(database)) : null;
  if (!demo) await whileAway(() => refuseDemo(database, accounts.sessions, log));
  return { accounts, operator };
}

/** Starts the jobs and enqueues the hourly work. */
async function startWork(base: Base, line: DatabaseLine, accounts: Accounts): Promise<BackgroundWork> {
  const { environment, log, keep, database, bus } = base;
  const work = keep(openBackgroundWork({ ...base, line, accounts, pageUrl: pageUrlOf(base) }, sweepingWork));
  const jobs = await work.jobs();
  keep(watchLeftOvers({ database, bus, root: environment.filesDir, log }));
  for (const kind of hourlyWork) await whileAway(() => jobs.enqueue(kind, [null]));
  return work;
}

async function joinOtherHosts({ environment: { busUrl }, log, keep, database, bus }: Base, line: DatabaseLine): Promise<Relay> {
  const { wire } = keep(await whileAway(() => openWire({ busUrl, database, line }, log)));
  return keep(startRelay({ bus, wire, log }));
}

function startReceivers({ environment, log, keep, progress, database, bus }: Base): Fleet {
  const leases = keep(openLeases({ database, log }));
  const isWatched = (mitasId: string) => progress.hub?.isWatched(mitasId) ?? false;
  const simulator = environment.simulator ? 'on' : 'off';
  return keep(startFleet({ database, bus, log, drivers, leases, seed: environment.seed, simulator, isWatched }));
}

function startCommands({ log, keep, database, bus }: Base): void {
  keepTogether(keep, [watchCommands({ database, bus, log }), syncClocks({ database, bus, log })]);
}

function startAlarms(base: Base, { mailing, webhooks }: BackgroundWork): void {
  const { environment, log, keep, database, bus } = base;
  const mailed = { database, bus, post: mailing.post, pageUrl: pageUrlOf(base), log };
  keepTogether(keep, [
    watchAlarmMails(mailed),
    watchDailyReports(mailed),
    webhooks.watch(bus),
    watchBeacons({ database, bus, isSimulating: environment.simulator, log }),
    watchDetections({ database, bus, log }),
  ]);
}

/** Serves data files by FTPS if it is available (FTPS-7). */
async function serveFtps({ environment, log, keep, progress, database, bus, files }: Base, ports: FtpsPorts): Promise<void> {
  progress.ftpsProblem = ports.problem;
  if (ports.problem !== null) return;
  const known = keep(await whileAway(() => openKnownAddresses({ database, log })));
  const access = openFtpsAccess({
    findKey: (user, password) => findAccessKeyForLogin(database, user, password),
    isLive: (keyId) => isAccessKeyLive(database, keyId),
    known,
    files: filesOf(database, files),
    bus,
  });
  await ports.free();
  progress.ftps = keep(await startFtps({ environment, access, log }));
}

function openBorder({ environment, log, progress }: Start): Border {
  for (const warning of reachWarnings(environment)) log.warn(warning);
  return createBorder(environment, { http: () => progress.httpPort, ws: () => progress.wsPort });
}

type CallParts = Entry & { metrics: Metrics; work: BackgroundWork; relay: Relay; consoleFolder: string };

async function buildCalls(base: Base, parts: CallParts): Promise<FastifyInstance> {
  const { environment, keep, progress, database } = base;
  const { metrics, work, relay, fleet } = parts;
  const { metricsToken, demo } = environment;
  const server = await buildCallServer({
    ...base,
    ...parts,
    background: work,
    ftps: { port: progress.ftps?.port ?? null, problem: progress.ftpsProblem },
    countIntake: metrics.countIntake,
    plugins: [metricsRoute(metrics, metricsSources(base, parts), metricsToken), ...(demo ? [outboxPage(database)] : [])],
    demo: demo ? demoLogin : null,
    health: {
      host: () => progress.condition,
      simulator: () => simulatorHealth(fleet),
      bus: () => (relay.isUp ? 'up' : 'down'),
    },
    version: packageJson.version,
  });
  return keep(server);
}

function metricsSources({ environment, progress, database }: Base, { relay, fleet }: CallParts): MetricsSources {
  const { databaseUrl, dataDir } = environment;
  const isUp = () => ({
    host: progress.condition === 'up',
    simulator: ['up', 'off'].includes(simulatorHealth(fleet)),
    bus: relay.isUp,
  });
  return {
    parts: isUp,
    sockets: () => progress.hub?.stats() ?? noHubStats,
    pools: database.pools,
    queues: () => queueLengths(database),
    disk: async () => (databaseUrl === undefined ? spaceOf(path.join(dataDir, 'postgres')) : null),
  };
}

/**
 * Listens for calls. Returns a function that refuses new connections and finishes open requests (HOST-17).
 */
async function listenForCalls({ environment: { bind, port }, progress }: Start, app: FastifyInstance): Promise<Drain> {
  const drain = drainable(app.server);
  await listenOn('PORT', bind, port, () => app.listen({ port, host: bind }));
  progress.httpPort = (app.server.address() as AddressInfo).port;
  return drain;
}

type SocketParts = Entry & { feed: ChangeFeed; drain: Drain };

async function listenForSockets(base: Base, parts: SocketParts): Promise<void> {
  const { environment, keep, progress } = base;
  const hub = await listenOn('WS_PORT', environment.bind, environment.wsPort, () => startHub(hubOptions(base, parts)));
  keep({ close: () => takeLeave(base, hub, parts.drain) });
  progress.hub = hub;
  progress.wsPort = hub.port;
}

function hubOptions(base: Base, { accounts, fleet, border, feed }: SocketParts): HubOptions {
  const { environment, log, database, bus } = base;
  return {
    port: environment.wsPort,
    bind: environment.bind,
    tls: environment.tls,
    authority: accounts.authority,
    bus,
    storedContacts: fleet.storedContacts,
    commands: askedByMessage({ database, bus, log }),
    border,
    storage: database.storage,
    changes: (mitasId) => feed.positionOf(mitasId),
    log,
  };
}

/** Ends incoming work before the parts that this work needs are stopped (HOST-17). */
async function takeLeave({ environment, log, progress }: Start, hub: Hub, drain: Drain): Promise<void> {
  progress.condition = 'stopping';
  if (environment.trustProxy.length > 0) await delay(noticeMs);
  const drained = drain(drainMs);
  const sent = progress.ftps?.close();
  await hub.close();
  const unanswered = await drained;
  await sent;
  if (unanswered > 0) log.warn({ unanswered }, 'requests were not answered in time: they are broken off');
}

async function announceUp(start: Start): Promise<Omit<Host, 'operator' | 'failed' | 'close'>> {
  const { environment, log, keep, progress } = start;
  const { dataDir, demo, tls } = environment;
  progress.condition = 'up';
  const httpUrl = pageUrlOf(start)();
  const wsUrl = ownUrl(environment, progress.wsPort).replace(/^http/, 'ws');
  keep({ close: await noteRunningHost(dataDir, { url: httpUrl, certificate: tls?.cert }, log) });
  log.info({ httpUrl, wsUrl, dataDir }, 'the host is up');
  return { httpUrl, wsUrl, dataDir, demo: demo ? demoLogin : null };
}

/** Registers parts to be stopped at the same time. */
function keepTogether(keep: Keep, parts: readonly { close(): Promise<unknown> }[]): void {
  keep({ close: () => Promise.all(parts.map((part) => part.close())) });
}

/** Returns the console's address, computed at each call because the port may be known only later. */
const pageUrlOf =
  ({ environment, progress }: Start) =>
  () =>
    pageUrl(environment, progress.httpPort);

const simulatorHealths = { off: 'off', starting: 'starting', running: 'up', failing: 'down' } as const satisfies Record<
  string,
  PartHealth
>;

function simulatorHealth(fleet: Fleet): PartHealth {
  return simulatorHealths[fleet.status().simulator];
}
