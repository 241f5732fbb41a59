import { type BinsField, type ConfigOf, choice, count, decimal, flag } from './fields.ts';
import { decodeTypes, frequencyStep, interval, pulse, pulses, tolerance, tunable } from './shared-fields.ts';

/** The number of bins of a band, each `frequencyStep` wide (CFG-6). */
export const binCount = 200;

/** The number of bands of an Orion (CFG-5). */
export const bandCount = 5;

const bins: BinsField = { kind: 'bins', label: 'Frequency bins', length: binCount, default: '1'.repeat(binCount) };

function band(enabledByDefault: 0 | 1) {
  return {
    enabled: flag('Enabled', enabledByDefault),
    baseFrequency: decimal('Base frequency', frequencyStep, {
      min: tunable.min,
      max: tunable.max - binCount * frequencyStep,
      default: 150,
      unit: 'MHz',
    }),
    frequencyBins: bins,
  };
}

/** Every field of an Orion's configuration, with its limits and its default (CFG-1). */
export const orionFields = {
  general: {
    antennaSwitchEnabled: flag('Antenna switch', 1),
    numberAntennas: count('Number of antennas', { min: 1, max: 8, default: 1 }),
    antennaLock: count('Antenna lock', { min: 1, max: 8, default: 1 }),
    antennaDwellTime: decimal('Antenna dwell time', 0.1, { min: 0.1, max: 999, default: 3, unit: 's' }),
    squelch: count('Squelch', { min: -135, max: -57, default: -110, unit: 'dBm' }),
    storeNoise: flag('Store noise', 0),
  },
  channels: {
    bandDwellTime: decimal('Band dwell time', 0.1, { min: 0.1, max: 999, default: 5, unit: 's' }),
    bands: [band(1), band(0), band(0), band(0), band(0)],
  },
  tags: {
    decodeType: choice('Decode type', decodeTypes, 7),
    pulseTolerance: tolerance('Pulse tolerance', 6),
    beeper: {
      pulseMin: pulse('Shortest pulse', 15),
      pulseMax: pulse('Longest pulse', 25),
      intervalMin: interval('Shortest interval', 900),
      intervalMax: interval('Longest interval', 1_200),
      pulseCount: pulses('Pulses', 2),
      burstTolerance: tolerance('Burst tolerance', 6),
    },
    coded: {
      codeset: choice(
        'Code set',
        [
          { value: 2000, label: 'Lotek 2000' },
          { value: 2003, label: 'Lotek 2003' },
        ],
        2003,
      ),
      burstTolerance: tolerance('Burst tolerance', 5),
    },
  },
  advanced: {
    calibrationOffset: count('Calibration offset', { min: -140, max: -120, default: -130, unit: 'dBm' }),
    debugEnabled: flag('Debugging', 0),
  },
} as const;

export type OrionConfig = ConfigOf<typeof orionFields>;
export type Band = OrionConfig['channels']['bands'][number];
