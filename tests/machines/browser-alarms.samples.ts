import { expect } from 'vitest';
import { browserAlarmsMachine } from '../../src/machines/browser-alarms/browser-alarms-machine.ts';
import { callback, promise, samples } from '../support/machine-paths.ts';

const alarm = (id: number, AlarmCodeId: number) => ({
  id,
  AlarmCodeId,
  alias: 'Crest',
  siteName: 'Ridge',
  FormattedTime: '2026-06-01 12:00:00',
});

export default samples({
  machine: browserAlarmsMachine.provide({ actions: { show: () => undefined } }),
  inputs: [{ mitasId: 'demo' }],
  events: { 'wish.choose': [{ wish: 'none' }, { wish: 'errors' }, { wish: 'all' }] },
  actors: {
    wishes: callback({
      sends: [
        { type: 'wish.read', wish: 'none', isAllowed: true },
        { type: 'wish.read', wish: 'errors', isAllowed: true },
        { type: 'wish.read', wish: 'errors', isAllowed: false },
        { type: 'wish.read', wish: 'errors', isAllowed: null },
      ],
      errors: [new Error('no storage')],
    }),
    askLeave: promise({ outputs: [true, false] }),
    turn: callback({ sends: [{ type: 'turn.come' }], errors: [new Error('no locks')] }),
    raisedAlarms: callback({
      sends: [{ type: 'alarms.raised', alarms: [alarm(8, 4101), alarm(9, 2100)] }],
      errors: [new Error('no journal')],
    }),
  },
  invariant: ({ snapshot }) => {
    const isOn = snapshot.hasTag('on');
    expect(isOn && snapshot.context.wish === 'none', 'who wants none is shown none').toBe(false);
    expect(snapshot.children['turn'] !== undefined, 'the turn is had or waited for exactly while alarms are wished').toBe(isOn);
  },
});
