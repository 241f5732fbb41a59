import { expect } from 'vitest';
import { contactExplorerMachine } from '../../src/machines/contact-explorer/contact-explorer-machine.ts';
import { packContacts } from '../support/packed-contacts.ts';
import { promise, samples } from '../support/machine-paths.ts';

const open = '?explore=4&antennas=1,2&start=2026-11-20T08:00:00Z&end=2026-11-20T09:00:00Z';

/** EXP-1. */
export default samples({
  machine: contactExplorerMachine,
  inputs: [
    { mitasId: 'demo', search: '' },
    { mitasId: 'demo', search: open },
  ],
  events: {
    'place.changed': [{ search: '' }, { search: open }, { search: `${open}&group=freq` }],
    'explorer.again': {},
  },
  actors: {
    count: promise({ outputs: [12_000, 5_000_001] }),
    read: promise({ outputs: [{ contacts: packContacts([]), worn: null }] }),
  },
  invariant: ({ snapshot }) => {
    expect(snapshot.hasTag('open'), 'it is open where a place is named').toBe(snapshot.context.place !== null);
    expect(snapshot.hasTag('shown'), 'contacts are shown once they came').toBe(snapshot.context.contacts !== null);
  },
});
