import type { Page } from '@playwright/test';
import { planted } from '../support/planted.ts';
import type { BenchRow } from './bench-row.ts';
import { fleetStage, logIn } from './fleet-stage.ts';

const count = 10_000;
const rounds = 10;
const [pageTargetMs, menuTargetMs] = [300, 100];

/** SPEED-16: the page of alarms and the bell's menu where a system has 10,000 alarms, by a real host. */
export async function run(): Promise<BenchRow[]> {
  const stage = await fleetStage();
  const { mitasId } = stage.field;
  try {
    const at = Date.now() - count * 60_000;
    const codes = [4101, 2100, 3100, 2101, 3101, 2102] as const;
    const alarms = Array.from({ length: count }, (_, index) => {
      const { id: rx_id, alias } = stage.made[Math.floor(index / codes.length) % stage.made.length]!;
      const alarm_code_id = codes[index % codes.length] ?? codes[0];
      return { system_id: mitasId, alarm_code_id, rx_id, alias, site_name: 'Bend', at: new Date(at + index * 60_000) };
    });
    for (let from = 0; from < count; from += 1_000)
      await planted(stage.database)
        .insertInto('alarms')
        .values(alarms.slice(from, from + 1_000))
        .execute();
    const page = await stage.openPage();
    await logIn(page, stage.field);
    const [opened, menus]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      opened.push(await openAlarms(page, mitasId));
      menus.push(await openMenu(page));
    }
    // The first round loads the code as well, which is no matter of how many alarms there are.
    return [
      rowOf('page of alarms: first rows after a press on its link', opened, pageTargetMs),
      rowOf("the bell's menu, until its rows are drawn", menus, menuTargetMs),
    ];
  } finally {
    await stage.close();
  }
}

function rowOf(what: string, took: readonly number[], targetMs: number): BenchRow {
  const [first = 0, ...others] = took.map(Math.round);
  const sorted = others.toSorted((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? first;
  return {
    what: `${count.toLocaleString('en')} alarms: ${what}`,
    target: `≤ ${targetMs} ms`,
    better: 'less',
    measured: `${median} ms`,
    met: median <= targetMs,
    details: `the median of ${others.join(', ')} ms; the first, which loads its code, ${first} ms`,
  };
}

/** From the press on the sidebar until rows are drawn; leaves for Home again. In ms. */
async function openAlarms(page: Page, mitasId: string): Promise<number> {
  const took = await page.evaluate(async (href) => {
    const begun = performance.now();
    document.querySelector<HTMLAnchorElement>(`a[href='${href}']`)?.click();
    while (document.querySelectorAll("ol[aria-label='Alarms'] > li").length < 50) await new Promise(requestAnimationFrame);
    return performance.now() - begun;
  }, `/dashboard/${mitasId}/alarms`);
  await page.locator(`a[href='/dashboard/${mitasId}/dashboard']`).first().click();
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  return took;
}

/** From the press on the bell until its rows are drawn; closes it again. In ms. */
async function openMenu(page: Page): Promise<number> {
  const bell = page.getByRole('button', { name: /^Alarms, / });
  await bell.evaluate((button) => {
    const timed = globalThis as { menuTook?: Promise<number> };
    timed.menuTook = new Promise((resolve) => {
      button.addEventListener(
        'pointerdown',
        () => {
          const begun = performance.now();
          const look = (): void => {
            if (document.querySelectorAll('[role=dialog] li').length >= 25) resolve(performance.now() - begun);
            else requestAnimationFrame(look);
          };
          look();
        },
        { once: true },
      );
    });
  });
  await bell.click();
  const took = await page.evaluate(() => (globalThis as { menuTook?: Promise<number> }).menuTook ?? 0);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  return took;
}
