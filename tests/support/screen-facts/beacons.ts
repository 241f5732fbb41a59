import type { FactOf } from '#model/journal/facts.ts';

/** A sample of every fact of this model (JRN-11). */
export const samples: { [Type in 'beacons.summaryLoaded']: FactOf<Type> } = {
  'beacons.summaryLoaded': {
    type: 'beacons.summaryLoaded',
    all: [
      { ReceiverId: 1, TransmitterId: 5, antenna: 1, hits: 40 },
      { ReceiverId: 1, TransmitterId: 5, antenna: 2, hits: 4 },
      { ReceiverId: 1, TransmitterId: 6, antenna: 1, hits: 8 },
    ],
    recent: [{ ReceiverId: 1, TransmitterId: 5, antenna: 1, hits: 2 }],
  },
};
