import { expect } from 'vitest';
import { settingsPageMachine } from '../../src/machines/settings-page/settings-page-machine.ts';
import { child, samples } from '../support/machine-paths.ts';

export default samples({
  machine: settingsPageMachine,
  inputs: [{ mitasId: 'demo', search: '' }],
  events: { 'place.changed': [], 'saving.retry': {}, 'keys.retry': {} },
  actors: { saving: child({ errors: [new Error('broken')] }), keys: child({ errors: [new Error('broken')] }) },
  invariant: ({ snapshot }) => {
    for (const part of ['saving', 'keys'] as const)
      expect(part in snapshot.children, 'a part that is broken is gone, and Retry brings it').toBe(
        snapshot.matches({ [part]: 'going' }),
      );
  },
});
