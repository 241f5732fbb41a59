import { expect } from 'vitest';
import { defaultConfig } from '#model/config/config.ts';
import { configVersionsMachine } from '../../src/machines/receiver-editor/config-versions-machine.ts';
import { child, samples } from '../support/machine-paths.ts';

export default samples({
  machine: configVersionsMachine,
  inputs: [{ mitasId: 'demo', rxId: 7 }],
  events: {
    'versions.open': {},
    'versions.close': {},
    'versions.choose': { version: 4 },
    'versions.back': {},
    'versions.apply': { config: defaultConfig('orion') },
  },
  actors: { versions: child({ errors: [new Error('broken')] }), version: child({ errors: [new Error('broken')] }) },
  invariant: ({ snapshot, outside }) => {
    expect('version' in snapshot.children, 'a version is asked for while it is compared').toBe(snapshot.hasTag('comparing'));
    expect(outside.parent.every((event) => event.type === 'editor.take')).toBe(true);
  },
});
