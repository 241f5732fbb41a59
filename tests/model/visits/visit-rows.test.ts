import { describe, expect, test } from 'vitest';
import type { TagHistory } from '#model/contract/tag-history-calls.ts';
import { greatCircleKm } from '#model/geo/great-circle.ts';
import { tableCsv } from '#model/tables/table-file.ts';
import { stampText } from '#model/time/time-text.ts';
import { lastHeardText, libertyText, siteCount, totalDistanceText, visitColumns, visitRows } from '#model/visits/visit-rows.ts';
import { aHistory, at, aStretch, aVisit, dam, nowhere, weir } from '../../support/tag-history.ts';

const stamp = (ts: number): string => stampText(ts, 0);
const dayMs = 86_400_000;

test.each([
  [weir, weir, 0],
  [weir, dam, 111.195],
  [{ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 }, 20_015.115],
  [{ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 }, 111.195],
  // Paris to Sydney.
  [{ latitude: 48.8566, longitude: 2.3522 }, { latitude: -33.8688, longitude: 151.2093 }, 16_960.1],
  [weir, nowhere, null],
  [{ latitude: 45, longitude: null }, weir, null],
])('the distance of %j and %j is %s km (VISIT-7)', (one, other, km) => {
  const found = greatCircleKm(one, other);
  if (km === null) expect(found).toBe(null);
  else expect(found).toBeCloseTo(km, km > 1_000 ? 0 : 2);
});

describe('a row of the visits table', () => {
  const textsOf = (next: Parameters<typeof aVisit>[0], first: Parameters<typeof aVisit>[0] = {}) => {
    const [row] = visitRows([aVisit(first), aVisit({ SiteId: 2, site: 'Dam site', first: dam, last: dam, ...next })], stamp);
    return visitColumns.slice(5).map((column) => column.text(row!));
  };

  test('says where the animal was, for how long, and how often it was heard (VISIT-7)', () => {
    const [row] = visitRows([aVisit()], stamp);
    const texts = visitColumns.map((column) => column.text(row!));
    expect(texts).toEqual(['Weir', '2026-05-01 10:00:00', '2026-05-01 11:00:00', '1 h', '34', '', '', '', '']);
    expect(visitColumns.map(({ alone, text }) => (alone ?? text)(row!)).filter(Boolean)).toEqual([
      'Weir',
      'arrived 2026-05-01 10:00:00',
      'left 2026-05-01 11:00:00',
      'stayed 1 h',
      '34 hits',
    ]);
  });

  test.each([
    ['after two hours', { arrived: at('13:00'), left: at('14:00') }, ['Dam site', '2 h', '111 km', '56 km/h']],
    ['a minute later', { arrived: at('11:01'), left: at('14:00') }, ['Dam site', '1 min', '111 km', '6672 km/h']],
    ['less than a minute later', { arrived: at('11:01') - 1, left: at('14:00') }, ['Dam site', '1 min', '111 km', '']],
    ['at once', { arrived: at('11:00'), left: at('14:00') }, ['Dam site', '0 s', '111 km', '']],
    ['before this one ends', { arrived: at('10:48'), left: at('14:00') }, ['Dam site', 'overlaps by 12 min', '111 km', '']],
    ['within this one', { arrived: at('10:48'), left: at('10:50') }, ['Dam site', 'overlaps by 12 min', '111 km', '']],
    ['without a place', { arrived: at('13:00'), left: at('14:00'), first: nowhere }, ['Dam site', '2 h', 'no place', '']],
    [
      'less than 1 km away',
      { arrived: at('13:00'), left: at('14:00'), first: { ...dam, latitude: 45.008 } },
      ['Dam site', '2 h', '0.9 km', ''],
    ],
    [
      'just over 1 km away',
      { arrived: at('13:00'), left: at('14:00'), first: { ...dam, latitude: 45.018 } },
      ['Dam site', '2 h', '2.0 km', '1.0 km/h'],
    ],
  ])('tells the way to a next visit %s (VISIT-7)', (_, next, texts) => {
    expect(textsOf(next)).toEqual(texts);
  });

  test('measures from the last hearing to the first one, not between the sites (VISIT-7)', () => {
    const next = { arrived: at('13:00'), left: at('14:00'), first: weir };
    expect(textsOf(next, { first: dam, last: weir })).toEqual(['Dam site', '2 h', '0.0 km', '']);
    expect(textsOf(next, { last: nowhere })).toEqual(['Dam site', '2 h', 'no place', '']);
  });

  test('is in a file with numbers and UTC; an overlap is a negative time (VISIT-7)', () => {
    const visits = [
      aVisit(),
      aVisit({ SiteId: 2, site: 'Dam site', arrived: at('10:48'), left: at('12:00'), first: dam, last: dam }),
      aVisit({ arrived: at('14:00'), left: at('14:00') + 1_400, hits: 2 }),
    ];
    const state = { search: '', sort: { by: 'arrived', direction: 'ascending' } as const };
    expect(
      tableCsv(
        visitRows(visits, () => 'by the clocks of the system'),
        visitColumns,
        state,
      )
        .trim()
        .split('\r\n'),
    ).toEqual([
      'Site,Arrived (UTC),Left (UTC),Stayed (s),Hits,Next Site,Time Between (s),Distance (km),Speed (km/h)',
      'Weir,2026-05-01 10:00:00,2026-05-01 11:00:00,3600,34,Dam site,-720,111.195,',
      'Dam site,2026-05-01 10:48:00,2026-05-01 12:00:00,4320,34,Weir,7200,111.195,55.598',
      'Weir,2026-05-01 14:00:00,2026-05-01 14:00:01,1,2,,,,',
    ]);
  });
});

