import type { FactOf } from '#model/journal/facts.ts';

/** One of every fact of the model of that name (JRN-11). */
export const samples: { [Type in 'transmitters.loaded']: FactOf<Type> } = {
  'transmitters.loaded': {
    type: 'transmitters.loaded',
    asOf: { epoch: 'one', revision: 1 },
    rows: [
      {
        id: 5,
        serialNumber: 'TX-0001',
        modelNumber: 'NTF-6-2',
        protocolId: 18,
        frequency: 150.05,
        frequencyVariance: 1.5,
        codeNumber: 42,
        emitInterval: 5_000,
        emitIntervalVariance: 10,
        purpose: 0,
        isTagged: false,
        measuredInterval: null,
      },
    ],
  },
};
