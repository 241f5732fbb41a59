import { describe, expect, test } from 'vitest';
import type { PastPlace } from '#model/contract/system-locations-call.ts';
import { fleetModel } from '#model/journal/read-models/fleet.ts';
import { TimeText } from '#model/time/time-text.ts';
import { dayAfter, dayOf, daysBetween, endOfDay, isDay } from '#model/map/days.ts';
import { firstDay, pinsThen, placesThen, placesOnDay } from '#model/map/past-places.ts';
import { receiver } from '../../support/fleet-samples.ts';

const zone = new TimeText('America/Boise');
const at = (text: string) => Date.parse(text);
const place = (facts: Partial<PastPlace>): PastPlace => ({
  rxId: 1,
  alias: 'Crest',
  from: null,
  to: null,
  latitude: 45,
  longitude: -113,
  SiteId: null,
  siteName: null,
  ...facts,
});

describe('days', () => {
  test.each([
    ['2025-05-03', true],
    ['2024-02-29', true],
    ['2025-02-29', false],
    ['2025-5-3', false],
    ['1899-12-31', false],
    ['', false],
  ])('%s is one: %s', (text, is) => {
    expect(isDay(text)).toBe(is);
  });

  test('are those of the system: they begin, and are as long, as its clocks say', () => {
    expect(dayOf(at('2025-05-04T05:59:59Z'), zone)).toBe('2025-05-03');
    expect(endOfDay('2025-05-03', zone)).toBe(at('2025-05-04T06:00:00Z'));
    expect(endOfDay('2025-03-09', zone) - endOfDay('2025-03-08', zone), 'clocks go an hour on').toBe(23 * 3_600_000);
    expect(endOfDay('2018-11-03', new TimeText('America/Sao_Paulo')), 'clocks go from midnight to one').toBe(
      at('2018-11-04T03:00:00Z'),
    );
    expect(endOfDay('2018-02-17', new TimeText('America/Sao_Paulo')), 'and from midnight back to eleven').toBe(
      at('2018-02-18T03:00:00Z'),
    );
    expect(endOfDay('2025-11-01', new TimeText('America/Havana')), 'and from one back to midnight').toBe(
      at('2025-11-02T04:00:00Z'),
    );
    expect([dayAfter('2025-02-28', 1), dayAfter('2025-01-01', -1)]).toEqual(['2025-03-01', '2024-12-31']);
    expect([daysBetween('2025-03-08', '2025-03-10'), daysBetween('2025-03-10', '2025-03-08')]).toEqual([2, -2]);
  });
});

describe('where receivers stood (MAP-11)', () => {
  const moved = at('2025-05-04T05:59:59Z');
  const gone = at('2025-05-10T12:00:00Z');
  const places = [
    place({ from: moved, latitude: 46 }),
    place({ to: moved }),
    place({ rxId: 2, alias: 'Bend', from: moved + 2_000, to: gone, SiteId: 4, siteName: 'Spit' }),
  ];
  const latitudes = (day: string) => placesOnDay(places, day, zone).map(({ alias, latitude }) => [alias, latitude]);

  test('is their place as the day ends in the zone of the system, by name; who stood nowhere is left out', () => {
    expect(latitudes('2025-05-02')).toEqual([['Crest', 45]]);
    expect(latitudes('2025-05-03'), 'moved in its last second').toEqual([['Crest', 46]]);
    expect(latitudes('2025-05-04')).toEqual([
      ['Bend', 45],
      ['Crest', 46],
    ]);
    expect(latitudes('2025-05-10')).toEqual([['Crest', 46]]);
  });

  test('begins with the first day on which anybody came or went', () => {
    expect(firstDay(places, zone)).toBe('2025-05-03');
    expect(firstDay([place({})], zone), 'nobody ever did').toBeNull();
  });

  test('is drawn as the receivers look now, those of the fleet by their names now', () => {
    const fleet = { ...fleetModel.initial, receivers: { 1: receiver({ id: 1, alias: 'Peak', enabled: true }) } };
    const pastPlaces = placesOnDay(places, '2025-05-04', zone);
    expect(pinsThen(pastPlaces, fleet)).toMatchObject([
      { id: 2, alias: 'Bend', siteId: 4, siteName: 'Spit', look: 'disabled' },
      { id: 1, alias: 'Peak', siteId: null, latitude: 46 },
    ]);
    expect(placesThen(pastPlaces)).toEqual(
      pinsThen(pastPlaces, fleet).map(({ id, latitude, longitude }) => ({ id, latitude, longitude })),
    );
  });
});
