import type { Page } from '@playwright/test';
import type { Field } from '../e2e/support/field.ts';
import type { BenchRow } from './bench-row.ts';
import { fleetStage, fleetText, logIn } from './fleet-stage.ts';

const perSecond = 50;
const seconds = 10;

/** SPEED-11: the page of receivers with 500 of them at 40 sites, in a browser against the real host. */
export async function run(): Promise<BenchRow[]> {
  const stage = await fleetStage();
  const { field } = stage;
  const aliases = stage.made.map(({ alias }) => alias);
  try {
    const page = await stage.openPage();
    await timeStates(page);
    await logIn(page, field);
    const ready = await openPage(page, field);
    const visible = await stateVisible(page, field, aliases[0] ?? '');
    const longest = await longestTask(page, field, aliases);
    return [
      {
        what: `${fleetText}: page ready after navigation`,
        target: '≤ 1.0 s',
        better: 'less',
        measured: `${(ready / 1_000).toFixed(2)} s`,
        met: ready <= 1_000,
      },
      {
        what: 'the same: a state on the socket, until it is visible',
        target: '≤ 100 ms',
        better: 'less',
        measured: `${visible} ms`,
        met: visible <= 100,
      },
      {
        what: `the same: longest task while ${perSecond} receivers change each second`,
        target: '≤ 50 ms',
        better: 'less',
        measured: longest === 0 ? 'none over 50 ms' : `${Math.round(longest)} ms`,
        met: longest <= 50,
      },
    ];
  } finally {
    await stage.close();
  }
}

/** From the press on the sidebar until rows are there, in ms. */
async function openPage(page: Page, { mitasId }: Field): Promise<number> {
  const link = page.locator(`a[href='/dashboard/${mitasId}/receivers']`);
  if (!(await link.isVisible())) await page.getByRole('button', { name: 'Receivers', exact: true }).click();
  await link.waitFor();
  return page.evaluate(async (href) => {
    const begun = performance.now();
    document.querySelector<HTMLAnchorElement>(`a[href='${href}']`)?.click();
    while (document.querySelectorAll('[role=row][aria-selected]').length < 10) await new Promise(requestAnimationFrame);
    return performance.now() - begun;
  }, `/dashboard/${mitasId}/receivers`);
}

type Timed = { stateAt?: number | undefined };

/** Notes, by the page's own clock, when a state comes over its socket. */
async function timeStates(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const Native = WebSocket;
    globalThis.WebSocket = class extends Native {
      constructor(...given: ConstructorParameters<typeof WebSocket>) {
        super(...given);
        this.addEventListener('message', ({ data }) => {
          if (String(data).includes('newRxState')) (globalThis as Timed).stateAt ??= performance.now();
        });
      }
    };
  });
}

/** From the message of a state on the socket until its word is drawn in its row, in ms. */
async function stateVisible(page: Page, field: Field, alias: string): Promise<number> {
  await page.evaluate(() => void ((globalThis as Timed).stateAt = undefined));
  const seen = page.evaluate(async (name) => {
    const row = () =>
      [...document.querySelectorAll('[role=row]')].find((each) => each.querySelector(`a[title='${name}']`) !== null);
    while (row()?.textContent?.includes('Online') !== true) await new Promise(requestAnimationFrame);
    return performance.now() - ((globalThis as Timed).stateAt ?? Number.NEGATIVE_INFINITY);
  }, alias);
  await field.hear({ receiver: alias });
  return Math.round(await seen);
}

/** The longest task over 50 ms while receivers come online, in ms; 0 for none. */
async function longestTask(page: Page, field: Field, aliases: readonly string[]): Promise<number> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    Object.assign(globalThis, { longTasks: tasks });
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    });
  });
  for (let second = 0; second < seconds; second++) {
    const begun = Date.now();
    const heard = aliases.slice((second * perSecond) % 450, ((second * perSecond) % 450) + perSecond);
    await field.hear(...heard.map((receiver) => ({ receiver })));
    const left = 1_000 - (Date.now() - begun);
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
  }
  return page.evaluate(() => Math.max(0, ...(globalThis as unknown as { longTasks: number[] }).longTasks));
}
