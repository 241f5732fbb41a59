import lighthouse from 'lighthouse';
import { type Browser, launch } from 'puppeteer-core';
import { buildConsoleWhenStale } from '../../scripts/build-console.ts';
import { browserFlags, findBrowser } from '../../scripts/find-browser.ts';
import { startProduct } from '../support/product.ts';
import type { BenchRow } from './bench-row.ts';

const rounds = 3;
const targets = { performance: 95, accessibility: 100, 'best-practices': 100 };
type Category = keyof typeof targets;
type Scores = Record<Category, number>;

/** The login as Lighthouse judges it in its mobile profile: a slow phone on a slow line, both simulated. */
export async function run(): Promise<BenchRow[]> {
  await buildConsoleWhenStale();
  // What it measures is the page: the demo's animals would take of the same cores.
  const product = await startProduct({ env: { SIMULATOR: 'off' } });
  const browser = await launch({ executablePath: findBrowser(), args: browserFlags() });
  try {
    const judged: Scores[] = [];
    for (let round = 0; round < rounds; round++) judged.push(await judge(browser, `${product.url}/login`));
    return [row('performance', judged), row('accessibility', judged), row('best-practices', judged)];
  } finally {
    await browser.close();
    await product.stop();
  }
}

async function judge(browser: Browser, url: string): Promise<Scores> {
  const page = await browser.newPage();
  const onlyCategories = Object.keys(targets);
  const result = await lighthouse(url, { onlyCategories, logLevel: 'silent' }, undefined, page);
  await page.close();
  const { categories = {}, runtimeError } = result?.lhr ?? {};
  if (runtimeError !== undefined) throw new Error(`Lighthouse ended with ${runtimeError.code}: ${runtimeError.message}`);
  const scoreOf = (category: Category): number => Math.round((categories[category]?.score ?? Number.NaN) * 100);
  return {
    performance: scoreOf('performance'),
    accessibility: scoreOf('accessibility'),
    'best-practices': scoreOf('best-practices'),
  };
}

function row(category: Category, judged: readonly Scores[]): BenchRow {
  const scores = judged.map((each) => each[category]);
  const median = scores.toSorted((one, other) => one - other)[Math.floor(scores.length / 2)] ?? Number.NaN;
  const target = targets[category];
  return {
    what: `login, Lighthouse, mobile profile: ${category.replace('-', ' ')}`,
    target: `≥ ${target}`,
    better: 'more',
    measured: `${median}`,
    met: median >= target,
    details: `median of ${scores.join(', ')}`,
  };
}
