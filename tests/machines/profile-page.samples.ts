import { profilePageMachine } from '../../src/machines/profile-page/profile-page-machine.ts';
import { child, samples } from '../support/machine-paths.ts';

const broken = [new Error('broken')];

export default samples({
  machine: profilePageMachine,
  inputs: [{ mitasId: 'demo', search: '' }],
  events: { 'place.changed': [], 'settings.retry': {} },
  actors: {
    profile: child({ errors: broken }),
    password: child({ errors: broken }),
    sessions: child({ errors: broken }),
    ending: child({ errors: broken }),
    settings: child({ errors: broken }),
  },
});
