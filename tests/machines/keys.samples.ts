import { expect } from 'vitest';
import { keysMachine } from '../../src/machines/keys/keys-machine.ts';
import { child, promise, samples } from '../support/machine-paths.ts';

export default samples({
  machine: keysMachine,
  inputs: [
    { mitasId: 'demo', awaitsRight: false },
    { mitasId: 'demo', awaitsRight: true },
  ],
  events: {
    'key.new': {},
    'key.make': [{ order: { name: 'R', expiresAt: 1_000 } }, { order: { name: 'Weir', expiresAt: null } }],
    'key.copy': {},
    'key.ask': { id: 1, name: 'R' },
    'key.revoke': {},
    'dialog.close': {},
    'keys.reload': {},
  },
  actors: {
    list: child({ errors: [new Error('broken')] }),
    makeKey: promise({ outputs: [{ name: 'R', key: 'a secret' }] }),
    revokeKey: promise({ outputs: [{}] }),
    copyText: promise({ outputs: [undefined] }),
  },
  systems: ['snackbar'],
  invariant: ({ snapshot }) => {
    const { made, keyToRevoke, failure } = snapshot.context;
    expect(made !== null, 'a key is known as long as it is shown').toBe(snapshot.hasTag('shown'));
    expect(keyToRevoke !== null, 'what is to be revoked is known while that is asked').toBe(snapshot.hasTag('question'));
    expect(failure !== null, 'a refusal has its reason').toBe(snapshot.hasTag('failed') && !snapshot.hasTag('shown'));
  },
});
