import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { type BrowserContext, chromium } from '@playwright/test';
import { pino } from 'pino';
import { createReceiverKey } from '../../host/domain/accounts/receiver-keys.ts';
import { type Database, openDatabase } from '../../host/platform/store/database.ts';
import { buildConsoleWhenStale } from '../../scripts/build-console.ts';
import { browserFlags, findBrowser } from '../../scripts/find-browser.ts';
import { planted } from '../support/planted.ts';
import { type Product, startProduct } from '../support/product.ts';
import type { BenchOptions, BenchRow } from './bench-row.ts';
import type { SenderInput, Sent } from './reports/messages.ts';
import { openRestlessLine, type RestlessCounts } from './soak/restless-line.ts';
import { growsFaster, slopeOf } from './soak/slope.ts';
import { type SoakFigures, type SoakSample, type SoakSubject, takeSample } from './soak/soak-sample.ts';

const mitasId = 'demo';
const contactsPerSecond = 1_000;
const senders = 20;
const seed = 1;
/** Often enough for a slope of two minutes; of days not so many that they are what grows. */
const [shortestPauseMs, mostSamples] = [5_000, 500];
/** Until all that is asked of the host stands. */
const warmUpMs = 5_000;
/** What a contact takes of the disk, with its indexes. */
const mostBytesEach = 200;
/** So many of the figures are printed, evenly chosen. */
const mostPrinted = 20;

/** Of each figure how much more of it there may be after an hour. */
const bounds: readonly { of: keyof SoakFigures; what: string; unit: string; most: number }[] = [
  { of: 'pageHeap', what: "the page's heap, without garbage", unit: ' MiB/h', most: 10 },
  { of: 'nodes', what: "the page's nodes", unit: '/h', most: 500 },
  { of: 'listeners', what: "the page's listeners", unit: '/h', most: 100 },
  { of: 'rss', what: "the host's memory", unit: ' MiB/h', most: 100 },
  { of: 'hostHeap', what: "the host's heap", unit: ' MiB/h', most: 50 },
  { of: 'handles', what: "the host's open handles", unit: '/h', most: 10 },
  { of: 'hostLog', what: "the host's log", unit: ' MiB/h', most: 5 },
  { of: 'serverLog', what: "the log of the database's server", unit: ' MiB/h', most: 16 },
];

/**
 * SPEED-17: a whole host with the demo and 1,000 contacts a second more, a page on its live stream and a
 * client whose line comes and goes: what grows, and by how much an hour. Told of the later half, as the page
 * fills its five minutes first: soaks of under ten minutes say less.
 */
export async function run({ minutes }: BenchOptions): Promise<BenchRow[]> {
  await buildConsoleWhenStale();
  const closing: (() => Promise<unknown>)[] = [];
  try {
    const product = await startProduct();
    closing.push(() => product.stop());
    let said = 0;
    for (const stream of [product.child.stdout, product.child.stderr])
      stream?.on('data', (chunk: Buffer) => (said += chunk.length));
    const database = await openDatabase({ dataDir: product.dataDir, log: pino({ level: 'silent' }) });
    closing.push(() => database.close());
    const sending = await send(product, database, minutes * 60);
    closing.push(sending.end);
    const line = openRestlessLine(product, mitasId, seed);
    closing.push(() => line.close());
    const browser = await chromium.launch({ executablePath: findBrowser(), args: browserFlags() });
    closing.push(() => browser.close());
    const devtools = await openStream(await browser.newContext({ baseURL: product.url, viewport: { width: 1440, height: 900 } }));
    await delay(warmUpMs);
    const samples = await watch({ product, devtools, database, hostLog: () => said }, minutes);
    return rowsOf(samples, { minutes, line: line.counts(), sent: await sending.sent });
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}

/** Has a process of its own send contacts of receivers of their own, for so long and a little longer. */
async function send(
  { port }: Product,
  database: Database,
  seconds: number,
): Promise<{ sent: Promise<Sent>; end: () => Promise<void> }> {
  const made = await planted(database)
    .insertInto('receivers')
    .values(Array.from({ length: senders }, (_, at) => ({ system_id: mitasId, alias: `Soak ${at + 1}`, enabled: true })))
    .returning('id')
    .execute();
  const input: SenderInput = {
    port,
    mitasId,
    key: (await createReceiverKey(database, mitasId, 'soak')).key,
    rxIds: made.map(({ id }) => id),
    seconds: seconds + 2 * (warmUpMs / 1_000),
    contacts: { perSecond: contactsPerSecond, each: 100, connections: 2 },
    statuses: { perSecond: 0, each: 1, connections: 0 },
  };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'reports/paced-sender.ts'), JSON.stringify(input)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const closed = once(child, 'close') as Promise<[number | null]>;
  const sent = closed.then(([code]) => {
    if (code !== 0) throw new Error(`The sender ended with ${code}`);
    return (JSON.parse(output) as { contacts: Sent }).contacts;
  });
  // Who awaits it hears of the failure; a soak that failed before does not.
  sent.catch(() => undefined);
  const end = async (): Promise<void> => {
    child.kill();
    await closed;
  };
  return { sent, end };
}

