import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { pino } from 'pino';
import { openDatabase } from '../../host/platform/store/database.ts';
import { browserFlags, findBrowser } from '../../scripts/find-browser.ts';

/**
 * The kinds of fixed work: a loop in Node, script and canvas in Chromium, rows into the embedded database,
 * bytes to disk.
 */
export const yardstickKinds = ['script', 'page', 'database', 'disk'] as const;
export type YardstickKind = (typeof yardstickKinds)[number];

/** The median time (ms) of the fixed work, and its spread: (second slowest − second fastest) / median. */
export type Yardstick = { ms: number; spread: number };
export type Yardsticks = Record<YardstickKind, Yardstick>;

const rounds = 7;
const loopSteps = 60_000_000;
const canvasFrames = 40;
const rowCount = 200_000;
const diskMiB = 128;

/**
 * Measures fixed work of each kind, so that figures of machines and days of different speed can be compared.
 */
export async function measureYardsticks(): Promise<Yardsticks> {
  return { script: yardstickOf(repeat(loop)), page: await pageWork(), database: await databaseWork(), disk: diskWork() };
}

/**
 * Returns median and spread of times in ms. The first, a warm-up, does not count.
 * @throws RangeError for fewer than six times.
 */
export function yardstickOf(times: readonly number[]): Yardstick {
  const sorted = times.slice(1).toSorted((one, other) => one - other);
  const [fast, ms, slow] = [sorted[1], sorted[Math.floor(sorted.length / 2)], sorted.at(-2)];
  if (sorted.length < 5 || fast === undefined || ms === undefined || slow === undefined)
    throw new RangeError(`A yardstick takes six times or more, not ${times.length}`);
  return { ms, spread: (slow - fast) / ms };
}

function repeat(work: () => void): number[] {
  return Array.from({ length: rounds + 1 }, () => {
    const began = performance.now();
    work();
    return performance.now() - began;
  });
}

/**
 * Integers, floats and reads over memory larger than the caches, as decoding and folding contacts have them.
 */
function loop(): void {
  const cells = new Float64Array(1 << 20);
  let state = 1;
  for (let step = 0; step < loopSteps; step += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    const at = state >>> 12;
    cells[at] = (cells[at] ?? 0) + (state & 0xff);
  }
}

async function pageWork(): Promise<Yardstick> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserFlags() });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const times = await page.evaluate(
      ({ tries, frames }) => {
        const canvas = document.body.appendChild(Object.assign(document.createElement('canvas'), { width: 1_200, height: 400 }));
        const context = canvas.getContext('2d', { willReadFrequently: true });
        const list = document.body.appendChild(document.createElement('ul'));
        if (context === null) throw new Error('This browser has no canvas');
        return Array.from({ length: tries }, () => {
          const began = performance.now();
          for (let frame = 0; frame < frames; frame += 1) {
            for (let mark = 0; mark < 3_000; mark += 1) {
              context.fillStyle = `hsl(${mark % 360} 60% 50%)`;
              context.fillRect((mark * 37 + frame) % 1_200, (mark * 17) % 400, 3, 3);
            }
            context.getImageData(0, 0, 1, 1);
            list.replaceChildren(
              ...Array.from({ length: 200 }, (_, row) =>
                Object.assign(document.createElement('li'), { textContent: `${frame} ${row}` }),
              ),
            );
            list.getBoundingClientRect();
          }
          return performance.now() - began;
        });
      },
      { tries: rounds + 1, frames: canvasFrames },
    );
    return yardstickOf(times);
  } finally {
    await browser.close();
  }
}

async function databaseWork(): Promise<Yardstick> {
  const dataDir = mkdtempSync(join(tmpdir(), 'yardstick-'));
  const database = await openDatabase({ dataDir, log: pino({ level: 'warn' }, pino.destination(2)) });
  try {
    const times = await database.asOwner(async ({ pool }) => {
      await pool.query('create table yardstick (id bigint, code int, at timestamptz, power real, primary key (code, at, id))');
      const took: number[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        const began = performance.now();
        await pool.query(
          `insert into yardstick select n, n % 500, to_timestamp(n / 10.0), -60 - n % 40 from generate_series($1::bigint, $2::bigint) n`,
          [round * rowCount, (round + 1) * rowCount - 1],
        );
        took.push(performance.now() - began);
      }
      return took;
    });
    return yardstickOf(times);
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function diskWork(): Yardstick {
  const folder = mkdtempSync(join(tmpdir(), 'yardstick-'));
  const piece = Buffer.alloc(2 ** 20, 'contacts');
  try {
    return yardstickOf(
      repeat(() => {
        const file = openSync(join(folder, 'bytes'), 'w');
        for (let at = 0; at < diskMiB; at += 1) writeSync(file, piece);
        fsyncSync(file);
        closeSync(file);
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
