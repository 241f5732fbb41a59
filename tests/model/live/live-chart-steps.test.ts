import { describe, expect, test } from 'vitest';
import type { TimeRange } from '#model/live/contact-counts.ts';
import { type ContactRef, ContactWindow } from '#model/live/contact-window.ts';
import { LiveView } from '#model/live/live-view.ts';
import { type ChartStep, takeStep } from '../../../src/views/charts/live-chart-steps.ts';

const now = 1_790_000_000_000;
const range: TimeRange = { from: now - 60_000, to: now };
const contact = { ant: 1, freq: 150.05, code: 17, type: 18, power: -80 };

/** A chart with one contact per receiver, one second apart; only those since `countedFrom` count. */
function chartOf(rxIds: number[], countedFrom = range.from) {
  const window = new ContactWindow();
  const contacts = rxIds.map((rxId, at) => ({ ...contact, rxId, ts: now - 50_000 + at * 1_000 }));
  window.append(contacts, now);
  const view = new LiveView(window);
  view.sync();
  view.moveTo({ from: countedFrom, to: now });
  const receiverAt = (ref: ContactRef) => view.valueOf(view.groupOf[window.series.idOf(window.read(ref))]!);
  /** The chart's first contact, which is from the first receiver. */
  const first = takeStep(view, range, null, 'first');
  return (step: ChartStep): number | undefined => {
    const led = takeStep(view, range, first, step);
    return led === null ? undefined : receiverAt(led);
  };
}

describe('Up and Down go to the neighbouring group (LIVE-13)', () => {
  test('in the order of the values, and round', () => {
    expect(chartOf([3, 9, 1, 5])('nextGroup')).toBe(5);
    expect(chartOf([3, 9, 1, 5])('previousGroup')).toBe(1);
    expect(chartOf([9, 3, 1, 5])('nextGroup')).toBe(1);
    expect(chartOf([1, 3, 9, 5])('previousGroup')).toBe(9);
  });

  test('also while the group they leave is not counted yet', () => {
    const sinceSecond = now - 49_500;
    expect(chartOf([3, 9, 1, 5], sinceSecond)('nextGroup')).toBe(5);
    expect(chartOf([5, 9, 1, 3], sinceSecond)('previousGroup')).toBe(3);
    expect(chartOf([9, 5, 1, 3], sinceSecond)('nextGroup')).toBe(1);
  });
});
