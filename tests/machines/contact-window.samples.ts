import { contactWindowMachine } from '../../src/machines/contact-window/contact-window-machine.ts';
import { freshContacts } from '../support/live-contacts.ts';
import { samples } from '../support/machine-paths.ts';

export default samples({
  machine: contactWindowMachine,
  inputs: [{ now: () => 1_000_000_000_000 }],
  systems: ['socket'],
  events: {
    'contacts.received': { contacts: freshContacts(2, 1_000_000_000_000) },
    'message.received': [
      { message: { type: 'heartbeat', payload: { mitasId: 'demo', ts: 1_000_000_600_000 } } },
      { message: { type: 'replayed', payload: { played: 1_000_000_000_000, recorded: 500_000_000_000 } } },
      { message: { type: 'newRxModel', payload: { rxId: 1, model: 0 } } },
    ],
    'window.hold': { from: 999_999_900_000, to: 1_000_000_000_000 },
    'window.release': {},
    'gauge.filled': { perMinute: 84 },
  },
  // The window and its counts grow without end; only the states decide what may happen next.
  serializeState: ({ value }) => JSON.stringify(value),
});
