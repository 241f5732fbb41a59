import { type CDPSession, chromium, type Page } from '@playwright/test';
import { browserFlags, findBrowser } from '../../../scripts/find-browser.ts';
import { noFilters, type TimeLimit, windowMs } from '#model/live/live-settings.ts';
import type { PageSettings } from '../../support/live-chart-page/page-settings.ts';
import { servePage } from '../../support/live-chart-page/serve-page.ts';
import type { BenchRow } from '../bench-row.ts';
import { type ContactSource, startContactSource } from './contact-source.ts';

/** What is measured: contacts a second, and the time shown. */
const loads: readonly Load[] = [
  { rate: 10_000, timeLimit: 300_000, memoryTarget: 150 },
  { rate: 10_000, timeLimit: 30_000, memoryTarget: 150 },
  { rate: 50_000, timeLimit: 300_000, memoryTarget: 200 },
];
const measuredMs = 30_000;
const quietMs = 2 * windowMs;
const quietTarget = 50;
const size = { width: 1_200, height: 400 };
/**
 * On a machine without a GPU these two take the canvas out of the GPU process, where each frame would be
 * copied twice more.
 */
const noGpuFlags = ['--disable-gpu-compositing', '--disable-accelerated-2d-canvas'];

type Load = { readonly rate: number; readonly timeLimit: TimeLimit; readonly memoryTarget: number };

type Figures = {
  frames: number;
  /**
   * p95 in ms: between frames, of the chart's drawing, and of all script of a frame (drawing and messages).
   */
  interval: number;
  drawing: number;
  script: number;
  /**
   * All script of the page in ms per frame, React's and the browser's callbacks too, as the browser accounts
   * it.
   */
  scriptMean: number;
  /** The page's memory in MB as the browser measures it (heap, typed arrays, DOM), and the parts of it. */
  memory: number;
  heap: number;
  windowBytes: number;
  held: number;
  sent: number;
  lost: number;
  /** The page's memory in MB once all contacts have left the window. */
  memoryAfter: number;
};

/**
 * The live chart as the product has it, in a browser: five minutes of contacts are there (3 and 15 million),
 * 10,000 or 50,000 a second arrive by a websocket in ten frames, and the chart draws every frame (SPEED-1,
 * SPEED-20). Afterwards nothing comes for five minutes by the page's clock, and memory is measured again.
 */
export async function run(): Promise<BenchRow[]> {
  const flags = [...browserFlags(), ...noGpuFlags];
  const page = await servePage();
  try {
    const rows: BenchRow[] = [];
    for (const load of loads) rows.push(...rowsOf(await measure(page.urlOf, flags, load), load, flags));
    return rows;
  } finally {
    await page.stop();
  }
}

async function measure(urlOf: (settings: PageSettings) => string, flags: string[], load: Load): Promise<Figures> {
  const { rate, timeLimit } = load;
  const source = await startContactSource(rate);
  const browser = await chromium.launch({ executablePath: findBrowser(), args: flags });
  try {
    const page = await browser.newPage({ viewport: { width: size.width, height: 640 } });
    const settings: PageSettings = {
      scheme: 'dark',
      groupBy: 'rxId',
      timeLimit,
      filters: noFilters,
      prefillRate: rate,
      ...size,
      socket: source.url,
    };
    await page.goto(urlOf(settings));
    await page.getByRole('list').waitFor({ timeout: 120_000 });
    // The first seconds after filling belong to the fill: the sliced first painting and the garbage of
    // millions of objects.
    await page.waitForTimeout(5_000);
    return await sample(page, source);
  } finally {
    await browser.close();
    await source.stop();
  }
}

async function sample(page: Page, source: ContactSource): Promise<Figures> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  await page.evaluate(() => globalThis.liveChartPage.startSampling());
  const scriptBefore = await metric(devtools, 'ScriptDuration');
  await page.waitForTimeout(measuredMs);
  const script = (await metric(devtools, 'ScriptDuration')) - scriptBefore;
  const { intervals, drawing, receiving } = await page.evaluate(() => globalThis.liveChartPage.samples());
  const heap = (await metric(devtools, 'JSHeapUsedSize')) / 1e6;
  const held = await page.evaluate(() => ({ windowBytes: liveChartPage.windowBytes() / 1e6, held: liveChartPage.size() }));
  const memory = (await page.evaluate(measureMemory)) / 1e6;
  const both = drawing.map((ms, at) => ms + (receiving[at] ?? 0));
  return {
    frames: intervals.length,
    interval: percentile(intervals, 0.95),
    drawing: percentile(drawing, 0.95),
    script: percentile(both, 0.95),
    scriptMean: (script * 1_000) / intervals.length,
    memory,
    heap,
    ...held,
    ...(await countLost(page, source)),
    memoryAfter: await memoryOfQuiet(page),
  };
}

