import type { FactOf } from '#model/journal/facts.ts';

/** A sample of every fact of this model (JRN-11). */
export const samples: { [Type in 'collaborators.loaded']: FactOf<Type> } = {
  'collaborators.loaded': {
    type: 'collaborators.loaded',
    asOf: { epoch: 'one', revision: 1 },
    rows: [
      {
        id: 5,
        active: true,
        firstName: 'Ada',
        lastName: 'Lovelace',
        email: 'ada@example.org',
        RoleId: 1,
        expiresAt: null,
      },
    ],
  },
};