async function openStream(context: BrowserContext): Promise<SoakSubject['devtools']> {
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('Username or Email').fill('demo');
  await page.getByLabel('Password').fill('demo-password');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard\//);
  await page.goto(`/dashboard/${mitasId}/receivers/stream`);
  await page.getByText('Streaming', { exact: true }).waitFor();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  await devtools.send('HeapProfiler.enable');
  return devtools;
}

async function watch(subject: SoakSubject, minutes: number): Promise<SoakSample[]> {
  const pauseMs = Math.max(shortestPauseMs, (minutes * 60_000) / mostSamples);
  const samples: SoakSample[] = [];
  const began = performance.now();
  for (let due = 0; due <= minutes * 60_000; due += pauseMs) {
    await delay(Math.max(0, began + due - performance.now()));
    samples.push(await takeSample(subject, (performance.now() - began) / 3_600_000));
  }
  return samples;
}

type Course = { minutes: number; line: RestlessCounts; sent: Sent };

function rowsOf(samples: readonly SoakSample[], course: Course): BenchRow[] {
  const later = samples.slice(Math.floor(samples.length / 2));
  const step = Math.ceil(later.length / mostPrinted);
  const printed = later.filter((_, at) => at % step === 0);
  const slope = (value: (sample: SoakSample) => number) =>
    slopeOf(later.map((sample) => ({ hours: sample.hours, value: value(sample) })));
  const grown = bounds.map(({ of, what, unit, most }): BenchRow => {
    const value = ({ figures }: SoakSample) => figures[of];
    const { perHour, error } = slope(value);
    return {
      what: `soak: ${what}`,
      target: `≤ ${most}${unit}`,
      better: 'less',
      measured: `${plain(perHour)}${unit}, ± ${plain(error)}`,
      met: !growsFaster({ perHour, error }, most),
      details: `${printed.map((sample) => plain(value(sample))).join(' ')}; at first ${plain(value(samples[0] as SoakSample))}`,
    };
  });
  const accepted = slope(({ figures }) => figures.accepted).perHour;
  const tables = [...(later.at(-1)?.tables.keys() ?? [])].map((name) => ({
    name,
    perHour: slope((sample) => sample.tables.get(name) ?? 0).perHour,
  }));
  const bytesEach = ((tables.find(({ name }) => name === 'contacts')?.perHour ?? Number.NaN) * 2 ** 20) / accepted;
  const fastest = tables.toSorted((one, next) => next.perHour - one.perHour).slice(0, 6);
  const { minutes, line, sent } = course;
  const size: BenchRow = {
    what: 'soak: the table of contacts, for each that came',
    target: `≤ ${mostBytesEach} bytes`,
    better: 'less',
    yardstick: null,
    measured: `${Math.round(bytesEach)} bytes`,
    met: bytesEach <= mostBytesEach,
    details:
      `${minutes} min: ${Math.round(accepted / 3_600)} contacts/s taken, ${sent.refusals} requests refused, ` +
      `${line.lines} lines opened again (${line.refused} refused), ${line.contacts} contacts over them; ` +
      `tables: ${fastest.map(({ name, perHour }) => `${name} ${plain(perHour)} MiB/h`).join(', ')}`,
  };
  return [...grown, size];
}

function plain(value: number): string {
  return value.toFixed(Math.abs(value) < 10 ? 2 : 0);
}
