import { describe, expect, test } from 'vitest';
import type { Contact } from '#model/entities/contact.ts';
import { ContactWindow } from '#model/live/contact-window.ts';
import { legendOf, type LiveFigures, noFigures, computeFigures, summarised, viewEdge } from '#model/live/live-figures.ts';
import { defaultSettings, noFilters, type StreamSettings } from '#model/live/live-settings.ts';
import { LiveView } from '#model/live/live-view.ts';
import { type ReceptionGap, unknownGaps } from '#model/live/reception.ts';

const now = 1_790_000_000_000;
const contact = (ago: number, code: number, ant = 1): Contact => ({
  rxId: 1,
  ant,
  freq: 150.12,
  code,
  type: 18,
  power: -80,
  ts: now - ago,
});

function viewOf(...contacts: Contact[]): LiveView {
  const window = new ContactWindow();
  window.append(contacts, now);
  return new LiveView(window);
}

/** Returns the figures of a few contacts, which need only one step. */
function figuresOf(
  view: LiveView,
  shown: StreamSettings,
  at: number,
  pausedAt: number | null,
  gaps: readonly ReceptionGap[] = [],
): LiveFigures {
  const figures = computeFigures(view, shown, at, pausedAt, gaps);
  if (figures === null) throw new Error('A step did not do for a handful of contacts');
  return figures;
}

const settings = (changes: Partial<StreamSettings>): StreamSettings => ({ ...defaultSettings, ...changes });

describe('figures beside the chart (LIVE-4, LIVE-6)', () => {
  test('are of the chosen time, two seconds behind the clock', () => {
    const view = viewOf(contact(1_000, 1), contact(2_000, 2), contact(31_999, 3), contact(32_000, 4), contact(200_000, 5));
    const figures = figuresOf(view, settings({ groupBy: 'code' }), now, null);
    expect(figures.range).toEqual({ from: now - 32_000, to: now - 2_000 });
    expect(figures.legend.groups.map(({ value }) => value)).toEqual([2, 3]);
    expect(figures.latest.map(({ code }) => code)).toEqual([2, 3]);
    expect(view.heardValues().code, 'all that is held can be chosen').toEqual([1, 2, 3, 4, 5]);
  });

  test('stand where a pause stands, however late it is', () => {
    const view = viewOf(contact(20_000, 1), contact(5_000, 2));
    const figures = figuresOf(view, defaultSettings, now + 60_000, now - 10_000);
    expect(figures.range.to).toBe(viewEdge(now, now - 10_000));
    expect(figures.legend.shown).toBe(1);
  });

  test('count what the filters hide, and list what they let through', () => {
    const view = viewOf(contact(5_000, 1, 1), contact(5_000, 2, 2), contact(6_000, 3, 2));
    const { legend, latest } = figuresOf(view, settings({ filters: { ...noFilters, ant: [2] } }), now, null);
    expect([legend.shown, legend.hidden]).toEqual([2, 1]);
    expect(latest.map(({ code }) => code)).toEqual([2, 3]);
  });

  test('list ten contacts below a chart, and five hundred in a table', () => {
    const view = viewOf(...Array.from({ length: 600 }, (_, code) => contact(5_000 + code, code)));
    expect(figuresOf(view, defaultSettings, now, null).latest).toHaveLength(10);
    expect(figuresOf(view, settings({ display: 'table' }), now, null).latest).toHaveLength(500);
  });

  test('of a picture are of exactly what it shows', () => {
    const view = viewOf(contact(3_000, 1), contact(5_000, 2));
    figuresOf(view, defaultSettings, now, null);
    expect(legendOf(view, { from: now - 10_000, to: now - 4_000 }).shown).toBe(1);
  });

  test('are said in words at most every ten seconds', () => {
    const view = viewOf();
    const [first, soon, later] = [0, 9_999, 10_000].map((ms) => figuresOf(view, defaultSettings, now + ms, null)) as [
      LiveFigures,
      LiveFigures,
      LiveFigures,
    ];
    expect(summarised(first, soon)).toBe(first);
    expect(summarised(first, later)).toBe(later);
    const grouped = figuresOf(view, settings({ groupBy: 'code' }), now + 1, null);
    expect(summarised(first, grouped), 'of another grouping at once (LIVE-27)').toBe(grouped);
  });

  test('are not known while what they are of comes for the first time, and then are said at once (LIVE-34)', () => {
    const view = viewOf();
    const gapUntil = (ago: number): ReceptionGap[] => [{ from: 0, to: now - ago, partial: false, awaited: true }];
    const none = noFigures(defaultSettings);
    const loading = figuresOf(view, defaultSettings, now, null, unknownGaps);
    expect([none.loading, loading.loading]).toEqual([true, true]);
    expect(figuresOf(view, defaultSettings, now, null, gapUntil(31_999)).loading).toBe(true);
    expect(figuresOf(view, defaultSettings, now, null, gapUntil(32_000)).loading, 'what is not shown may come later').toBe(false);
    const whole = figuresOf(view, defaultSettings, now + 1, null);
    expect(summarised(loading, whole)).toBe(whole);
    expect(summarised(whole, loading), 'nor is what a wider view shows').toBe(loading);
  });
});