describe('the facts of a tag', () => {
  const now = at('08:00') + 12 * dayMs;

  test.each([
    [{}, '12 days'],
    [{ released: now - 1.5 * dayMs }, '1 day'],
    [{ released: now - 3_600_000 }, 'less than 1 day'],
    [{ retrieved: at('08:00') + 2 * dayMs }, '2 days'],
    [{ retrieved: now + dayMs }, '12 days'],
    [{ released: now + 1 }, null],
    [{ released: null, retrieved: now }, null],
  ])('with %j it was at liberty for %s (VISIT-5)', (tag, text) => {
    expect(libertyText(aHistory({ tag }).tag, now)).toBe(text);
  });

  test.each<[string, Parameters<typeof aHistory>[0], string]>([
    ['nothing', {}, 'Never heard since its release 12 days ago'],
    ['nothing before its release', { tag: { released: now + 1 } }, 'Never heard'],
    ['nothing and no release', { tag: { released: null } }, 'Never heard'],
    ['a single hit', { unconfirmed: [aStretch()] }, 'Only in unconfirmed stretches, which make no visit'],
    ['visits', { visits: [aVisit({ left: now - 3 * 3_600_000 })], unconfirmed: [aStretch()] }, 'Weir, 3 h ago'],
    [
      'a visit within another',
      { visits: [aVisit({ left: now - 60_000 }), aVisit({ site: 'Dam site', left: now - 120_000 })] },
      'Weir, 1 min ago',
    ],
  ])('of %s: where it was last heard (VISIT-5)', (_, part, text) => {
    expect(lastHeardText(aHistory(part), now)).toBe(text);
  });

  const there = { SiteId: 2, site: 'Dam site', first: dam, last: dam };
  test.each<[string, TagHistory['visits'], Partial<TagHistory['tag']>, number, string | null]>([
    ['no visits', [], {}, 0, null],
    ['one at the place of release', [aVisit()], {}, 1, '0.0 km'],
    ['one far from it', [aVisit(there)], {}, 1, '111 km'],
    ['two and back', [aVisit(), aVisit(there), aVisit()], {}, 2, '222 km'],
    ['no place of release', [aVisit(), aVisit(there)], { releasePlace: nowhere }, 2, '111 km'],
    ['a visit without a place', [aVisit(), aVisit({ ...there, first: nowhere }), aVisit()], {}, 2, '111 km'],
    ['no places at all', [aVisit({ first: nowhere, last: nowhere })], {}, 1, null],
    ['two receivers without a site', [aVisit({ SiteId: null }), aVisit({ ...there, SiteId: null })], {}, 2, '111 km'],
  ])('with %s: its sites and the known length of its way (VISIT-5)', (_, visits, tag, sites, length) => {
    expect([siteCount(visits), totalDistanceText(aHistory({ visits, tag }))]).toEqual([sites, length]);
  });
});