/** Runs in the page, which is isolated for it. */
async function measureMemory(): Promise<number> {
  const { measureUserAgentSpecificMemory } = performance as Performance & {
    measureUserAgentSpecificMemory?: () => Promise<{ bytes: number }>;
  };
  if (!measureUserAgentSpecificMemory) throw new Error('This browser cannot measure the memory of a page');
  return (await measureUserAgentSpecificMemory.call(performance)).bytes;
}

/** Stops the source and waits until what it sent is in the window, as long as anything still arrives. */
async function countLost(page: Page, source: ContactSource): Promise<{ sent: number; lost: number }> {
  source.pause();
  const sent = source.sent();
  const arrived = () => page.evaluate(() => liveChartPage.tally().accepted - liveChartPage.prefilled);
  let [before, now] = [-1, await arrived()];
  while (now < sent && now !== before) {
    await page.waitForTimeout(1_000);
    [before, now] = [now, await arrived()];
  }
  const isBad = await page.evaluate(() => liveChartPage.badFrames() + liveChartPage.tally().overflow > 0);
  if (isBad) throw new Error('The page refused frames or its window overflowed: the figures mean nothing');
  return { sent, lost: sent - now };
}

/** Lets the page's clock pass over all contacts, so that one new contact makes the window drop them. */
async function memoryOfQuiet(page: Page): Promise<number> {
  const held = await page.evaluate((later) => {
    liveChartPage.setNow(later);
    liveChartPage.append([{ rxId: 1, ant: 1, freq: 150, code: 1, type: 18, power: -80, ts: later }]);
    return liveChartPage.size();
  }, Date.now() + quietMs);
  if (held !== 1) throw new Error(`${held} contacts are held after the quiet time, not 1`);
  return (await page.evaluate(measureMemory)) / 1e6;
}

async function metric(devtools: CDPSession, name: string): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  const found = metrics.find((each) => each.name === name);
  if (!found) throw new Error(`The browser gives no metric ${name}`);
  return found.value;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function rowsOf(figures: Figures, load: Load, flags: string[]): BenchRow[] {
  const { rate, timeLimit, memoryTarget } = load;
  const where = `live chart, ${rate.toLocaleString('en-US')} contacts/s, ${timeLimit / 1_000} s shown`;
  const { frames, interval, drawing, script, scriptMean, memory, memoryAfter, heap, windowBytes, held, sent, lost } = figures;
  const details =
    `${frames} frames in ${measuredMs / 1_000} s at ${size.width}×${size.height}, ${held.toLocaleString('en-US')} contacts in the window; ` +
    `drawing p95 ${drawing.toFixed(1)} ms; all script ${scriptMean.toFixed(1)} ms a frame on average; ` +
    `heap ${heap.toFixed(0)} MB and ${windowBytes.toFixed(0)} MB of columns; ${sent.toLocaleString('en-US')} sent; flags ${flags.join(' ')}`;
  return [
    {
      what: `${where}: p95 frame`,
      target: '≤ 17 ms',
      better: 'less',
      measured: `${interval.toFixed(1)} ms`,
      met: interval <= 17,
      details,
    },
    {
      what: `${where}: p95 script per frame`,
      target: '≤ 12 ms',
      better: 'less',
      measured: `${script.toFixed(1)} ms`,
      met: script <= 12,
    },
    {
      what: `${where}: memory of the page`,
      target: `≤ ${memoryTarget} MB`,
      better: 'less',
      yardstick: null,
      measured: `${memory.toFixed(0)} MB`,
      met: memory <= memoryTarget,
    },
    {
      what: `${where}: memory once they have left the window`,
      target: `≤ ${quietTarget} MB`,
      better: 'less',
      yardstick: null,
      measured: `${memoryAfter.toFixed(0)} MB`,
      met: memoryAfter <= quietTarget,
    },
    { what: `${where}: contacts lost`, target: '0', better: 'less', yardstick: null, measured: String(lost), met: lost === 0 },
  ];
}
