import { describe, expect, test } from 'vitest';
import type { Contact } from '#model/entities/contact.ts';
import { chartFileName, svgFile } from '#model/live/chart-file.ts';
import { type ChartPicture, pictureLayout } from '#model/live/chart-picture.ts';
import { TimeText } from '#model/time/time-text.ts';
import { ContactWindow } from '#model/live/contact-window.ts';
import { noFilters } from '#model/live/live-settings.ts';
import { LiveView } from '#model/live/live-view.ts';

const now = Date.UTC(2026, 4, 1, 12, 0, 30);
const heard = (contact: Partial<Contact>): Contact => ({
  rxId: 1,
  ant: 1,
  freq: 150,
  code: 1,
  type: 8,
  power: -80,
  ts: now,
  ...contact,
});

function pictureOf(contacts: Contact[], changes: Partial<ChartPicture> = {}, filters = noFilters) {
  const window = new ContactWindow();
  window.append(contacts, now);
  const view = new LiveView(window, 'rxId', filters);
  const range = { from: now - 30_000, to: now };
  view.sync();
  view.moveTo(range);
  const receivers = new Map([
    [1, { alias: 'Crest & <Co>', color: '#d1495b' }],
    [2, { alias: 'Gully', color: '#0b7a75' }],
  ]);
  const picture: ChartPicture = {
    title: 'Lemhi: River/2018',
    chart: { width: 800, height: 400 },
    range,
    span: 30_000,
    endLabel: 'now',
    scheme: 'dark',
    legend: view.legend(),
    receivers,
    times: new TimeText('America/Boise'),
    gaps: [],
    ...changes,
  };
  return { picture, view, svg: [...svgFile(picture, view).parts].join('') };
}

/** Returns the number of marks in each path, by colour. */
const marksIn = (svg: string) =>
  Object.fromEntries(
    [...svg.matchAll(/<path fill="([^"]+)" d="([^"]+)"/g)].map(([, colour, d]) => [colour, d!.split('z').length - 1]),
  );

describe('the picture of the live chart', () => {
  test('has a mark for each contact in its group’s colour, and leaves out what is outside or filtered', () => {
    const contacts = [heard({}), heard({ ts: now - 9_000 }), heard({ rxId: 2, ts: now - 3_000 }), heard({ ts: now - 30_000 })];
    const { svg } = pictureOf(contacts);
    expect(Object.values(marksIn(svg))).toEqual([2, 1]);
    expect(Object.keys(marksIn(svg))[1]).toBe('#0b7a75');
    expect(Object.values(marksIn(pictureOf(contacts, {}, { ...noFilters, rxId: [2] }).svg))).toEqual([1]);
  });

  test('shows the newest of two contacts at one place, so that its size is bounded', () => {
    const many = Array.from({ length: 5_000 }, (_, code) => heard({ code, ts: now - 10_000, rxId: 1 }));
    const { svg } = pictureOf([...many, heard({ rxId: 2, ts: now - 10_000 })]);
    expect(marksIn(svg)).toEqual({ '#0b7a75': 1 });
    expect(svg.length).toBeLessThan(5_000);
  });

  test('names system, time, axes, groups with their counts and the total, escaped', () => {
    const { svg } = pictureOf([heard({}), heard({ ts: now - 1 }), heard({ rxId: 2 })]);
    const texts = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
    expect(texts).toEqual(
      expect.arrayContaining([
        'Lemhi: River/2018 · 2026-05-01 06:00:00 to 06:00:30 MDT',
        'Crest &amp; &lt;Co&gt;  2',
        'Gully  1',
        '3 contacts shown',
        '−130',
        '−50',
        'Power (dBm)',
        'Time (MDT)',
        'now',
      ]),
    );
  });

  test('grows by a row of the legend, and a long name is cut to its column', () => {
    const { picture } = pictureOf(Array.from({ length: 9 }, (_, index) => heard({ rxId: 10 + index })));
    const receivers = new Map([[10, { alias: 'A receiver with a name of forty-five letters!', color: '#d1495b' }]]);
    const layout = pictureLayout({ ...picture, receivers });
    const groups = layout.texts.filter(({ swatch }) => swatch !== null);
    expect(groups[0]?.text).toBe('A receiver with a nam…  1');
    expect(new Set(groups.map(({ x }) => x)).size).toBe(3);
    expect(new Set(groups.map(({ y }) => y)).size).toBe(3);
    expect(layout.height).toBeGreaterThan(400 + 3 * 22);
  });

  test('hatches what was not received, behind the marks, and says so in it and below', () => {
    const gaps = [
      { from: now - 25_000, to: now - 13_000, partial: true },
      { from: now - 2_000, to: null, partial: false },
    ];
    const { svg, picture } = pictureOf([heard({ ts: now - 20_000 })], { gaps });
    const clips = [...svg.matchAll(/<clipPath id="gap\d"><rect x="([\d.]+)" y="10" width="([\d.]+)" height="346"/g)];
    // The plot starts at 60, is 728 pixels wide, and covers 30 s.
    expect(clips.map(([, x, width]) => [Number(x), Number(width)])).toEqual([
      [181, 292],
      [739, 49],
    ]);
    expect(svg.indexOf('class="gap"')).toBeLessThan(svg.indexOf('<path fill='));
    const texts = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
    expect(texts).toContain('not all received');
    expect(texts, 'a narrow gap has no room for it').not.toContain('not received');
    expect(texts).toContain('Not received: 06:00:05 to 06:00:17 in part, from 06:00:28 on (MDT)');
    expect(pictureLayout(picture).height).toBe(pictureLayout({ ...picture, gaps: [] }).height + 22);
  });

  test('is filed under a name that every system takes', () => {
    expect(chartFileName(pictureOf([]).picture, 'svg')).toBe('Lemhi River-2018 contacts 2026-05-01 060030.svg');
  });
});
