import { expect } from 'vitest';
import { defaultConfig } from '#model/config/config.ts';
import { batchEditMachine } from '../../src/machines/batch-edit/batch-edit-machine.ts';
import { callback, child, promise, samples } from '../support/machine-paths.ts';

const crest = { rxId: 7, alias: 'Crest', model: 0, orion: defaultConfig('orion') };
const marsh = { rxId: 8, alias: 'Marsh', model: 1, ares: defaultConfig('ares') };
const asOf = { epoch: 'one', revision: 8 };
const conflict = { value: -100, by: { id: 2, name: 'Grace' }, at: 5, revision: 9 };
const reply = { epoch: 'one', revision: 9, items: [] };
const done = { rxId: 7, alias: 'Crest', reason: null };

export default samples({
  machine: batchEditMachine,
  inputs: [
    { mitasId: 'demo', rxIds: [7, 8] },
    { mitasId: 'demo', rxIds: Array.from({ length: 501 }, (_, at) => at + 1) },
  ],
  events: {
    'batch.chooseFamily': [{ family: 'ares' }, { family: 'orion' }],
    'editor.change': [
      { path: 'general.squelch', value: -100 },
      { path: 'general.squelch', value: null },
    ],
    'batch.choose': [
      { path: 'general.squelch', isChosen: true },
      { path: 'general.squelch', isChosen: false },
    ],
    'batch.pull': { rxId: 7 },
    'batch.review': {},
    'batch.back': {},
    'batch.apply': {},
    'editor.close': {},
    'editor.stay': {},
    'editor.discard': {},
  },
  actors: {
    loading: child({
      outputs: [{ content: { asOf, receivers: [crest, marsh] } }],
      errors: [new Error('a defect of the loading')],
    }),
    editRight: callback({
      sends: [
        { type: 'right.changed', mayEdit: true },
        { type: 'right.changed', mayEdit: false },
      ],
      errors: [new Error('no journal')],
    }),
    fetchReceivers: promise({
      outputs: ({ input }) =>
        (input as { rxIds: number[] }).rxIds.length > 1
          ? [{ asOf, receivers: [crest, marsh] }]
          : [
              { asOf, receivers: [crest] },
              { asOf, receivers: [] },
            ],
    }),
    applyBatch: promise({
      outputs: [
        { ...reply, results: [done] },
        { ...reply, items: [{ kind: 'a.newer', unknown: true as const }], results: [done, { ...done, reason: 'It is gone' }] },
        { ...reply, results: [done, { ...done, rxId: 8, reason: 'Grace has changed this since', conflict }] },
      ],
    }),
    knownTags: child({ outputs: [], errors: [new Error('a defect of the transmitters')] }),
    guardPage: callback({ errors: [new Error('no window')] }),
  },
  systems: ['snackbar'],
  serializeState: ({ value, context: { rxIds, receivers, family, values, chosen, isPullFailed, failure, results } }) =>
    JSON.stringify([
      value,
      rxIds.length,
      receivers.length,
      family,
      values.general.squelch,
      chosen,
      isPullFailed,
      failure?.kind,
      results?.map(({ conflict: met }) => met?.revision ?? 0),
    ]),
  invariant: ({ snapshot }) => {
    const { chosen, results } = snapshot.context;
    if (snapshot.hasTag('unsaved')) expect(chosen).not.toEqual([]);
    if (snapshot.hasTag('applied'))
      expect(
        results?.some(({ reason }) => reason !== null),
        'it names what failed',
      ).toBe(true);
  },
});
