import { describe, expect, test } from 'vitest';
import type { Receiver } from '#model/entities/receiver.ts';
import { receiversBySite } from '#model/journal/read-models/fleet-selectors.ts';
import { type FleetModel, fleetModel } from '#model/journal/read-models/fleet.ts';
import { addressText, areHeard, byName, firmwareText, lastContactOf, sorted } from '#model/receivers/columns.ts';
import {
  chosenIds,
  haveSameIds,
  hiddenCount,
  isLowOnMemory,
  isOffline,
  isUnfiltered,
  matchingIds,
  nothingFound,
  rowsOf,
} from '#model/receivers/receiver-rows.ts';
import { plainList, type ReceiversState } from '#model/receivers/receivers-address.ts';
import { receiver, site } from '../../support/fleet-samples.ts';

const ridge = site({ id: 1, alias: 'North ridge' });
const creek = site({ id: 2, alias: 'South creek' });
const empty = site({ id: 3, alias: 'Empty' });
const crest = receiver({ id: 1, SiteId: 1, alias: 'Crest', voltage: 12.4, ipAddress: '10.0.0.7' });
const gully = receiver({ id: 2, SiteId: 1, alias: 'Gully', status: 0, statusTime: 5_000 });
const hollow = receiver({ id: 3, SiteId: 2, alias: 'Hollow', memoryUsedMb: 950, voltage: 9.1 });
const marsh = receiver({ id: 4, SiteId: 2, alias: 'Marsh', status: 1, infoTime: null });
const quarry = receiver({ id: 5, SiteId: null, alias: 'Quarry', enabled: false });

function fleetOf(...receivers: Receiver[]): FleetModel {
  const byId = <Row extends { id: number }>(rows: readonly Row[]) => Object.fromEntries(rows.map((row) => [row.id, row]));
  return { ...fleetModel.initial, loaded: true, receivers: byId(receivers), sites: byId([ridge, creek, empty]) };
}
const fleet = fleetOf(crest, gully, hollow, marsh, quarry);
const found = (filters: Partial<ReceiversState>): number[] => [...matchingIds(fleet, { ...plainList, ...filters })];

test.each([
  ['10.0.0.7', '10.0.0.7:20001'],
  ['', null],
])('with the IP address %j the address is %j (RX-4)', (ipAddress, text) => {
  expect(addressText({ ipAddress, portNumber: 20_001 })).toBe(text);
});

test('a receiver without an IP address is found by no port, and comes last by address (RX-4)', () => {
  const bare = receiver({ id: 1, alias: 'Bare', ipAddress: '', portNumber: 2_222 });
  const other = receiver({ id: 2, alias: 'Other', ipAddress: '10.0.0.9', portNumber: 2_222 });
  expect([...matchingIds(fleetOf(bare, other), { ...plainList, search: '2222' })]).toEqual([2]);
  for (const direction of ['ascending', 'descending'] as const)
    expect(sorted([bare, other], { by: 'address', direction }).map(({ alias }) => alias)).toEqual(['Other', 'Bare']);
});

describe('which receivers are looked for (FLEET-4)', () => {
  test.each<[string, Partial<ReceiversState>, number[]]>([
    ['all of them without a filter', {}, [1, 2, 3, 4, 5]],
    ['a part of a name, whatever its case', { search: ' cRe' }, [1, 3, 4]],
    ['the name of a site', { search: 'ridge' }, [1, 2]],
    ['an address', { search: '10.0.0.7' }, [1]],
    ['those that are online', { show: 'online' }, [1, 3]],
    ['those that are offline, or behind a modem', { show: 'offline' }, [2, 4]],
    ['those that are online with a warning', { show: 'warning' }, [3]],
    ['those with any trouble', { show: 'trouble' }, [2, 3, 4]],
    ['those low on memory', { show: 'lowMemory' }, [3]],
    ['those that are disabled', { show: 'disabled' }, [5]],
    ['those that were chosen, among what else is wanted', { only: [1, 2], show: 'offline' }, [2]],
  ])('%s', (_, filters, ids) => expect(found(filters)).toEqual(ids));

  test('nothing is filtered by spaces alone', () => {
    expect(isUnfiltered({ ...plainList, search: '  ' })).toBe(true);
    expect(isUnfiltered({ ...plainList, only: [1] })).toBe(false);
  });

  test('who does not run is neither offline nor low on memory', () => {
    expect([isOffline(quarry), isLowOnMemory(quarry), isLowOnMemory({ ...hollow, status: 0 })]).toEqual([false, false, false]);
  });

  test('what is selected at once is among what the filters let through', () => {
    const chosen = (choice: Parameters<typeof chosenIds>[2], filters: Partial<ReceiversState> = {}) =>
      chosenIds(fleet, { ...plainList, ...filters }, choice);
    expect(chosen('shown')).toEqual([1, 2, 3, 4, 5]);
    expect(chosen('offline')).toEqual([2, 4]);
    expect(chosen('offline', { search: 'ridge' })).toEqual([2]);
    expect(chosen('lowMemory', { only: [1, 2] })).toEqual([]);
    expect(chosen('lowMemory')).toEqual([3]);
    expect(chosen('none')).toEqual([]);
  });

  test('of the selected those that are there and not let through are counted (FLEET-11)', () => {
    const hidden = (state: Partial<ReceiversState>) => hiddenCount(fleet, { ...plainList, ...state });
    expect(hidden({ selected: [1, 2, 3] })).toBe(0);
    expect(hidden({ selected: [1, 2, 3], search: 'ridge' })).toBe(1);
    expect(hidden({ selected: [1, 3, 99], show: 'disabled' }), 'one that is gone is none').toBe(2);
  });

  test('of a state alone that none is in the list says so', () => {
    expect(nothingFound({ ...plainList, show: 'offline', search: ' ' }).title).toBe('No receiver is offline');
    expect(nothingFound({ ...plainList, show: 'offline', search: 'x' }).title).toBe('No receivers match');
    expect(nothingFound({ ...plainList, show: 'offline', only: [1] }).title).toBe('No receivers match');
    expect(nothingFound({ ...plainList, search: 'x' }).title).toBe('No receivers match');
  });

  test('two sets are the same by what they hold', () => {
    expect(haveSameIds(new Set([1, 2]), new Set([2, 1]))).toBe(true);
    expect(haveSameIds(new Set([1, 2]), new Set([1, 3]))).toBe(false);
    expect(haveSameIds(null, new Set())).toBe(false);
  });
});

