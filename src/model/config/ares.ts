import { type ConfigOf, type TableField, choice, count, decimal, flag, inside } from './fields.ts';
import { decodeTypes, frequencyStep, interval, pulse, pulses, tolerance, tunable } from './shared-fields.ts';

/** How an Ares is tuned: to one frequency, or to those of its scan table in turn. */
export const operateModes = { vfo: 0, scan: 1 } as const;

const maxTable = 99;

const scanTable: TableField = { kind: 'table', label: 'Scan table', ...tunable, whole: false, maxLength: maxTable, unit: 'MHz' };
const codeTable: TableField = {
  kind: 'table',
  label: 'Code table',
  // The range of a signed 16-bit integer.
  min: -(2 ** 15),
  max: 2 ** 15 - 1,
  whole: true,
  maxLength: maxTable,
};

const slotProtocols = [
  { value: 18, label: 'Lotek 2000' },
  { value: 19, label: 'Lotek 2003' },
] as const;

function slot(protocol: 18 | 19) {
  return {
    protocol: choice('Protocol', slotProtocols, protocol),
    pulseMin: pulse('Shortest pulse', 5),
    pulseMax: pulse('Longest pulse', 25),
  };
}

/** Every field of an Ares' configuration, with its limits and its default (CFG-1). */
export const aresFields = {
  general: {
    autoSquelch: flag('Automatic squelch', 0),
    squelch: count('Squelch', { min: -140, max: -57, default: -115, createDefault: -120, unit: 'dBm' }),
    logEnabled: flag('Log', 0),
    serialEnabled: flag('Serial output', 0),
    gain: count('Gain', { min: 1, max: 10, default: 10 }),
    calibration: count('Calibration', { min: -150, max: -130, default: -130, createDefault: -138, unit: 'dBm' }),
    volume: count('Volume', { min: 0, max: 10, default: 5 }),
  },
  channels: {
    operateMode: choice(
      'Operate mode',
      [
        { value: operateModes.vfo, label: 'VFO' },
        { value: operateModes.scan, label: 'Scan' },
      ],
      operateModes.vfo,
    ),
    vfoFrequency: inside('VFO frequency', frequencyStep, { ...tunable, default: 150.5, unit: 'MHz' }),
    numAntennas: count('Number of antennas', { min: 1, max: 4, default: 1 }),
    dwellTime: decimal('Dwell time', 0.1, { min: 0.1, max: 300, default: 5, unit: 's' }),
    syncInterval: count('Sync interval', { min: 1, max: 10, default: 2, unit: 's' }),
    scanTable,
  },
  decoder: {
    enabled: flag('Enabled', 1),
    decodeType: choice('Decode type', decodeTypes, 8),
    pulseTolerance: tolerance('Pulse tolerance', 4),
    beeper: {
      pulseMin: pulse('Shortest pulse', 3),
      pulseMax: pulse('Longest pulse', 25),
      intervalMin: interval('Shortest interval', 400),
      intervalMax: interval('Longest interval', 2_000),
      pulseCount: pulses('Pulses', 2),
      pulseDropCount: pulses('Dropped pulses', 1),
    },
    slot1: slot(18),
    slot2: slot(19),
  },
  filter: {
    enabled: flag('Enabled', 0),
    isExclude: flag('Leave out these codes', 0),
    codeTable,
  },
} as const;

export type AresConfig = ConfigOf<typeof aresFields>;
