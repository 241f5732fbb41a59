import type { FactOf } from '#model/journal/facts.ts';

/** A sample of every fact of this model (JRN-11). */
export const samples: { [Type in 'retention.loaded']: FactOf<Type> } = {
  'retention.loaded': {
    type: 'retention.loaded',
    asOf: { epoch: 'one', revision: 1 },
    fields: { contacts: 365, states: null, alarms: null, changes: 400 },
  },
};