describe('the order of a column (FLEET-1)', () => {
  const names = (by: Parameters<typeof sorted>[1]): string[] =>
    sorted([crest, gully, hollow, marsh, quarry], by).map(({ alias }) => alias);
  test.each<[string, Parameters<typeof sorted>[1], string[]]>([
    ['by name', byName, ['Crest', 'Gully', 'Hollow', 'Marsh', 'Quarry']],
    ['backwards', { by: 'name', direction: 'descending' }, ['Quarry', 'Marsh', 'Hollow', 'Gully', 'Crest']],
    ['by status, the best first', { by: 'status', direction: 'ascending' }, ['Crest', 'Hollow', 'Marsh', 'Gully', 'Quarry']],
    ['by health, the worst first', { by: 'health', direction: 'ascending' }, ['Gully', 'Marsh', 'Hollow', 'Crest', 'Quarry']],
    ['by voltage, unknown last', { by: 'voltage', direction: 'ascending' }, ['Hollow', 'Crest', 'Gully', 'Marsh', 'Quarry']],
    [
      'unknown last the other way round too',
      { by: 'voltage', direction: 'descending' },
      ['Crest', 'Hollow', 'Gully', 'Marsh', 'Quarry'],
    ],
  ])('%s', (_, sort, expected) => expect(names(sort)).toEqual(expected));
});

describe('the rows of the list', () => {
  const keys = (matching: ReadonlySet<number> | null, of = fleet): string[] =>
    rowsOf(receiversBySite(of), matching, byName, of.receivers).map(({ key }) => key);
  test('each site heads its receivers, an empty one too; those at none come last', () => {
    expect(keys(null)).toEqual([
      'site 3',
      'site 1',
      'receiver 1',
      'receiver 2',
      'site 2',
      'receiver 3',
      'receiver 4',
      'site none',
      'receiver 5',
    ]);
  });
  test('without grouping all of them are one list in the order of a column (FLEET-15)', () => {
    const fullest = { by: 'memory', direction: 'descending' } as const;
    const rows = (matching: ReadonlySet<number> | null) =>
      rowsOf(receiversBySite(fleet), matching, fullest, fleet.receivers, 'none').map(({ key }) => key);
    expect(rows(null)).toEqual(['receiver 3', 'receiver 1', 'receiver 2', 'receiver 4', 'receiver 5']);
    expect(rows(new Set([1, 3]))).toEqual(['receiver 3', 'receiver 1']);
  });
  test('of what is filtered only sites with a match are there', () => {
    expect(keys(new Set([3]))).toEqual(['site 2', 'receiver 3']);
  });
  test('a row is one and the same object while its receiver changes (SPEED-10)', () => {
    const later = fleetOf({ ...crest, status: 0 }, gully, hollow, marsh, quarry);
    const [before, after] = [fleet, later].map((of) => rowsOf(receiversBySite(of), null, byName, of.receivers));
    expect(after?.every((row, at) => row === before?.[at])).toBe(true);
  });
});

describe('what a receiver reported (FLEET-2)', () => {
  test('when it last heard a transmitter is no report of its own (RX-49)', () => {
    const deaf = { ...crest, infoTime: 9_000 };
    const hears = { ...gully, contactTime: 2_000, infoTime: 1_000 };
    const order = (by: 'heard' | 'contact') => sorted([deaf, hears], { by, direction: 'descending' }).map(({ id }) => id);
    expect(lastContactOf(deaf)).toBe(9_000);
    expect([order('heard'), order('contact')]).toEqual([
      [2, 1],
      [1, 2],
    ]);
    const silent = sorted([hears, deaf], { by: 'heard', direction: 'ascending' }).map(({ id }) => id);
    expect(silent, 'one that never heard anything is silent longest (FLEET-15)').toEqual([1, 2]);
  });
  test('who is known to have been heard is retired, and only where all of them are (RX-35)', () => {
    const unheard = { ...gully, infoTime: null };
    expect(areHeard([{ ...unheard, contactTime: 2_000 }]), 'by its contacts alone').toBe(true);
    expect([areHeard([crest, gully]), areHeard([crest, unheard]), areHeard([crest, undefined]), areHeard([])]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
  test.each([
    ['its newest report', crest, 1_000],
    ['not the moment at which it was found offline', gully, 1_000],
    ['a state that it has only by answering', marsh, 1_000],
    ['nothing of one that never answered', { ...gully, infoTime: null }, null],
  ])('the last contact is %s', (_, rx, expected) => expect(lastContactOf(rx)).toBe(expected));
  test('firmware by its parts', () => {
    expect(firmwareText({ firmwareMajor: 7, firmwareMinor: 10, firmwarePatch: null })).toBe('7.10');
    expect(firmwareText({ firmwareMajor: null, firmwareMinor: null, firmwarePatch: null })).toBeNull();
  });
});
