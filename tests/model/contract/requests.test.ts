import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { contradiction, needsCsrf, type Schema } from '#model/contract/call.ts';
import { isStorableText } from '#model/fields/fields.ts';
import { defaultConfig, withValue } from '#model/config/config.ts';
import { queryNumber, queryWhole } from '#model/fields/query-fields.ts';
import { contract } from '#model/contract/table.ts';
import { registryEntities, registryOf } from '#model/registry/registries.ts';
import { capitalized } from '#model/registry/field-text.ts';
import { isoInstant } from '#model/time/iso-instant.ts';

/** Returns 'fits', or the field for which the schema refuses the request. */
function read(schema: Schema, value: unknown): unknown {
  const result = v.safeParse(schema, value, { abortEarly: true });
  return result.success ? 'fits' : (v.getDotPath(result.issues[0]) ?? 'the whole');
}

test.each([
  ['plain', true],
  ['', true],
  ['🦫 é\n\t', true],
  ['\0', false],
  ['a\0', false],
  ['\ud83d', false],
  ['\udfab', false],
  ['\udfab\ud83e', false],
])('%j can be stored: %j (CALL-6)', (text, expected) => expect(isStorableText(text)).toBe(expected));

describe('a number in a query', () => {
  test.each([
    ['1', 1],
    ['007', 7],
    ['-3.5', -3.5],
    [4, 4],
    ['10', 10],
    ['10.1', null],
    ['-11', null],
    ['1e1', null],
    ['0x1', null],
    [' 1', null],
    ['', null],
    ['١', null],
    ['.5', null],
    ['1.', null],
    ['1'.repeat(21), null],
  ])('%j is %j', (text, expected) => {
    const result = v.safeParse(queryNumber(-10, 10), text);
    expect(result.success ? result.output : null).toBe(expected);
  });
  test('is whole where it must be', () => {
    expect(v.is(queryWhole(0, 10), '1.5')).toBe(false);
    expect(v.parse(queryWhole(0, 10), '1.0')).toBe(1);
  });
});

test.each([
  ['1970-01-01T00:00:00Z', 0],
  ['1970-01-01T01:00+01:00', 0],
  ['1969-12-31T23:30:00.250-00:30', 250],
  ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
  ['2026-02-29T00:00:00Z', Number.NaN],
  ['2026-13-01T00:00:00Z', Number.NaN],
  ['2026-01-01T25:00:00Z', Number.NaN],
  ['2026-01-01T00:60:00Z', Number.NaN],
  ['2026-01-01T00:00:00', Number.NaN],
  ['2026-01-01', Number.NaN],
  ['+010000-01-01T00:00:00Z', Number.NaN],
  ['yesterday', Number.NaN],
])('%s is the instant %d (CALL-10)', (text, expected) => expect(isoInstant(text)).toBe(expected));

describe('the time of a question (STAT-1)', () => {
  const { query } = contract.countContactsPerReceiver;
  test.each([
    [{ timeSelect: 'recent', recentAmount: '24', recentUnit: 'hour' }, 'fits'],
    [{ timeSelect: 'recent', recentAmount: 36_600, recentUnit: 'day' }, 'fits'],
    [{ timeSelect: 'recent', recentAmount: 36_601, recentUnit: 'day' }, 'the whole'],
    [{ timeSelect: 'recent', recentAmount: 1_200, recentUnit: 'month' }, 'the whole'],
    [{ timeSelect: 'recent', recentAmount: 1_000, recentUnit: 'month' }, 'fits'],
    [{ timeSelect: 'recent', recentAmount: 0, recentUnit: 'day' }, 'recentAmount'],
    [{ timeSelect: 'recent', recentAmount: 1 }, 'the whole'],
    [{ timeSelect: 'recent', recentUnit: 'day' }, 'the whole'],
    [{ timeSelect: 'range' }, 'the whole'],
    [{ timeSelect: 'range', range: '5,5' }, 'fits'],
    [{ timeSelect: 'range', range: '6,5' }, 'range'],
    [{ timeSelect: 'range', range: '5' }, 'range'],
    [{ timeSelect: 'range', range: '5,6,7' }, 'range'],
    [{ timeSelect: 'range', range: '1970-01-01T00:00:00Z,1970-01-01T00:00:01Z' }, 'fits'],
    [{ timeSelect: 'range', range: '0,253402300800000' }, 'range.1'],
    [{ timeSelect: 'ever' }, 'timeSelect'],
  ])('%j: %s', (value, expected) => expect(read(query, value)).toBe(expected));
});

