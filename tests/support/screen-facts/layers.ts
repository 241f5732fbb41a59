import type { FactOf } from '#model/journal/facts.ts';

/** A sample of every fact of this model (JRN-11). */
export const samples: { [Type in 'layers.loaded']: FactOf<Type> } = {
  'layers.loaded': {
    type: 'layers.loaded',
    asOf: { epoch: 'one', revision: 1 },
    rows: [{ id: 1, name: 'Rivers', color: '#2f7fd1', shown: true, place: 0, content: 'f00d' }],
  },
};
