import { expect } from 'vitest';
import { undoAct } from '../../src/machines/operations/undo-offer.ts';
import { snackbarMachine } from '../../src/machines/snackbar/snackbar-machine.ts';
import { samples } from '../support/machine-paths.ts';

export default samples({
  machine: snackbarMachine,
  events: {
    'snackbar.show': [
      { notice: { message: 'Saved', variant: 'success' } },
      { notice: { message: 'Your session has expired', variant: 'info', timeout: null, key: 'sessionExpired' } },
      { notice: { message: 'Crest is off', variant: 'success', timeout: 8_000, act: undoAct({ epoch: 'one', revision: 41 }) } },
      { notice: { message: 'Gully is not saved', variant: 'error', timeout: null } },
    ],
    'snackbar.act': {},
    'snackbar.focused': {},
    'snackbar.blurred': {},
    'snackbar.dismiss': {},
    'snackbar.retract': { key: 'sessionExpired' },
  },
  systems: ['operations'],
  invariant: ({ snapshot }) => {
    if (snapshot.matches('hidden')) expect(snapshot.context).toEqual({ notice: null, queue: [] });
    if (snapshot.hasTag('open')) expect(snapshot.context.notice).not.toBeNull();
  },
});
