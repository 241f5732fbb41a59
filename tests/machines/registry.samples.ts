import { expect } from 'vitest';
import { registryMachine, selectNewRow } from '../../src/machines/registry/registry-machine.ts';
import { promise, samples } from '../support/machine-paths.ts';

const seen = { epoch: 'one', revision: 7 };
const done = { message: 'Sam is created', made: seen };

/** REG-16. */
export default samples({
  machine: registryMachine,
  inputs: [{ mitasId: 'demo', search: '' }],
  events: {
    'row.new': {},
    'row.edit': { id: 1, seen },
    'row.change': { id: 1, values: { alias: 'Sam' } },
    'form.submit': { values: { alias: 'Sam' } },
    'rows.remove': { ids: [1, 2] },
    'remove.confirm': {},
    'dialog.close': {},
    'place.changed': [],
  },
  actors: {
    saveRow: promise({ outputs: [done, { ...done, created: 3 }] }),
    removeRows: promise({ outputs: [done, { ...done, made: null }] }),
  },
  systems: ['snackbar'],
  invariant: ({ snapshot }) => {
    const { row, failure } = snapshot.context;
    expect(snapshot.hasTag('failed'), 'it says why').toBe(failure !== null);
    if (!snapshot.matches({ browsing: 'marking' })) expect(selectNewRow(snapshot), 'a new row is marked for a while').toBe(null);
    if (snapshot.hasTag('form'))
      expect(row.id === null, 'of a row that is there it is known what the person saw').toBe(row.seen === null);
  },
});
