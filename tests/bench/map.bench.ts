import type { Page } from '@playwright/test';
import type { BenchRow } from './bench-row.ts';
import { type FleetStage, fleetStage, logIn, receiverCount } from './fleet-stage.ts';
import { type Frames, sampleFrames, showPins, timeToPins, untilDrawnBy } from './map/map-frames.ts';
import { mapPlaces } from './map/map-places.ts';
import { fileBytes, riverGeoJson } from '../support/layer-files.ts';

const perSecond = 1_000;
const perSecondText = `${perSecond.toLocaleString('en-US')} contacts/s`;
const measuredMs = 8_000;
const layerVertices = 100_000;

type Means = 'webgl' | 'svg';
const meansText = { webgl: 'map by WebGL drawn in software', svg: 'map by SVG' } as const;

/** SPEED-14: the map of 500 receivers that hear 1,000 contacts a second, in a browser at the real host. */
export async function run(): Promise<BenchRow[]> {
  const stage = await fleetStage();
  try {
    await stage.place(mapPlaces(stage.made.length));
    const rows: BenchRow[] = [];
    for (const means of ['webgl', 'svg'] as const) rows.push(...(await measure(stage, means)));
    // The second means finds what was added by the first.
    for (const means of ['webgl', 'svg'] as const) rows.push(await measureLayer(stage, means));
    return rows;
  } finally {
    await stage.close();
  }
}

async function measure(stage: FleetStage, means: Means): Promise<BenchRow[]> {
  const page = await stage.openPage();
  await showPins(page, means);
  await logIn(page, stage.field);
  const pins = await timeToPins(page, stage.field.mitasId);
  await untilDrawnBy(page, means);
  const [frames, sent] = await besideContacts(stage, async () => {
    // The first seconds belong to the opening, and to all receivers coming online, each of which is drawn.
    await page.waitForTimeout(12_000);
    const still = await sampleFrames(page, () => page.waitForTimeout(measuredMs));
    const dragged = await sampleFrames(page, () => drag(page));
    return { still, dragged, zoomed: await sampleFrames(page, () => wheel(page)) };
  });
  await page.context().close();
  const what = `${meansText[means]}, ${receiverCount} pins`;
  const beside = `beside ${Math.round(sent).toLocaleString('en-US')} contacts/s`;
  return [
    {
      what: `${what}: first pins after navigation`,
      target: '≤ 1.5 s',
      better: 'less',
      measured: `${(pins / 1_000).toFixed(2)} s`,
      met: pins <= 1_500,
    },
    frameRow(`${what}, ${perSecondText}: frame, p95`, frames.still, beside),
    frameRow(`${what}, ${perSecondText}, drawn along: frame, p95`, frames.dragged, beside),
    frameRow(`${what}, ${perSecondText}, zoomed: frame, p95`, frames.zoomed, beside),
  ];
}

/** A system's own layer of so many points under the pins, drawn along. */
async function measureLayer(stage: FleetStage, means: Means): Promise<BenchRow> {
  const page = await stage.openPage();
  await showPins(page, means);
  await logIn(page, stage.field);
  await timeToPins(page, stage.field.mitasId);
  await untilDrawnBy(page, means);
  if (means === 'webgl') await addRivers(page);
  await page.getByRole('list', { name: 'Layers', exact: true }).getByText('Rivers').waitFor();
  await page.waitForTimeout(4_000);
  const dragged = await sampleFrames(page, () => drag(page));
  await page.context().close();
  const what = `${meansText[means]}, ${receiverCount} pins and a layer of ${layerVertices.toLocaleString('en-US')} vertices`;
  return frameRow(`${what}, drawn along: frame, p95`, dragged);
}

async function addRivers(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Layers', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Layers' });
  const buffer = Buffer.from(fileBytes(riverGeoJson(layerVertices)));
  await dialog.getByLabel(/^File/).setInputFiles({ name: 'rivers.json', mimeType: 'application/octet-stream', buffer });
  await dialog.getByLabel('Name', { exact: true }).fill('Rivers');
  await dialog.getByRole('button', { name: 'Add layer' }).click();
  await dialog.getByRole('listitem').filter({ hasText: 'Rivers' }).waitFor({ timeout: 60_000 });
  await dialog.getByRole('button', { name: 'Close' }).click();
}

function frameRow(what: string, { p95, worst, count }: Frames, beside?: string): BenchRow {
  const details = [`${count} frames`, `the longest ${worst.toFixed(0)} ms`, ...(beside === undefined ? [] : [beside])].join(', ');
  return { what, target: '≤ 50 ms', better: 'less', measured: `${p95.toFixed(1)} ms`, met: p95 <= 50, details };
}

/**
 * Does that while contacts come, ten times a second, by whichever receivers are next; answers how many came
 * in a second.
 */
async function besideContacts<Done>({ field, made }: FleetStage, act: () => Promise<Done>): Promise<[Done, number]> {
  const begun = performance.now();
  let isOver = false;
  let sent = 0;
  const send = async (): Promise<void> => {
    while (!isOver) {
      const due = Math.floor(((performance.now() - begun) / 1_000) * perSecond) - sent;
      const hearings = Array.from({ length: Math.min(due, perSecond) }, (_, at) => ({
        receiver: made[(sent + at) % made.length]?.alias ?? '',
      }));
      if (hearings.length > 0) await field.hear(...hearings);
      sent += hearings.length;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const acted = act().finally(() => (isOver = true));
  const [done] = await Promise.all([acted, send()]);
  return [done, (sent * 1_000) / (performance.now() - begun)];
}

/** Draws the map along, round and round, as fast as the page takes it. */
async function drag(page: Page): Promise<void> {
  const { x, y } = await middle(page);
  const until = performance.now() + measuredMs;
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let turn = 0; performance.now() < until; turn += 0.06)
    await page.mouse.move(x + 180 * Math.sin(turn), y + 180 * (1 - Math.cos(turn)));
  await page.mouse.up();
}

/** Nearer and away again, by as many notches. */
async function wheel(page: Page): Promise<void> {
  const { x, y } = await middle(page);
  const until = performance.now() + measuredMs;
  await page.mouse.move(x, y);
  for (let notch = 0; performance.now() < until; notch++) await page.mouse.wheel(0, Math.floor(notch / 40) % 2 === 0 ? -20 : 20);
}

async function middle(page: Page): Promise<{ x: number; y: number }> {
  const box = await page.locator('[data-drawing]').boundingBox();
  if (box === null) throw new Error('The map is not in sight');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
