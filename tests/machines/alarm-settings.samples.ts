import { expect } from 'vitest';
import { alarmSettingsMachine } from '../../src/machines/alarm-settings/alarm-settings-machine.ts';
import { promise, samples } from '../support/machine-paths.ts';

const wishes = { emailReports: false };

export default samples({
  machine: alarmSettingsMachine,
  inputs: [{ mitasId: 'demo', search: '' }],
  events: { 'minutes.save': { minutes: 7 }, 'mails.save': { wishes }, 'mail.test': {}, 'place.changed': [] },
  actors: {
    saveMinutes: promise({ outputs: [undefined] }),
    saveMails: promise({ outputs: [{ systems: [] }] }),
    sendTestMail: promise({ outputs: [{ message: 'A test is on its way.' }] }),
  },
  systems: ['snackbar', 'journal'],
  invariant: ({ snapshot }) => {
    expect(snapshot.hasTag('failed'), 'it says why').toBe(snapshot.context.failure !== null);
    expect(snapshot.matches({ resting: 'mailed' }), 'it says what becomes of a test').toBe(snapshot.context.mailed !== null);
  },
});
