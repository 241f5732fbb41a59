import type { FactOf } from '#model/journal/facts.ts';

/** A sample of every fact of this model (JRN-11). */
export const samples: { [Type in 'alarmSettings.loaded']: FactOf<Type> } = {
  'alarmSettings.loaded': { type: 'alarmSettings.loaded', asOf: { epoch: 'one', revision: 1 }, offlineMinutes: 5 },
};
