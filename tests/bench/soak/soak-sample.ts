import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession } from '@playwright/test';
import type { Database } from '../../../host/platform/store/database.ts';
import type { Product } from '../../support/product.ts';

/** The figures of a sample; memory and disk in MiB. */
export type SoakFigures = {
  pageHeap: number;
  nodes: number;
  listeners: number;
  rss: number;
  hostHeap: number;
  handles: number;
  hostLog: number;
  serverLog: number;
  /** Contacts that the host has accepted. */
  accepted: number;
};

/** One sample of all figures; `tables` has the size of each table, with its indexes and partitions. */
export type SoakSample = { hours: number; figures: SoakFigures; tables: ReadonlyMap<string, number> };

/** What a soak measures; `hostLog` is how many bytes the host has logged. */
export type SoakSubject = {
  product: Product;
  devtools: CDPSession;
  database: Pick<Database, 'pool'>;
  hostLog: () => number;
};

const mebi = 2 ** 20;

/** Takes one sample, after collecting the page's garbage, which would hide its growth. */
export async function takeSample(subject: SoakSubject, hours: number): Promise<SoakSample> {
  const [page, host, tables] = await Promise.all([lookAtPage(subject), lookAtHost(subject), tableSizes(subject)]);
  return { hours, figures: { ...page, ...host }, tables };
}

async function lookAtPage({ devtools }: SoakSubject) {
  await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { pageHeap: of('JSHeapUsedSize') / mebi, nodes: of('Nodes'), listeners: of('JSEventListeners') };
}

async function lookAtHost({ product, hostLog }: SoakSubject) {
  const answer = await fetch(`${product.url}/metrics`, { signal: AbortSignal.timeout(20_000) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The host's metrics could not be read: ${answer.status}`);
  const of = (start: string) => {
    const line = text.split('\n').find((one) => one.startsWith(start));
    if (line === undefined) throw new Error(`The host's metrics say nothing of ${start}`);
    return Number(line.slice(line.lastIndexOf(' ')));
  };
  const [handles, { size }] = await Promise.all([
    readdir(`/proc/${product.child.pid}/fd`),
    stat(join(product.dataDir, 'postgres/server.log')),
  ]);
  return {
    rss: of('console_process_resident_memory_bytes') / mebi,
    hostHeap: of('console_nodejs_heap_size_used_bytes') / mebi,
    handles: handles.length,
    hostLog: hostLog() / mebi,
    serverLog: size / mebi,
    accepted: of('console_ingest_items_total{what="contacts",outcome="accepted"}'),
  };
}

async function tableSizes({ database }: SoakSubject): Promise<ReadonlyMap<string, number>> {
  const { rows } = await database.pool.query<{ name: string; bytes: number }>(`
    select coalesce(pg_partition_root(oid)::oid, oid)::regclass::text as name, sum(pg_total_relation_size(oid))::bigint as bytes
    from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'jobs'::regnamespace) group by 1`);
  return new Map(rows.map(({ name, bytes }) => [name, bytes / mebi]));
}
