import type { FactOf } from '#model/journal/facts.ts';

/** One of every fact of the model of that name (JRN-11). */
export const samples: { [Type in 'tags.loaded']: FactOf<Type> } = {
  'tags.loaded': {
    type: 'tags.loaded',
    asOf: { epoch: 'one', revision: 1 },
    rows: [
      {
        id: 5,
        AnimalId: 7,
        TransmitterId: 9,
        releaseTime: '2026-05-01 12:00:00',
        releaseLatitude: 44.9,
        releaseLongitude: -113.6,
        retrieveTime: null,
        retrieveLatitude: null,
        retrieveLongitude: null,
        lastContacted: null,
        ReceiverId: null,
      },
    ],
  },
};
