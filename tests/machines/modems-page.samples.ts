import { expect } from 'vitest';
import { journalLogic } from '../../src/machines/journal/journal-actor.ts';
import { modemsPageMachine } from '../../src/machines/modems-page/modems-page-machine.ts';
import { child, samples } from '../support/machine-paths.ts';
import { quietWindow } from '../support/quiet-window.ts';

/** REG-30, REG-31; the current time is in November 2023. */
export default samples({
  machine: modemsPageMachine,
  inputs: [
    { mitasId: 'demo', search: '' },
    { mitasId: 'demo', search: '?open=7' },
  ],
  events: {
    'list.retry': {},
    'series.retry': {},
    'place.changed': [
      { search: '' },
      { search: '?open=7' },
      { search: '?open=7&plot=voltage' },
      { search: '?open=7&plot=rssi&past=6' },
      { search: '?open=9&past=custom&from=2023-05-01&to=2023-05-02' },
    ],
  },
  actors: { list: child({ errors: [new Error('broken')] }), series: child({ errors: [new Error('broken')] }) },
  systems: { contactWindow: quietWindow, journal: journalLogic(() => 0) },
  serializeState: ({ value, context: { shown } }) => JSON.stringify([value, shown]),
  invariant: ({ snapshot }) => {
    const { shown } = snapshot.context;
    const { list, series } = snapshot.children;
    expect(list !== undefined, 'the list is polled, whatever is open').toBe(snapshot.matches({ list: 'polled' }));
    expect(snapshot.matches({ series: 'closed' }), 'nothing is asked where none is open').toBe(shown.opened === null);
    expect(series !== undefined).toBe(snapshot.matches({ series: 'plotted' }));
  },
});
