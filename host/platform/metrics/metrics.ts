import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { queryNames } from '../store/query-name.ts';
import type { PoolUse } from '../store/pools.ts';
import type { Space } from '../store/storage-watch.ts';
import type { QueueLengths } from './queue-lengths.ts';

/** How many received items were accepted, already stored, or rejected. */
export type IntakeCounts = { accepted: number; duplicate: number; rejected: number };

/** The sources that each scrape reads. */
export type MetricsSources = {
  /** Returns whether each part is up. */
  parts: () => Readonly<Record<string, boolean>>;
  sockets: () => { clients: number; subscribed: number; dropped: number; frames: number; maxUnsentBytes: number };
  pools: () => readonly PoolUse[];
  queues: () => Promise<QueueLengths>;
  /** Returns the database's disk space; null if the database is on another machine. */
  disk: () => Promise<Space | null>;
};

/** A host's metrics for a monitoring system (MET-1). */
export type Metrics = {
  countIntake: (what: string, counts: IntakeCounts) => void;
  /** Counts a statement that succeeded or failed, with its time in seconds. */
  noteQuery: (text: string, seconds: number) => void;
  contentType: string;
  /** Returns all metrics in Prometheus's text format. Those that cannot be read now are left out. */
  read: (sources: MetricsSources) => Promise<string>;
};

/** How long (ms) a read from the database may take; metrics of slower ones are left out. */
const timeoutMs = 2_000;
const queryBuckets = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 30];

/**
 * Creates the metrics of one host, with their own registry. Counting a frequent event costs one addition;
 * everything else is read at each scrape. No label names a system, a receiver or a person, because their
 * number is unlimited.
 */
export function createMetrics(version: string): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'console_' });
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name: `console_${name}`, help, labelNames, registers });
  gauge('build_info', 'The version that runs', 'version').set({ version }, 1);
  const intake = new Counter({
    name: 'console_ingest_items_total',
    help: 'What receivers sent, by what became of it',
    labelNames: ['what', 'outcome'],
    registers,
  });
  for (const what of ['contacts', 'statuses', 'modem reports'])
    for (const outcome of ['accepted', 'duplicate', 'rejected']) intake.inc({ what, outcome }, 0);
  const queries = new Histogram({
    name: 'console_query_seconds',
    help: 'How long statements took, by verb and first table',
    labelNames: ['query'],
    buckets: queryBuckets,
    registers,
  });
  const frames = new Counter({ name: 'console_socket_frames_total', help: 'Frames sent to consoles', registers });
  const gauges = {
    up: gauge('up', 'Whether a part is up', 'part'),
    sockets: gauge('sockets', 'Consoles with a live line, and those that get contacts', 'state'),
    dropped: gauge('socket_contacts_dropped', 'Contacts not sent to consoles now connected, as they were too slow'),
    unsent: gauge('socket_unsent_bytes', 'Bytes that wait for the slowest console'),
    connections: gauge('database_connections', 'Connections to the database by lane', 'lane', 'state'),
    most: gauge('database_connections_max', 'The most connections that a lane has', 'lane'),
    waiting: gauge('database_waiting', 'Statements that wait for a connection', 'lane'),
    queues: gauge('queue_length', 'What waits or is under way, in all hosts of the database', 'queue'),
    jobs: gauge('jobs', 'Background jobs by kind and state, in all hosts of the database', 'kind', 'state'),
    disk: gauge('disk_bytes', "The disk of the host's own database", 'state'),
  };
  const nameOf = queryNames();
  let framesBefore = 0;

  async function refresh({ parts, sockets, pools, queues, disk }: MetricsSources): Promise<void> {
    const line = sockets();
    gauges.sockets.set({ state: 'connected' }, line.clients);
    gauges.sockets.set({ state: 'subscribed' }, line.subscribed);
    gauges.dropped.set(line.dropped);
    gauges.unsent.set(line.maxUnsentBytes);
    frames.inc(Math.max(0, line.frames - framesBefore));
    framesBefore = line.frames;
    for (const { lane, total, idle, waiting, max } of pools()) {
      gauges.connections.set({ lane, state: 'busy' }, total - idle);
      gauges.connections.set({ lane, state: 'idle' }, idle);
      gauges.most.set({ lane }, max);
      gauges.waiting.set({ lane }, waiting);
    }
    const [lengths, space] = await Promise.all([orNull(queues()), orNull(disk())]);
    for (const [part, isUp] of Object.entries({ ...parts(), database: lengths !== null })) gauges.up.set({ part }, isUp ? 1 : 0);
    gauges.queues.reset();
    gauges.jobs.reset();
    gauges.disk.reset();
    for (const [queue, length] of Object.entries(lengths?.queues ?? {})) gauges.queues.set({ queue }, length);
    for (const { kind, state, count } of lengths?.jobs ?? []) gauges.jobs.set({ kind, state }, count);
    if (space === null) return;
    gauges.disk.set({ state: 'used' }, space.used);
    gauges.disk.set({ state: 'free' }, space.free);
  }

  // Simultaneous scrapes share one result; otherwise one would read the gauges just after the other has reset
  // them.
  let reading: Promise<string> | undefined;
  return {
    countIntake(what, counts) {
      for (const outcome of ['accepted', 'duplicate', 'rejected'] as const) intake.inc({ what, outcome }, counts[outcome]);
    },
    noteQuery: (text, seconds) => queries.observe({ query: nameOf(text) }, seconds),
    contentType: registry.contentType,
    read: (sources) =>
      (reading ??= refresh(sources)
        .then(() => registry.metrics())
        .finally(() => (reading = undefined))),
  };
}

/** Resolves with null if the read fails or takes too long; the health check and the log report why. */
async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), timeoutMs)));
  try {
    return await Promise.race([reading, late]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