/** Further rules: FORM-6, STAT-2, SYS-8, DET-1, DET-3. */
describe('requests at their bounds (RX-3, RX-4, RX-5, RX-6, SITE-2, SITE-3, REG-1, REG-2, REG-3, REG-4, REG-5, REG-6, REG-7, REG-8, REG-9)', () => {
  const transmitter = {
    serialNumber: 'SN-001',
    TransmitterModelId: 1,
    protocolId: 18,
    frequency: 150,
    frequencyVariance: 3,
    codeNumber: 5,
    emitInterval: 5_000,
    emitIntervalVariance: 10,
    purpose: 0,
  };
  const tx = (more: object) => ({ txData: { ...transmitter, ...more } });
  const tag = {
    AnimalId: 1,
    TransmitterId: 2,
    releaseTime: '2026-11-20 08:15:00',
    releaseLatitude: 45,
    releaseLongitude: -114,
    retrieveTime: null,
    retrieveLatitude: null,
    retrieveLongitude: null,
  };
  const days = { startDate: '2026-11-01T00:00:00Z', endDate: '2026-11-01T00:00:00Z', chunkSize: 6 };
  const dump = { fileName: 'a', fileType: 'CSV', filters: { dateRange: [5, 5] } };
  const lastHour = { timeSelect: 'recent', recentAmount: 1, recentUnit: 'hour' };
  const animal = { species: 'Trout', alias: 'A', gender: 0, weight: 65_535, age: 1 };

  test.each<[string, Schema, unknown, string]>([
    ['code 521 of Lotek 2000', contract.createTransmitter.body, tx({ codeNumber: 521 }), 'fits'],
    ['code 522 of Lotek 2000', contract.createTransmitter.body, tx({ codeNumber: 522 }), 'txData.codeNumber'],
    ['code 9 of Lotek 2003', contract.createTransmitter.body, tx({ protocolId: 19, codeNumber: 9 }), 'txData.codeNumber'],
    ['code 999999 of Lotek 2003', contract.updateTransmitter.body, tx({ protocolId: 19, codeNumber: 999_999 }), 'fits'],
    ['a beeper with a code', contract.updateTransmitter.body, tx({ protocolId: 7 }), 'txData.codeNumber'],
    ['a beeper without', contract.updateTransmitter.body, tx({ protocolId: 7, codeNumber: null }), 'fits'],
    ['Lotek without a code', contract.createTransmitter.body, tx({ codeNumber: null }), 'txData.codeNumber'],
    ['175 MHz', contract.createTransmitter.body, tx({ frequency: 175 }), 'txData.frequency'],
    ['half an ms', contract.createTransmitter.body, tx({ emitInterval: 600.5 }), 'txData.emitInterval'],
    ['a serial number of 16', contract.createTransmitter.body, tx({ serialNumber: 'x'.repeat(16) }), 'txData.serialNumber'],
    ['a tag', contract.createTag.body, { tagData: tag }, 'fits'],
    [
      'a tag of no day',
      contract.createTag.body,
      { tagData: { ...tag, releaseTime: '2026-02-30 00:00:00' } },
      'tagData.releaseTime',
    ],
    [
      'a tag of another form',
      contract.createTag.body,
      { tagData: { ...tag, releaseTime: '2026-02-03T00:00:00' } },
      'tagData.releaseTime',
    ],
    ['an animal', contract.createAnimal.body, animal, 'fits'],
    ['half a gram', contract.createAnimal.body, { ...animal, weight: 0.5 }, 'weight'],
    ['1.5 days', contract.createAnimal.body, { ...animal, age: 1.5 }, 'age'],
    ['half a location', contract.setReceiverLocation.body, { newLat: 1, newLon: null }, 'the whole'],
    ['no location', contract.setReceiverLocation.body, { newLat: null, newLon: null }, 'fits'],
    ['a location', contract.setReceiverLocation.body, { newLat: 90, newLon: -180 }, 'fits'],
    ['a location of 0, 0', contract.setReceiverLocation.body, { newLat: 0, newLon: 0 }, 'the whole'],
    ['a location on the equator', contract.setReceiverLocation.body, { newLat: 0, newLon: 9 }, 'fits'],
    ['a release at 0, 0', contract.createTag.body, { tagData: { ...tag, releaseLatitude: 0, releaseLongitude: 0 } }, 'tagData'],
    ['a corrected location', contract.setReceiverLocation.body, { newLat: 90, newLon: -180, as: 'corrected' }, 'fits'],
    ['a location of another sort', contract.setReceiverLocation.body, { newLat: 9, newLon: 8, as: 'guessed' }, 'as'],
    ['a timeline without a time', contract.getStateTimeline.query, {}, 'fits'],
    ['a timeline of half a time', contract.getStateTimeline.query, { timeSelect: 'recent' }, 'the whole'],
    ['a note', contract.addReceiverNote.body, { time: 1, text: ' New battery ' }, 'fits'],
    ['a note without words', contract.addReceiverNote.body, { time: 1, text: '  ' }, 'text'],
    ['a note that is too long', contract.addReceiverNote.body, { time: 1, text: 'x'.repeat(2_001) }, 'text'],
    ['a note of no time', contract.addReceiverNote.body, { time: -1, text: 'x' }, 'time'],
    ['an instant long', contract.startReprocess.body, { ...days, throttle: 0 }, 'fits'],
    ['after the last year', contract.estimateReprocess.body, { ...days, endDate: '9999-12-31T23:59:59-01:00' }, 'endDate'],
    ['before the first', contract.estimateReprocess.body, { ...days, startDate: '1969-12-31T23:59:59Z' }, 'startDate'],
    ['backwards', contract.startReprocess.body, { ...days, throttle: 0, endDate: '2026-10-31T00:00:00Z' }, 'the whole'],
    ['backwards by its offset', contract.estimateReprocess.body, { ...days, endDate: '2026-11-01T00:00:00+00:01' }, 'the whole'],
    ['a dump of an instant', contract.createDumpFile.body, dump, 'fits'],
    ['a dump backwards', contract.createDumpFile.body, { ...dump, filters: { dateRange: [6, 5] } }, 'filters.dateRange'],
    ['alarms backwards', contract.listAlarms.query, { from: '6', to: '5' }, 'to'],
    ['alarms up to', contract.listAlarms.query, { to: '5' }, 'fits'],
    ['nothing to delete', contract.deleteAnimals.query, { ids: '' }, 'ids'],
    ['a thousand to delete', contract.deleteAnimals.query, { ids: Array.from({ length: 1_000 }, () => 1) }, 'fits'],
    ['one more', contract.deleteAnimals.query, { ids: Array.from({ length: 1_001 }, () => 1) }, 'ids'],
    ['clocks never set', contract.setClockSyncInterval.body, { interval: 0 }, 'fits'],
    ['clocks set each 15 minutes', contract.setClockSyncInterval.body, { interval: 9_000 }, 'fits'],
    ['clocks set hourly', contract.setClockSyncInterval.body, { interval: 3_600 }, 'fits'],
    ['clocks set daily', contract.setClockSyncInterval.body, { interval: 86_400 }, 'fits'],
    ['clocks set each 900 s', contract.setClockSyncInterval.body, { interval: 900 }, 'interval'],
    ['clocks set each 12345 s', contract.setClockSyncInterval.body, { interval: 12_345 }, 'interval'],
    ['clocks set weekly', contract.setClockSyncInterval.body, { interval: 604_800 }, 'interval'],
    ['a year too far', contract.snoozeReceivers.body, { rxIds: [1], snoozeUntil: 253_402_300_800_000 }, 'snoozeUntil'],
    ['minimum hits of 1.5', contract.previewDetectionConfig.body, { minimumHits: 1.5 }, 'minimumHits'],
    ['a purpose that is none', contract.createTransmitter.body, tx({ purpose: 3 }), 'txData.purpose'],
    ['an alias of 45', contract.renameReceiver.body, { oldName: 'a', newName: 'x'.repeat(45) }, 'fits'],
    ['an alias of 46', contract.renameReceiver.body, { oldName: 'a', newName: 'x'.repeat(46) }, 'newName'],
    ['an alias of spaces', contract.renameReceiver.body, { oldName: 'a', newName: '  ' }, 'newName'],
    ['an IP address', contract.setReceiverIp.body, { oldIp: '', newIp: '255.255.255.255' }, 'fits'],
    ['an octet of 256', contract.setReceiverIp.body, { oldIp: '', newIp: '10.0.0.256' }, 'newIp'],
    ['five octets', contract.setReceiverIp.body, { oldIp: '', newIp: '10.0.0.1.1' }, 'newIp'],
    ['port 65535', contract.setReceiverPort.body, { oldPort: 1, newPort: 65_535 }, 'fits'],
    ['port 65536', contract.setReceiverPort.body, { oldPort: 1, newPort: 65_536 }, 'newPort'],
    ['port 0', contract.setReceiverPort.body, { oldPort: 1, newPort: 0 }, 'newPort'],
    ['a colour of three digits', contract.recolourSite.body, { oldColor: '', newColor: '#abc' }, 'newColor'],
    ['a site of 46', contract.createSite.body, { newSiteName: 'x'.repeat(46) }, 'newSiteName'],
    [
      'a point style of 33',
      contract.setSitePointStyle.body,
      { oldPointStyle: '', newPointStyle: 'x'.repeat(33) },
      'newPointStyle',
    ],
    ['an email without a domain', contract.inviteCollaborator.body, { email: 'a@b', roleId: 4 }, 'email'],
    ['an email with a space', contract.inviteCollaborator.body, { email: 'a b@c.org', roleId: 4 }, 'email'],
    ['an email', contract.inviteCollaborator.body, { email: 'a@b.org', roleId: 4 }, 'fits'],
    ['codes by 0', contract.aggregateContacts.query, { ...lastHour, groupCodeBy: 0 }, 'groupCodeBy'],
    ['antennas 1 and 8', contract.aggregateContacts.query, { ...lastHour, filteredAnts: '1,8' }, 'fits'],
    ['an antenna 9', contract.aggregateContacts.query, { ...lastHour, filteredAnts: '9' }, 'filteredAnts.0'],
    ['frequencies by 101 kHz', contract.aggregateContacts.query, { ...lastHour, groupFreqBy: 101 }, 'groupFreqBy'],
    ['frequencies by 100 kHz', contract.aggregateContacts.query, { ...lastHour, groupFreqBy: 100 }, 'fits'],
  ])('%s', (_, schema, value, expected) => expect(read(schema, value)).toBe(expected));
});

