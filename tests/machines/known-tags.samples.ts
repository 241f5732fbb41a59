import { expect } from 'vitest';
import { knownTags, noTags } from '#model/config/known-tags.ts';
import { knownTagsMachine } from '../../src/machines/receiver-editor/known-tags-machine.ts';
import { promise, samples } from '../support/machine-paths.ts';

export default samples({
  machine: knownTagsMachine,
  inputs: [{ mitasId: 'demo' }],
  events: { 'tags.retry': {} },
  actors: {
    loadTags: promise({
      outputs: [knownTags([{ serialNumber: 'SN-0001', frequency: 150.5, emitInterval: 5_000 }])],
      errors: [{ kind: 'network' }],
    }),
  },
  invariant: ({ snapshot }) => {
    expect(snapshot.context.tags === noTags, 'there are none until they came').toBe(!snapshot.matches('known'));
  },
});
