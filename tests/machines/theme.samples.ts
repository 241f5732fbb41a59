import { expect } from 'vitest';
import { themeMachine } from '../../src/machines/theme/theme-machine.ts';
import { callback, promise, samples } from '../support/machine-paths.ts';

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
    sendScheme: promise({ outputs: [undefined] }),
    schemeStore: callback({ errors: [new Error('closed')] }),
  },
  systems: ['snackbar'],
  invariant: ({ snapshot }) => {
    const { confirmed, pending, shown } = snapshot.context.scheme;
    expect(shown).toBe(pending.at(-1) ?? confirmed);
    if (snapshot.matches({ choice: 'local' })) expect(pending).toEqual([]);
  },
});