describe("a receiver's configuration (CFG-7)", () => {
  const orion = defaultConfig('orion');
  const ares = defaultConfig('ares');
  test.each<[string, object, string]>([
    ['of one family', { basic: { alias: 'A' }, orion }, 'fits'],
    ['of none', { basic: { alias: 'A' } }, 'fits'],
    ['of both', { basic: { alias: 'A' }, orion, ares }, 'rxData'],
    ['with a section too few', { basic: {}, orion: { general: orion.general } }, 'rxData.orion.channels'],
    ['beyond a limit', { basic: {}, ares: withValue(ares, 'general.gain', 11) }, 'rxData.ares.general.gain'],
    ['with an alias of 46', { basic: { alias: 'x'.repeat(46) } }, 'rxData.basic.alias'],
  ])('%s', (_, rxData, expected) => expect(read(contract.updateReceiver.body, { rxData })).toBe(expected));

  test('comes through without the error maps of a form', () => {
    const general = { ...orion.general, errors: { squelch: true } };
    const read = v.parse(contract.updateReceiver.body, { rxData: { basic: {}, orion: { ...orion, general, errors: {} } } });
    expect(read.rxData.orion).toEqual(orion);
  });
});

const plainRegistries = registryEntities.filter((entity) => registryOf(entity).wire === undefined);

