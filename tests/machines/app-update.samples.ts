import { appUpdateMachine } from '../../src/machines/app-update/app-update-machine.ts';
import { callback, promise, samples } from '../support/machine-paths.ts';

export default samples({
  machine: appUpdateMachine,
  events: { 'update.apply': {} },
  actors: {
    watchUpdates: callback({ sends: [{ type: 'update.found' }], errors: [new Error('no service worker')] }),
    applyUpdate: promise({ outputs: [undefined], errors: [new Error('did not take over')] }),
  },
  systems: ['snackbar'],
});
