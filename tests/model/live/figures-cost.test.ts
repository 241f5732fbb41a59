import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Contact } from '#model/entities/contact.ts';
import { ContactBucket } from '#model/live/contact-bucket.ts';
import { ContactWindow } from '#model/live/contact-window.ts';
import { type LiveFigures, computeFigures } from '#model/live/live-figures.ts';
import { defaultSettings, noFilters, type StreamSettings } from '#model/live/live-settings.ts';
import { LiveView } from '#model/live/live-view.ts';

/**
 * The most contacts a step may read (LIVE-21). With `rate` contacts a second, five minutes take several
 * steps.
 */
const mostPerStep = 300_000;
const rate = 3_000;

const startedAt = 1_790_000_000_000;

/** Returns the `rate` contacts of one second, from a few hundred series, in no order of time. */
function secondOf(start: number): Contact[] {
  return Array.from({ length: rate }, (_, index) => ({
    rxId: 1 + (index % 7),
    ant: 1 + (index % 4),
    freq: 150.05,
    code: index % 11,
    type: 18,
    power: -80 - (index % 30),
    ts: start + ((index * 7_919) % 1_000),
    n: index % 3,
  }));
}

/** Contacts read since the last reset, by any code. */
let looked = 0;
beforeEach(() => {
  looked = 0;
  const { eachChunk } = Object.getOwnPropertyDescriptors(ContactBucket.prototype);
  vi.spyOn(ContactBucket.prototype, 'eachChunk').mockImplementation(function (this: ContactBucket, from, to, visit) {
    looked += Math.max(0, to - from);
    eachChunk.value?.call(this, from, to, visit);
  });
});
afterEach(() => void vi.restoreAllMocks());

/** Returns a view of a window that has received contacts for this many seconds, at the end of that time. */
function filled(seconds: number, capacity?: number) {
  const window = capacity === undefined ? new ContactWindow() : new ContactWindow({ capacity });
  const view = new LiveView(window);
  const unfollow = view.follow();
  let now = startedAt;
  const pass = (count: number): void => {
    for (let second = 0; second < count; second++) {
      window.append(secondOf(now), now + 1_000);
      now += 1_000;
    }
  };
  pass(seconds);
  /** Computes until the figures are complete. Returns them with the contacts read in each step. */
  const compute = (settings: StreamSettings): { figures: LiveFigures; steps: number[] } => {
    const steps: number[] = [];
    for (;;) {
      looked = 0;
      const figures = computeFigures(view, settings, now, null, []);
      steps.push(looked);
      if (figures !== null) return { figures, steps };
      expect(steps.length, 'steps').toBeLessThan(20);
    }
  };
  return { window, view, pass, compute, unfollow };
}

const settings = (changes: Partial<StreamSettings>): StreamSettings => ({ ...defaultSettings, ...changes });
const fiveMinutes = settings({ timeLimit: 300_000 });
/** Contacts in the whole range. */
const held = 300 * rate;

describe('the figures of a full window cost little at a time (LIVE-21)', () => {
  test('no step looks at more than its share, on opening, at a jump, and when filters change', () => {
    const { compute } = filled(303);
    const walk: [what: string, StreamSettings, leastSteps: number][] = [
      ['on opening', fiveMinutes, 3],
      ['at a jump to a short time', defaultSettings, 1],
      ['at a jump to a long time', fiveMinutes, 3],
      ['as a table', { ...fiveMinutes, display: 'table' }, 1],
      ['of a filter that lets little through', { ...fiveMinutes, filters: { ...noFilters, code: [3], rxId: [2] } }, 1],
      ['of one that hides all', { ...fiveMinutes, display: 'table', filters: { ...noFilters, code: [999] } }, 1],
    ];
    for (const [what, shown, leastSteps] of walk) {
      const { figures, steps } = compute(shown);
      expect(Math.max(...steps), `${what}: ${steps.join(' + ')}`).toBeLessThanOrEqual(mostPerStep);
      expect(steps.length, `${what}`).toBeGreaterThanOrEqual(leastSteps);
      expect(figures.legend.shown + figures.legend.hidden, `${what}`).toBe(shown === defaultSettings ? held / 10 : held);
    }
  });

  test.each([
    ['chart', fiveMinutes],
    ['table of 500', { ...fiveMinutes, display: 'table' }],
    ['table whose filters hide all', { ...fiveMinutes, display: 'table', filters: { ...noFilters, code: [999] } }],
  ] as const)('a second later the %s costs what came and went, not what is held', (_, shown) => {
    const { pass, compute } = filled(303);
    compute(shown);
    for (let second = 0; second < 3; second++) {
      pass(1);
      const { figures, steps } = compute(shown);
      expect(steps).toHaveLength(1);
      expect(steps[0]).toBeLessThanOrEqual(8 * rate);
      expect(figures.legend.shown + figures.legend.hidden).toBe(held);
    }
  });

  test('and so it is where the window is full and drops its oldest second each second', () => {
    const { window, pass, compute } = filled(250, 200 * rate);
    compute(fiveMinutes);
    for (let second = 0; second < 3; second++) {
      pass(1);
      const { figures, steps } = compute(fiveMinutes);
      expect(steps).toHaveLength(1);
      expect(steps[0]).toBeLessThanOrEqual(8 * rate);
      // All contacts in the window, except those of the two seconds between the view's end and the clock.
      expect(figures.legend.shown).toBe(window.size - 2 * rate + secondOf(0).filter(({ ts }) => ts === 0).length);
    }
    expect(window.tally.overflow).toBeGreaterThan(0);
  });

  test('a second that holds more than a step may look at is still computed', () => {
    const window = new ContactWindow();
    const view = new LiveView(window);
    const ts = startedAt - 10_000;
    for (let code = 0; code < 400_000; code += 1_000)
      window.append(
        Array.from({ length: 1_000 }, (_, at) => ({
          rxId: 1,
          ant: 1,
          freq: 150,
          code: (code + at) % 900,
          type: 18,
          power: -80,
          ts: ts + (code % 1_000),
          n: Math.floor((code + at) / 900),
        })),
        startedAt,
      );
    let steps = 1;
    let figures = computeFigures(view, defaultSettings, startedAt, null, []);
    for (; figures === null && steps < 10; steps++) figures = computeFigures(view, defaultSettings, startedAt, null, []);
    expect(figures?.legend.shown).toBe(400_000);
    expect(figures?.latest).toHaveLength(10);
  });
});
