import { siteColourMap } from '#model/statistics/fleet-looks.ts';
import { describe, expect, test } from 'vitest';
import type { Alarm } from '#model/entities/alarm.ts';
import { selectedSystem } from '#model/journal/read-models/account.ts';
import { type AlarmRow, alarmRows } from '#model/alarms/alarm-rows.ts';
import { unseenAlarms, unseenUpTo } from '#model/journal/read-models/alarms.ts';
import { beaconStatus, beaconsModel } from '#model/journal/screen-models/beacons.ts';
import { type FleetModel, fleetModel } from '#model/journal/read-models/fleet.ts';
import {
  enabledCount,
  receiverLooks,
  receiversBySite,
  receiversOf,
  statusCounts,
} from '#model/journal/read-models/fleet-selectors.ts';
import type { Receiver } from '#model/entities/receiver.ts';
import { TimeText } from '#model/time/time-text.ts';
import { factSamples, system } from '../../support/fact-samples.ts';
import { receiver, site } from '../../support/fleet-samples.ts';

const fleetOf = (receivers: ReturnType<typeof receiver>[], sites: ReturnType<typeof site>[]): FleetModel => ({
  ...fleetModel.initial,
  loaded: true,
  receivers: Object.fromEntries(receivers.map((rx) => [rx.id, rx])),
  sites: Object.fromEntries(sites.map((place) => [place.id, place])),
});

const fleet = fleetOf(
  [
    receiver({ id: 1, alias: 'Ridge 10', SiteId: 2 }),
    receiver({ id: 2, alias: 'ridge 9', SiteId: 2, status: 3 }),
    receiver({ id: 3, alias: 'Alone', SiteId: null, status: 17 }),
    receiver({ id: 4, alias: 'Lost', SiteId: 77, status: 1 }),
    receiver({ id: 5, alias: 'Creek', SiteId: 1, status: 4, enabled: false }),
    receiver({ id: 6, alias: 'Bank', SiteId: 1, status: 2 }),
  ],
  [
    site({ id: 1, alias: 'River', color: '#00ff00', pointStyle: 'star' }),
    site({ id: 2, alias: 'Hill' }),
    site({ id: 3, alias: 'Empty' }),
  ],
);

describe("the fleet's selectors", () => {
  test('receivers stand under their site, sites and receivers sorted as people sort, those without a site last (RX-26)', () => {
    const groups = receiversBySite(fleet).map(({ site: place, rxIds }) => [
      place?.alias ?? null,
      rxIds.map((id) => fleet.receivers[id]?.alias),
    ]);
    expect(groups).toEqual([
      ['Empty', []],
      ['Hill', ['ridge 9', 'Ridge 10']],
      ['River', ['Bank', 'Creek']],
      [null, ['Alone', 'Lost']],
    ]);
    expect(receiversBySite(fleetOf([], []))).toEqual([]);
  });

  test('every receiver is counted in one status; what is not enabled is disabled, what is unknown is offline (RX-11, RX-12)', () => {
    expect(statusCounts(fleet)).toEqual({ online: 1, rebooting: 1, ready: 1, open: 1, offline: 1, disabled: 1, unknown: 1 });
  });

  test('the colour map names a receiver with its site (RX-25)', () => {
    expect(siteColourMap(fleet).get(5)).toEqual({
      alias: 'Creek',
      label: '[River] Creek',
      color: '#112233',
      siteId: 1,
      siteName: 'River',
      siteColor: '#00ff00',
      pointStyle: 'star',
    });
    expect(receiverLooks(fleet).get(5)).toMatchObject({ pointStyle: 'star' });
    expect(receiverLooks(fleet).get(4)).toMatchObject({ pointStyle: null });
    expect(siteColourMap(fleet).get(4)).toMatchObject({ siteId: null, siteName: '', siteColor: null, label: 'Lost' });
  });

  test('the same fleet gives the same answer, identity included, and another fleet another', () => {
    for (const select of [receiversOf, statusCounts]) {
      expect(select(fleet)).toBe(select(fleet));
      expect(select({ ...fleet })).not.toBe(select(fleet));
    }
  });

  describe.each([receiversBySite, siteColourMap, receiverLooks])('%o', (select) => {
    const but = (id: number, changes: Partial<Receiver>): FleetModel => {
      const before = fleet.receivers[id];
      if (before === undefined) throw new Error(`There is no receiver ${id}`);
      return { ...fleet, receivers: { ...fleet.receivers, [id]: { ...before, ...changes } } };
    };

    test('gives the same answer, identity included, while receivers only change how they do (SPEED-10)', () => {
      const answer = select(fleet);
      expect(select(but(1, { status: 3, statusTime: 5, voltage: 7, enabled: false }))).toBe(answer);
      expect(select({ ...fleet, unknownStatuses: 9 })).toBe(answer);
    });

    test.each<[string, FleetModel]>([
      ['a name', but(1, { alias: 'Abbey' })],
      ['a place', but(1, { SiteId: 3 })],
      ['a colour', but(1, { color: '#abcdef' })],
      ['one receiver more', { ...fleet, receivers: { ...fleet.receivers, 9: receiver({ id: 9, alias: 'New' }) } }],
      ['another one in its place', fleetOf([...Object.values(fleet.receivers).slice(1), receiver({ id: 9 })], [])],
      ['one less', fleetOf(Object.values(fleet.receivers).slice(1), Object.values(fleet.sites))],
      ['a point style', { ...fleet, sites: { ...fleet.sites, 1: site({ id: 1, alias: 'River', pointStyle: 'dash' }) } }],
      ['a site', { ...fleet, sites: { ...fleet.sites, 3: site({ id: 3, alias: 'Full' }) } }],
    ])('gives another for %s', (_, other) => {
      const before = select(fleet);
      expect(select(other)).not.toBe(before);
      expect(select(other)).toEqual(select({ ...other, receivers: { ...other.receivers } }));
    });
  });

  test('enabled receivers are counted whatever their status', () => {
    expect(enabledCount(fleet)).toBe(5);
  });
});

