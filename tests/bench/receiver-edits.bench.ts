import type { Page } from '@playwright/test';
import type { Field } from '../e2e/support/field.ts';
import type { BenchRow } from './bench-row.ts';
import { fleetStage, fleetText, logIn, receiverCount } from './fleet-stage.ts';

/** Each is done so often; the slowest counts. Every opening is on a page loaded again. */
const openings = 5;
const batches = 3;
/** What takes longer has failed. */
const patienceMs = 60_000;
const targets = { openMs: 300, batchMs: 3_000, undoMs: 3_000 };

/** SPEED-12: the editor, and a batch of all receivers with its undo, on the page of 500 receivers. */
export async function run(): Promise<BenchRow[]> {
  const stage = await fleetStage();
  const { field, made } = stage;
  try {
    const page = await stage.openPage();
    await logIn(page, field);
    const opened: Opened[] = [];
    for (const receiver of made.slice(0, openings)) opened.push(await openEditor(page, field, receiver));
    const [applied, undone]: [Pressed[], Pressed[]] = [[], []];
    for (let n = 1; n <= batches; n++) {
      await reviewBatch(page, field, [...Object.values(field.receivers), ...made.map(({ id }) => id)], -90 - n);
      applied.push(await pressUntil(page, 'Apply', `${receiverCount} receivers are set`));
      undone.push(await pressUntil(page, 'Undo', 'Undone'));
    }
    return [
      row(
        `${fleetText}: editor usable after its reply`,
        targets.openMs,
        opened.map(({ afterReply }) => afterReply),
        `${rounded(opened.map(({ afterPress }) => afterPress))} ms after the press; each loads its code too`,
      ),
      row(`the same: batch of ${receiverCount} from Apply until its result is shown`, targets.batchMs, ...figuresOf(applied)),
      row('the same: undo of that batch until it is shown', targets.undoMs, ...figuresOf(undone)),
    ];
  } finally {
    await stage.close();
  }
}

function row(what: string, targetMs: number, took: readonly number[], remark: string): BenchRow {
  const slowest = Math.max(...took);
  return {
    what,
    target: `≤ ${targetMs} ms`,
    better: 'less',
    measured: `${Math.round(slowest)} ms`,
    met: slowest <= targetMs,
    details: `the slowest of ${rounded(took)} ms; ${remark}`,
  };
}

function rounded(took: readonly number[]): string {
  return took.map((each) => Math.round(each)).join(', ');
}

/** How long it took until the page said so, and of that the longest call of the host, in ms. */
type Pressed = { said: number; longestCall: number };

function figuresOf(pressed: readonly Pressed[]): [took: number[], remark: string] {
  const calls = pressed.map(({ longestCall }) => longestCall);
  return [pressed.map(({ said }) => said), `of that the host's call ${rounded(calls)} ms`];
}

/** In ms by the page's own clock. */
type Opened = { afterReply: number; afterPress: number };

/**
 * From the arrival of the configuration, and from the press, until tabs and name are drawn in full, the name
 * is not covered and has the focus: what is typed is in it.
 */
async function openEditor(page: Page, { mitasId }: Field, receiver: { id: number; alias: string }): Promise<Opened> {
  await page.goto(`/dashboard/${mitasId}/receivers?search=${encodeURIComponent(receiver.alias)}`);
  await page.getByRole('button', { name: `Actions of ${receiver.alias}`, exact: true }).click();
  const item = page.getByRole('menuitem', { name: 'Edit configuration' });
  await item.waitFor();
  const usable = page.evaluate(
    async ({ id, alias, withinMs }) => {
      performance.clearResourceTimings();
      let pressed = Number.NaN;
      addEventListener('click', ({ timeStamp }) => (pressed = timeStamp), { capture: true, once: true });
      const isDrawn = (each: Element | null): boolean =>
        each === null || (Number(getComputedStyle(each).opacity) > 0.99 && isDrawn(each.parentElement));
      const isUsable = (): boolean => {
        const dialog = document.querySelector('[role=dialog]');
        const name = document.activeElement;
        if (!dialog?.querySelector('[role=tab]') || !(name instanceof HTMLInputElement) || !dialog.contains(name)) return false;
        const { x, y, width, height } = name.getBoundingClientRect();
        return (
          name.value === alias &&
          !name.disabled &&
          name.checkVisibility({ visibilityProperty: true }) &&
          isDrawn(name) &&
          document.elementFromPoint(x + width / 2, y + height / 2) === name
        );
      };
      const begun = performance.now();
      while (!isUsable()) {
        if (performance.now() - begun > withinMs) throw new Error(`The editor of ${alias} did not open`);
        await new Promise(requestAnimationFrame);
      }
      const at = performance.now();
      const replies = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const reply = replies.findLast(({ name }) => new URL(name).pathname.endsWith(`/receivers/${id}`));
      return reply === undefined ? null : { afterReply: at - reply.responseEnd, afterPress: at - pressed };
    },
    { ...receiver, withinMs: patienceMs },
  );
  await item.click();
  const took = await usable;
  if (took === null) throw new Error(`The page has not asked for the configuration of ${receiver.alias}`);
  return took;
}

/** Chooses all receivers and a squelch (dBm) that they do not have, up to where it may be applied. */
async function reviewBatch(page: Page, { mitasId }: Field, rxIds: readonly number[], squelch: number): Promise<void> {
  await page.goto(`/dashboard/${mitasId}/receivers?selected=${rxIds.join(',')}&batch=1`);
  const dialog = page.getByRole('dialog', { name: `Edit ${rxIds.length} receivers` });
  await dialog.getByLabel('Squelch (dBm)').fill(String(squelch));
  await dialog.getByRole('button', { name: 'Review changes' }).click();
  await dialog.getByText(`${rxIds.length} of ${rxIds.length} receivers change`).waitFor();
}

/** Presses a button and waits for what the page then says. */
async function pressUntil(page: Page, button: string, said: string): Promise<Pressed> {
  await page.locator('button', { hasText: new RegExp(`^${button}$`) }).waitFor();
  return page.evaluate(
    async ([text, name, withinMs]) => {
      const isSaid = (): boolean =>
        [...document.querySelectorAll('[role=status]')].some((each) => each.textContent?.includes(text));
      const pressed = [...document.querySelectorAll('button')].find((each) => each.textContent === name);
      performance.clearResourceTimings();
      const begun = performance.now();
      pressed?.click();
      while (!isSaid()) {
        if (performance.now() - begun > withinMs) throw new Error(`The page did not say '${text}'`);
        await new Promise(requestAnimationFrame);
      }
      const took = performance.now() - begun;
      const calls = performance.getEntriesByType('resource').map(({ duration }) => duration);
      return { said: took, longestCall: Math.max(0, ...calls) };
    },
    [said, button, patienceMs] as const,
  );
}
