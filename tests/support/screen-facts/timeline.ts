import type { FactOf } from '#model/journal/facts.ts';

/** A sample of every fact of this model (JRN-11). */
export const samples: { [Type in 'timeline.loaded']: FactOf<Type> } = {
  'timeline.loaded': {
    type: 'timeline.loaded',
    states: [
      { rxId: 1, state: 4, ts: 1_700_000_000_000 },
      { rxId: 1, state: 0, ts: 1_700_000_060_000 },
      { rxId: 2, state: 4, ts: 1_700_000_000_000 },
    ],
  },
};
