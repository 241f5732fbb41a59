import { expect } from 'vitest';
import { defaultConfig } from '#model/config/config.ts';
import { configVersionsMachine } from '../../src/machines/receiver-editor/config-versions-machine.ts';
import { promise, samples } from '../support/machine-paths.ts';

const saved = { version: 4, at: 5, by: { id: 1, name: 'Ada' }, through: 'console' } as const;

export default samples({
  machine: configVersionsMachine,
  inputs: [{ mitasId: 'demo', rxId: 7 }],
  events: {
    'versions.open': {},
    'versions.close': {},
    'versions.retry': {},
    'versions.choose': { version: 4 },
    'versions.back': {},
    'versions.apply': {},
  },
  actors: {
    listVersions: promise({ outputs: [[], [saved]] }),
    fetchVersion: promise({ outputs: [{ ...saved, family: 'orion' as const, config: defaultConfig('orion') }] }),
  },
  invariant: ({ snapshot, outside }) => {
    const { opened, failure } = snapshot.context;
    if (snapshot.matches('compared')) expect(opened).not.toBeNull();
    if (snapshot.matches('listed')) expect(opened).toBeNull();
    if (snapshot.hasTag('failed')) expect(failure).not.toBeNull();
    expect(outside.parent.every((event) => event.type === 'editor.take')).toBe(true);
  },
});