describe('an id that a request repeats (CALL-7)', () => {
  test.each([
    [{ params: { id: 3 }, body: { rxData: { basic: { id: 3 } } } }, undefined],
    [{ params: { id: '3' }, body: { rxData: { basic: { id: 3 } } } }, undefined],
    [{ params: { id: 3 }, body: { rxData: { basic: {} } } }, undefined],
    [{ params: { id: 3 }, body: undefined }, undefined],
    [{ params: { id: 3 }, body: { rxData: { basic: { id: 4 } } } }, 'rxData.basic.id'],
  ])('%j', (request, expected) => expect(contradiction(contract.updateReceiver, request)).toBe(expected));

  test('is that of the path in every call that has one twice', () => {
    const ofPlainRegistries = Object.fromEntries(
      plainRegistries.map((entity) => [`update${capitalized(entity)}`, { [`${entity}Data.id`]: 'id' }]),
    );
    const repeating = Object.entries(contract).flatMap(([name, call]) => ('repeats' in call ? [[name, call.repeats]] : []));
    expect(Object.fromEntries(repeating)).toEqual({
      setCollaboratorRole: { collaboratorId: 'collaboratorId' },
      updateReceiver: { 'rxData.basic.id': 'id' },
      updateTransmitter: { 'txData.id': 'id' },
      updateAnimal: { 'animalData.id': 'id' },
      updateTag: { 'tagData.id': 'id' },
      ...ofPlainRegistries,
      getModemVoltage: { modemId: 'id' },
      getModemTemperature: { modemId: 'id' },
      getModemRssi: { modemId: 'id' },
    });
  });
});

test('every method but reading needs the csrf token (CALL-8)', () => {
  expect((['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter((method) => !needsCsrf(method))).toEqual(['GET']);
});
