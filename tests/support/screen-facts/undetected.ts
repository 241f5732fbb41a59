import type { FactOf } from '#model/journal/facts.ts';

/** A sample of every fact of this model (JRN-11). */
export const samples: { [Type in 'undetected.loaded']: FactOf<Type> } = {
  'undetected.loaded': {
    type: 'undetected.loaded',
    undetected: [{ TransmitterId: 5, codeNumber: 17, frequency: 150.1, contacts: 30, measuredInterval: 7_171 }],
  },
};
