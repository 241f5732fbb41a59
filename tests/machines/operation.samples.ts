import { expect } from 'vitest';
import { operationMachine } from '../../src/machines/operation/operation-machine.ts';
import { promise, samples } from '../support/machine-paths.ts';

export default samples({
  machine: operationMachine,
  inputs: [
    { opId: 'operation-0000001', request: { alias: 'Ford' }, lasting: true },
    { opId: 'operation-0000002', request: { darkMode: true }, lasting: false },
  ],
  events: {
    'line.opened': {},
    'operation.found': {},
    'operation.outdated': {},
    'operation.send': {},
    'operation.drop': {},
  },
  actors: {
    ask: promise<unknown>({
      outputs: [{ epoch: 'one', revision: 4, items: [] }],
      errors: [
        { kind: 'network' },
        { kind: 'server', code: 502, type: 'ServerError' },
        { kind: 'server', code: 403, type: 'Forbidden' },
      ],
    }),
  },
  invariant: ({ snapshot, outside }) => {
    expect(snapshot.hasTag('busy'), 'busy exactly while the host is asked').toBe('ask' in snapshot.children);
    const ends = outside.parent.filter(({ type }) => /confirmed|refused|dropped/.test(type)).length;
    expect(ends, 'its end is told once').toBe(snapshot.status === 'done' ? 1 : 0);
    if (snapshot.hasTag('unsaved')) expect(snapshot.context.lasting, 'only what lasts waits for an answer').toBe(true);
  },
});
