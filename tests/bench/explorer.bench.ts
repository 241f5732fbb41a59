import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import type { BenchRow } from './bench-row.ts';
import { countHours } from './count-hours.ts';
import { type FleetStage, fleetStage, logIn } from './fleet-stage.ts';

const million = 1_000_000;
const dayMs = 86_400_000;
const moves = 60;

/** EXP-3: a million contacts of a receiver in a day, in a browser against the real host. */
export async function run(): Promise<BenchRow[]> {
  const stage = await fleetStage();
  try {
    const day = Math.floor(Date.now() / dayMs) * dayMs - dayMs;
    await hear(stage, day);
    const page = await stage.openPage();
    await logIn(page, stage.field);
    const iso = (ts: number): string => new Date(ts).toISOString();
    const rxId = stage.field.receivers['Crest'];
    const asked = `time=range&from=${iso(day).slice(0, 10)}&to=${iso(day).slice(0, 10)}&receivers=${rxId}`;
    const explored = `explore=${rxId}&antennas=1,2,3,4&start=${iso(day)}&end=${iso(day + dayMs)}`;
    await page.goto(`/dashboard/${stage.field.mitasId}/receivers/stats?${asked}`);
    await page.getByRole('button', { name: 'Explore contacts of Crest, antenna 1' }).waitFor({ timeout: 60_000 });
    await page.waitForLoadState('networkidle');
    const before = await heapOf(page);
    const drawnMs = await open(page, `/dashboard/${stage.field.mitasId}/receivers/stats?${asked}&${explored}`);
    const after = await heapOf(page);
    const frames = await pan(page);
    const p95 = frames.toSorted((one, other) => one - other)[Math.floor(frames.length * 0.95)] ?? Number.NaN;
    const megabytes = (after - before) / 1e6;
    return [
      row('from the press to a million contacts drawn', '≤ 3.0 s', `${(drawnMs / 1_000).toFixed(2)} s`, drawnMs <= 3_000),
      row('dragging a million contacts, 95 % of frames', '≤ 17 ms', `${p95.toFixed(1)} ms`, p95 <= 17),
      row('memory of a million contacts', '≤ 60 MB', `${megabytes.toFixed(0)} MB`, megabytes <= 60),
    ];
  } finally {
    await stage.close();
  }
}

function row(what: string, target: string, measured: string, met: boolean): BenchRow {
  const isTime = !measured.endsWith('MB');
  return { what, target, better: 'less', measured, met, ...(isTime ? {} : { yardstick: null }) };
}

/** Stores a million contacts of Crest, as a real study has them: of 361 codes, 43 percent of them noise. */
async function hear({ field, database }: FleetStage, day: number): Promise<void> {
  const [from, to] = [new Date(day), new Date(day + dayMs)];
  const { db } = database;
  await sql`select ensure_contact_partition((${from}::timestamptz at time zone 'UTC')::date)`.execute(db);
  await sql`
    insert into contacts (ts, rx_id, freq_hz, code, power, ant, type, system_id)
    select ${from}::timestamptz + at * (interval '1 day' / ${million}::integer), ${field.receivers['Crest']}::integer, 150380000,
      case when at % 7 < 3 then 995 else 1 + hashint4(at / 15) % 180 + 180 end, -60 - at % 50, 1 + at / 15 % 4, 8, ${field.mitasId}
    from generate_series(0, ${million - 1}::integer) as at`.execute(db);
  await countHours(database, field.mitasId, [from, to]);
  await sql`analyze`.execute(db);
}

/**
 * Goes to an address of the page that is open, until its canvas shows contacts, in ms by the page's clock.
 */
async function open(page: Page, url: string): Promise<number> {
  return page.evaluate(async (to) => {
    const began = performance.now();
    history.pushState(null, '', to);
    while (!/1,000,000\/1,000,000 contacts shown/.test(document.querySelector('[role=dialog]')?.textContent ?? ''))
      await new Promise(requestAnimationFrame);
    // What React has committed is drawn by the frame after it.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    return performance.now() - began;
  }, url);
}

/** What the page holds in memory, its columns of numbers too, in bytes. */
async function heapOf(page: Page): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize = 0 } = (await cdp.send('Runtime.getHeapUsage')) as {
    usedSize: number;
    backingStorageSize?: number;
  };
  return usedSize + backingStorageSize;
}

/** Drags the plot to and fro, a move a frame; how long after the one before each frame came, in ms. */
async function pan(page: Page): Promise<number[]> {
  await page.getByRole('button', { name: 'Zoom in' }).click();
  return page.evaluate(async (count) => {
    const canvas = document.querySelector('[role=dialog] canvas')!;
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const at = (x: number, type: string) =>
      canvas.dispatchEvent(
        new PointerEvent(type, { bubbles: true, pointerId: 1, clientX: left + x, clientY: top + height / 2, isPrimary: true }),
      );
    // No real pointer is down that could be captured.
    canvas.setPointerCapture = () => undefined;
    at(width / 2, 'pointerdown');
    const times: number[] = [];
    let last = await new Promise(requestAnimationFrame);
    for (let move = 0; move < count; move++) {
      at(width / 2 + 80 * Math.sin(move / 4), 'pointermove');
      const now = await new Promise(requestAnimationFrame);
      times.push(now - last);
      last = now;
    }
    at(width / 2, 'pointerup');
    return times;
  }, moves);
}
