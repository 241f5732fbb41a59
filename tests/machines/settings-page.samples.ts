import { settingsPageMachine } from '../../src/machines/settings-page/settings-page-machine.ts';
import { child, samples } from '../support/machine-paths.ts';

export default samples({
  machine: settingsPageMachine,
  inputs: [{ mitasId: 'demo', search: '' }],
  events: { 'place.changed': [] },
  actors: { saving: child({ errors: [new Error('broken')] }), keys: child({ errors: [new Error('broken')] }) },
});
