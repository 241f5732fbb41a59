import type { Locator, Page } from '@playwright/test';
import { detectionCard, detectionPath, weakTransmitter } from './detection-page.ts';
import type { Field } from './field.ts';
import { enter, expect } from './fixtures.ts';
import { HeldCalls } from './held-calls.ts';
import type { Operator } from './operator.ts';
import { plantTransmitters } from '../../support/transmitter-samples.ts';

const hourMs = 3_600_000;

/** Returns the path of a field's Reprocessing tab. */
export const reprocessingPath = (field: Pick<Field, 'mitasId'>): string => `${detectionPath(field)}?tab=reprocessing`;

/**
 * Adds a transmitter that was heard weakly in two hours of yesterday, and waits until the host has detected
 * it by the first settings: two detections, in two chunks of an hour.
 */
export async function hearWeakly(operator: Operator, field: Field): Promise<void> {
  await plantTransmitters(operator.database, field.mitasId, [weakTransmitter]);
  const start = Math.floor(Date.now() / hourMs) * hourMs - 24 * hourMs;
  const weak = { receiver: 'Crest', type: 18, code: 17, freq: 150.1, power: -95 };
  const hits = [0, hourMs].flatMap((hour) => Array.from({ length: 12 }, (_, at) => start + hour + at * 5_000));
  await field.hear(...hits.map((ts) => ({ ...weak, ts })));
  await expect.poll(() => countDetections(operator, field), { message: 'the host detects it', timeout: 90_000 }).toBe(2);
}

/** Counts the detections of a field. */
export async function countDetections({ database }: Operator, { mitasId }: Pick<Field, 'mitasId'>): Promise<number> {
  const found = database.db.selectFrom('detections').select('hour').where('system_id', '=', mitasId);
  return (await found.execute()).length;
}

/** Waits until the host has finished the jobs of a field. */
export async function untilJobsAreOver({ database }: Operator, { mitasId }: Pick<Field, 'mitasId'>): Promise<void> {
  const all = database.db.selectFrom('reprocess_jobs').select('id').where('system_id', '=', mitasId);
  const running = async () => (await all.where('status', '=', 'running').execute()).length;
  await expect.poll(running, { message: 'the host completes them', timeout: 60_000 }).toBe(0);
}

/** Holds the page's calls about a job's progress. */
export const pollsOf = (page: Page): Promise<HeldCalls> => HeldCalls.at(page, '/reprocess/jobs/*-*-*-*-*');

/** Starts a job with the form's values, chunks of an hour, and `throttle` seconds between them. */
export async function startJob(page: Page, throttle: number): Promise<void> {
  await openAdvanced(page);
  await page.getByLabel('Chunk size (hours)').fill('1');
  await page.getByLabel('Throttle (seconds)').fill(String(throttle));
  await page.getByRole('button', { name: 'Start Reprocessing' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start', exact: true }).click();
}

/** The button that shows and hides the advanced fields. */
export const advancedHead = (page: Page): Locator =>
  detectionCard(page, 'Reprocess data').getByRole('button', { name: 'Advanced', exact: true });

/** Shows the advanced fields. */
export async function openAdvanced(page: Page): Promise<void> {
  const head = advancedHead(page);
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
}

/** A started job, whose polls and cancelling end as the path decides. */
export class ReprocessingStage {
  readonly page: Page;
  readonly polls: HeldCalls;
  readonly cancels: HeldCalls;
  /** Waits until the host has finished the job. */
  readonly untilOver: () => Promise<void>;

  private constructor(page: Page, calls: { polls: HeldCalls; cancels: HeldCalls }, untilOver: () => Promise<void>) {
    this.page = page;
    this.polls = calls.polls;
    this.cancels = calls.cancels;
    this.untilOver = untilOver;
  }

  /** `throttle` is how long the job runs, in seconds. */
  static async open(page: Page, { field, operator }: { field: Field; operator: Operator }, throttle: number) {
    await hearWeakly(operator, field);
    const calls = { polls: await pollsOf(page), cancels: await HeldCalls.at(page, '/reprocess/jobs/*/cancel') };
    const stage = new ReprocessingStage(page, calls, () => untilJobsAreOver(operator, field));
    await enter(page, field.person, reprocessingPath(field));
    await startJob(page, throttle);
    return stage;
  }
}
