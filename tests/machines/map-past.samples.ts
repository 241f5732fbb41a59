import { expect } from 'vitest';
import { mapPastMachine } from '../../src/machines/map/map-past-machine.ts';
import { journalLogic } from '../../src/machines/journal/journal-actor.ts';
import { promise, samples } from '../support/machine-paths.ts';
import { quietWindow } from '../support/quiet-window.ts';

const may = Date.UTC(2023, 4, 3, 12);
const [here, there] = [
  { latitude: 45, longitude: -113 },
  { latitude: 46, longitude: -114 },
];
const of = { rxId: 7, alias: 'Crest', SiteId: null, siteName: null };

/** MAP-11; the current time is in November 2023. */
export default samples({
  machine: mapPastMachine,
  inputs: [
    { mitasId: 'demo', search: '' },
    { mitasId: 'demo', search: '?day=2023-05-02' },
    { mitasId: 'demo', search: '?day=2100-01-01' },
  ],
  events: {
    'place.changed': [{ search: '' }, { search: '?day=2023-05-02' }, { search: '?day=2023-05-03&receiver=7' }],
    'past.open': {},
    'past.close': {},
    'past.retry': {},
    'day.chosen': [{ day: '2023-05-01' }, { day: '2023-05-03' }, { day: '2100-01-01' }],
  },
  actors: {
    loadPlaces: promise({
      outputs: [
        [],
        [
          { ...of, ...there, from: may, to: null },
          { ...of, ...here, from: null, to: may },
        ],
      ],
    }),
  },
  systems: { contactWindow: quietWindow, journal: journalLogic(() => 0) },
  serializeState: ({ value, context: { day, asked, history } }) => JSON.stringify([value, day, asked, history?.value.length]),
  invariant: ({ snapshot, outside }) => {
    const { day, pastPlaces, history, first, today } = snapshot.context;
    if (snapshot.matches('closed')) expect([day, pastPlaces, history], 'closed, the map shows now').toEqual([null, null, null]);
    expect(pastPlaces === null, 'nothing of the present is shown as of another day').toBe(day === null);
    if (day !== null) expect(day < today, 'today is now').toBe(true);
    if (history?.value.length === 2) expect(first).toBe('2023-05-03');
    if (history !== null && history.value.length === 2 && day !== null)
      expect(pastPlaces?.map(({ latitude }) => latitude)).toEqual([day < '2023-05-03' ? 45 : 46]);
    const told = outside.parent as { type: string; places?: unknown }[];
    const last = told.findLast(({ type }) => type === 'past.changed');
    if (snapshot.matches('closed')) expect(last?.places ?? null, 'and the map knows it').toBeNull();
  },
});
