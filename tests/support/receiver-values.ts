import type { Family } from '#model/config/config.ts';

/**
 * Values of receivers and sites that are accepted or refused, with the words of the refusal. The model that
 * forms use and the calls of the host are tested with them, and must agree.
 */

/** A value and its refusal; null if it is accepted. */
type Tried<Value> = readonly [value: Value, refusal: string | null];

/** RX-3. */
export const receiverNames: readonly Tried<string>[] = [
  ['Crest', null],
  ['x'.repeat(45), null],
  [`  ${'x'.repeat(45)} `, null],
  ['Übergang Nº 7 \u{1F41F}', null],
  ['x'.repeat(46), 'Cannot be longer'],
  ['', 'A name is needed'],
  ['  ', 'A name is needed'],
];

/** RX-4. */
export const ipAddresses: readonly Tried<string>[] = [
  ['10.0.0.1', null],
  ['0.0.0.0', null],
  ['255.255.255.255', null],
  ['256.0.0.1', 'Invalid IP'],
  ['10.0.0', 'Invalid IP'],
  ['10.0.0.1.2', 'Invalid IP'],
  ['10.0.0.a', 'Invalid IP'],
  ['::1', 'Invalid IP'],
  ['', null],
  ['255.255.255.2555', 'Cannot be longer'],
];

/** RX-5. */
export const ports: readonly Tried<number>[] = [
  [1, null],
  [20_001, null],
  [65_535, null],
  [0, 'Invalid Port'],
  [-1, 'Invalid Port'],
  [65_536, 'Invalid Port'],
  [1.5, 'Invalid Port'],
];

/** RX-6: degrees, and whether they are a valid latitude and longitude. */
export const degrees: readonly (readonly [value: number, isLatitude: boolean, isLongitude: boolean])[] = [
  [0, true, true],
  [49.28, true, true],
  [90, true, true],
  [-90, true, true],
  [90.000001, false, true],
  [-123.14, false, true],
  [180, false, true],
  [-180, false, true],
  [180.000001, false, false],
  [-181, false, false],
];

/** By family and field: values just inside the limits, and some just outside (CFG-1, CFG-2, CFG-3). */
export const configLimits: readonly [family: Family, path: string, inside: readonly number[], outside: readonly number[]][] = [
  ['orion', 'general.numberAntennas', [1, 8], [0, 9, 1.5]],
  ['orion', 'general.antennaLock', [1, 8], [0, 9]],
  ['orion', 'general.antennaDwellTime', [0.1, 999], [0.09, 999.1]],
  ['orion', 'general.squelch', [-135, -57], [-136, -56]],
  ['orion', 'channels.bandDwellTime', [0.1, 999], [0, 1_000]],
  ['orion', 'channels.bands.4.baseFrequency', [148, 174], [147.995, 174.005]],
  ['orion', 'tags.pulseTolerance', [1, 100], [0, 101]],
  ['orion', 'tags.beeper.pulseMin', [1, 14.5], [0.9, 6_553.1]],
  ['orion', 'tags.beeper.pulseMax', [15, 6_553], [0.9, 6_553.1]],
  ['orion', 'tags.beeper.intervalMin', [1, 1_200], [0, 65_536]],
  ['orion', 'tags.beeper.intervalMax', [900, 65_535], [0, 65_536]],
  ['orion', 'tags.beeper.pulseCount', [1, 10], [0, 11]],
  ['orion', 'tags.beeper.burstTolerance', [1, 100], [0, 101]],
  ['orion', 'tags.coded.burstTolerance', [1, 100], [0, 101]],
  ['orion', 'tags.coded.codeset', [2000, 2003], [2001, 0]],
  ['orion', 'tags.decodeType', [7, 8, 14, 4], [0, 5, 18]],
  ['orion', 'advanced.calibrationOffset', [-140, -120], [-141, -119]],
  ['orion', 'general.storeNoise', [0, 1], [2, -1, true as never]],
  ['ares', 'general.squelch', [-140, -57], [-141, -56]],
  ['ares', 'general.gain', [1, 10], [0, 11]],
  ['ares', 'general.calibration', [-150, -130], [-151, -129]],
  ['ares', 'general.volume', [0, 10], [-1, 11]],
  ['ares', 'channels.operateMode', [0, 1], [2]],
  ['ares', 'channels.vfoFrequency', [148.001, 174.999], [148, 175]],
  ['ares', 'channels.numAntennas', [1, 4], [0, 5]],
  ['ares', 'channels.dwellTime', [0.1, 300], [0, 300.1]],
  ['ares', 'channels.syncInterval', [1, 10], [0, 11]],
  ['ares', 'decoder.pulseTolerance', [1, 100], [0, 101]],
  ['ares', 'decoder.beeper.pulseMin', [1, 25], [0.9, 6_553.1]],
  ['ares', 'decoder.beeper.pulseDropCount', [1, 10], [0, 11]],
  ['ares', 'decoder.slot1.protocol', [18, 19], [7, 20]],
  ['ares', 'decoder.slot2.pulseMax', [5, 6_553], [0.9, 6_553.1]],
];

/** Bounds that cross: a minimum and a maximum by path, and two values that do not fit each other. */
export const crossingBounds = [
  ['orion', 'tags.beeper.pulseMin', 'tags.beeper.pulseMax', 30, 25],
  ['orion', 'tags.beeper.intervalMin', 'tags.beeper.intervalMax', 1_300, 1_200],
  ['ares', 'decoder.beeper.pulseMin', 'decoder.beeper.pulseMax', 26, 25],
  ['ares', 'decoder.beeper.intervalMin', 'decoder.beeper.intervalMax', 3_000, 2_000],
  ['ares', 'decoder.slot1.pulseMin', 'decoder.slot1.pulseMax', 26, 25],
  ['ares', 'decoder.slot2.pulseMin', 'decoder.slot2.pulseMax', 26, 25],
] as const;
