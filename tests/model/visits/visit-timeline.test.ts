import { expect, test } from 'vitest';
import { TimeText } from '#model/time/time-text.ts';
import { visitsAddress } from '#model/visits/visits-address.ts';
import { isWhole, pannedSpan, shownSpan, timelineRows, wholeSpan, zoomedSpan } from '#model/visits/visit-timeline.ts';
import { aHistory, at, aStretch, aVisit } from '../../support/tag-history.ts';

const clock = new TimeText('UTC');
const day = { from: at('00:00'), to: at('23:59') };

test('sites are in order of their first visit, then those without one (VISIT-6)', () => {
  const history = aHistory({
    visits: [
      aVisit({ SiteId: 3, site: 'Mouth', arrived: at('09:00'), left: at('09:30') }),
      aVisit(),
      aVisit({ SiteId: 3, site: 'Mouth', arrived: at('12:00'), left: at('12:00'), hits: 1 }),
    ],
    unconfirmed: [
      aStretch({ from: at('08:30') }),
      aStretch({ SiteId: 1, site: 'Weir', receiver: 'Weir left', hits: 3, isAmbiguous: true }),
    ],
  });
  expect(
    timelineRows(history, day, clock).map(({ site, visits, stretches }) => [
      site,
      ...[...visits, ...stretches].map(({ text }) => text),
    ]),
  ).toEqual([
    ['Mouth', 'Mouth, 2026-05-01 09:00 to 09:30, 34 hits', 'Mouth, 2026-05-01 12:00, 1 hit'],
    ['Weir', 'Weir, 2026-05-01 10:00 to 11:00, 34 hits', 'Weir left, 2026-05-01 12:00, 3 hits, shared with other tags'],
    ['Dam site', 'Dam, 2026-05-01 08:30, 1 hit, unconfirmed'],
  ]);
});

test('a visit over midnight names both days (VISIT-6)', () => {
  const [row] = timelineRows(aHistory({ visits: [aVisit({ left: at('10:00') + 86_400_000 })] }), day, clock);
  expect(row?.visits[0]?.text).toBe('Weir, 2026-05-01 10:00 to 2026-05-02 10:00, 34 hits');
});

test.each([
  ['before', day, [at('10:00'), at('11:00')]],
  ['across its begin', { from: at('10:30'), to: at('12:00') }, [at('10:30'), at('11:00')]],
  ['across its end', { from: at('09:00'), to: at('10:15') }, [at('10:00'), at('10:15')]],
  ['around it', { from: at('10:15'), to: at('10:45') }, [at('10:15'), at('10:45')]],
  ['after it', { from: at('11:01'), to: at('12:00') }, []],
])('a bar is clipped to the shown span: %s (VISIT-6)', (_, span, expected) => {
  const [row] = timelineRows(aHistory({ visits: [aVisit()] }), span, clock);
  expect(row?.visits.flatMap(({ from, to }) => [from, to])).toEqual(expected);
});

test('the whole is from the first to the last that is known, with a margin (VISIT-6)', () => {
  const hours = 3_600_000;
  expect(wholeSpan(aHistory({ tag: { released: null } }))).toBe(null);
  expect(wholeSpan(aHistory()), 'a release alone').toEqual({ from: at('07:30'), to: at('08:30') });
  expect(wholeSpan(aHistory({ visits: [aVisit()], tag: { retrieved: at('18:00') } }))).toEqual({
    from: at('08:00') - 0.2 * hours,
    to: at('18:00') + 0.2 * hours,
  });
  expect(wholeSpan(aHistory({ unconfirmed: [aStretch({ from: at('18:00') })], tag: { released: at('08:00') } }))).toEqual({
    from: at('08:00') - 0.2 * hours,
    to: at('18:00') + 0.2 * hours,
  });
});

test('a span zooms around a point and moves, within the whole (VISIT-6)', () => {
  const whole = { from: 0, to: 1_000_000 };
  expect(zoomedSpan(whole, whole, 0.5)).toEqual({ from: 250_000, to: 750_000 });
  expect(zoomedSpan(whole, whole, 0.5, 0)).toEqual({ from: 0, to: 500_000 });
  expect(zoomedSpan({ from: 0, to: 100_000 }, whole, 0.1, 1), 'not below a minute').toEqual({ from: 40_000, to: 100_000 });
  expect(zoomedSpan({ from: 0, to: 600_000 }, whole, 2)).toEqual(whole);
  expect(pannedSpan({ from: 0, to: 100_000 }, whole, 0.5)).toEqual({ from: 50_000, to: 150_000 });
  expect(pannedSpan({ from: 0, to: 100_000 }, whole, -1)).toEqual({ from: 0, to: 100_000 });
  expect(pannedSpan({ from: 850_000, to: 950_000 }, whole, 5)).toEqual({ from: 900_000, to: 1_000_000 });
  expect([isWhole(whole, whole), isWhole({ from: 1, to: 9 }, whole)]).toEqual([true, false]);
});

test('a span of the address that shows nothing of the tag gives the whole (VISIT-8)', () => {
  const whole = { from: 0, to: 1_000_000 };
  expect(shownSpan(null, whole)).toEqual(whole);
  expect(shownSpan({ from: 2_000_000, to: 3_000_000 }, whole)).toEqual(whole);
  expect(shownSpan({ from: 900_000, to: 1_200_000 }, whole)).toEqual({ from: 700_000, to: 1_000_000 });
});

test.each([
  ['', null, 0],
  ['?start=2026-05-01T10:00:00Z&end=2026-05-01T11:00:00.250Z', { from: at('10:00'), to: at('11:00') + 250 }, 0],
  ['?start=2026-05-01T10:00:00Z', null, 0],
  ['?start=2026-05-01T10:00:00Z&end=2026-05-01T10:00:00Z', null, 1],
  ['?start=yesterday&end=2026-05-01T10:00:00Z', null, 1],
])('the address %s shows the span %j (VISIT-8)', (search, span, refused) => {
  const read = visitsAddress.read(search);
  expect([read.state.span, read.refused.length]).toEqual([span, refused]);
});

test('the address holds the table and the span, and omits what is usual (VISIT-8)', () => {
  const { state } = visitsAddress.read('');
  expect(visitsAddress.write(state)).toBe('');
  expect(state.sort).toEqual({ by: 'arrived', direction: 'ascending' });
  const search = '?search=weir&sort=-stayed&page=2&size=25&start=2026-05-01T10:00:00Z&end=2026-05-01T11:00:00Z';
  expect(decodeURIComponent(visitsAddress.write(visitsAddress.read(search).state))).toBe(search);
});