describe('the other selectors', () => {
  test('the bell counts from the last seen alarm and never below nothing (ALM-8)', () => {
    const { alarms } = factSamples['alarms.loaded'];
    expect(unseenAlarms({ alarms }, 3)).toBe(6);
    expect(unseenAlarms({ alarms }, null)).toBe(9);
    expect(unseenAlarms({ alarms }, 20)).toBe(0);
    expect(unseenAlarms({ alarms: null }, null)).toBe(0);
  });

  test('marking as seen goes up to the newest, and there is nothing to mark when all is seen (ALM-9)', () => {
    const { alarms } = factSamples['alarms.loaded'];
    expect([3, null, 9, 20].map((lastSeen) => unseenUpTo({ alarms }, lastSeen))).toEqual([9, 9, null, null]);
    expect([unseenUpTo({ alarms: null }, 3), unseenUpTo({ alarms: [] }, null)]).toEqual([null, null]);
  });

  describe('the list of alarms', () => {
    const times = new TimeText('America/Boise');
    const now = Date.UTC(2026, 4, 1, 16, 3, 20);
    const shownBy = { times, now, nameOf: (rxId: number) => (rxId === 7 ? 'Weir' : null) };
    const alarm = (id: number, but: Partial<Alarm> = {}): Alarm => ({
      id,
      AlarmCodeId: 4101,
      alias: 'Crest',
      siteName: 'North ridge',
      FormattedTime: '2026-05-01 10:00:00',
      ...but,
    });
    const row = (but: Partial<Alarm>, lastSeen: number | null = null) => alarmRows([alarm(5, but)], lastSeen, shownBy)[0];

    test('is newest first, 25 at most, those after the last one seen new (ALM-7)', () => {
      const many = alarmRows(
        [3, 30, ...Array.from({ length: 28 }, (_, index) => index + 1).filter((id) => id !== 3), 29].map((id) => alarm(id)),
        28,
        shownBy,
      );
      expect(many.map(({ id }) => id)).toEqual(Array.from({ length: 25 }, (_, index) => 30 - index));
      expect(many.filter(({ isNew }) => isNew).map(({ id }) => id)).toEqual([30, 29]);
      expect(alarmRows([], 3, shownBy)).toEqual([]);
    });

    test.each<[string, Partial<Alarm>, number | null, Partial<AlarmRow>]>([
      [
        'an alarm',
        {},
        null,
        { icon: 'error', line: "'Crest' at 'North ridge' has gone offline.", isNew: true, ago: '3 min ago' },
      ],
      ['what was seen', {}, 5, { isNew: false }],
      ['what is so below the line', { AlarmCodeId: 4200, rxId: 7 }, null, { detail: 'Silent at Weir since 10:00' }],
      ['its time in summer', {}, null, { exact: '2026-05-01 10:00:00 MDT' }],
      [
        'its time in winter',
        { FormattedTime: '2026-01-15 10:00:00' },
        null,
        { exact: '2026-01-15 10:00:00 MST', ago: '105 days ago' },
      ],
      ['a time that cannot be read', { FormattedTime: 'yesterday' }, null, { exact: 'yesterday', ago: null }],
    ])('tells %s', (_, but, lastSeen, told) => {
      expect(row(but, lastSeen)).toMatchObject(told);
    });
  });

  test('beacons are counted by transmitter, whoever heard them (REG-13)', () => {
    const { all, recent } = factSamples['beacons.summaryLoaded'];
    expect(beaconStatus({ summary: { all, recent } })).toEqual({ all: 2, recent: 1, indicator: 'error' });
    expect(beaconStatus({ summary: { all: recent, recent } })).toEqual({ all: 1, recent: 1, indicator: 'ok' });
    expect(beaconStatus({ summary: { all: [], recent: [] } })).toEqual({ all: 0, recent: 0, indicator: 'disabled' });
    expect(beaconStatus(beaconsModel.initial), 'not known yet').toBeNull();
  });

  test('the selected system is one of the loaded ones or nothing', () => {
    expect(selectedSystem({ account: null, systems: [system], selected: 'demo' })).toBe(system);
    expect(selectedSystem({ account: null, systems: [system], selected: 'river' })).toBeUndefined();
    expect(selectedSystem({ account: null, systems: [system], selected: null })).toBeUndefined();
  });
});
