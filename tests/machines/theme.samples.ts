import { expect } from 'vitest';
import { themeMachine } from '../../src/machines/theme/theme-machine.ts';
import { callback, child, samples } from '../support/machine-paths.ts';

export default samples({
  machine: themeMachine,
  inputs: [{ darkMode: true }],
  events: {
    'theme.choose': [{ darkMode: true }, { darkMode: false }],
    'theme.accountLoaded': [{ darkMode: true }, { darkMode: false }],
    'theme.signedOut': {},
    'theme.changedElsewhere': { darkMode: false },
  },
  actors: {
    operation: child({
      sends: ({ input }) => {
        const { opId } = input as { opId: string };
        return [
          { type: 'operation.confirmed', opId, reply: null },
          { type: 'operation.refused', opId, failure: { kind: 'network' } },
        ];
      },
      errors: [new Error('broken')],
    }),
    schemeStore: callback({ errors: [new Error('closed')] }),
  },
  systems: ['snackbar'],
  serializeState: ({ value, context: { scheme } }) =>
    JSON.stringify([value, scheme.confirmed, scheme.pending.map(({ fact }) => fact.darkMode)]),
  invariant: ({ snapshot }) => {
    const { confirmed, pending, shown } = snapshot.context.scheme;
    expect(shown).toBe(pending.at(-1)?.fact.darkMode ?? confirmed);
    if (snapshot.matches({ choice: 'local' })) expect(pending).toEqual([]);
  },
});
