import { expect } from 'vitest';
import { downloadPageMachine, selectNewFile } from '../../src/machines/download-page/download-page-machine.ts';
import type { DumpFileInput } from '../../src/machines/dump-file/dump-file-machine.ts';
import { callback, child, promise, samples } from '../support/machine-paths.ts';
import { anOrder } from '../support/screen-facts/dump-files.ts';

const quota = { usedBytes: 1_000, limitBytes: 2_000 };
const ready = { id: 7, completed: 1, deletedTime: null };
const made = { id: 8, completed: null, deletedTime: null };
const isRequest = (input: unknown): boolean => (input as DumpFileInput).order !== null;

/** FILE-11: the page of data files. */
export default samples({
  machine: downloadPageMachine,
  inputs: [{ mitasId: 'demo', search: '' }],
  events: {
    'file.new': {},
    'form.changed': [{ wish: anOrder }, { wish: null }],
    'form.submit': ({ context: { requests } }) => (requests < 2 ? [{ order: anOrder }] : []),
    'file.remove': [{ id: 7 }, { id: 99 }],
    'remove.confirm': {},
    'dialog.close': {},
    'estimate.retry': {},
    'place.changed': [],
  },
  actors: {
    knownFiles: callback({
      sends: [
        { type: 'files.known', files: [ready] },
        { type: 'files.known', files: [ready, made] },
        { type: 'files.known', files: [] },
      ],
      errors: [new Error('broken')],
    }),
    dumpFile: child({
      sends: ({ input }) =>
        isRequest(input)
          ? [
              { type: 'file.accepted', id: 8, name: 'June.csv' },
              { type: 'file.refused', reason: 'A file of that name is there' },
            ]
          : [],
    }),
    estimateFile: promise({ outputs: [{ rows: 900, bytes: 20_000, quota }] }),
  },
  systems: ['snackbar'],
  serializeState: ({ value, context: { files, removing, refusal, estimate, requests } }) =>
    JSON.stringify([value, Object.keys(files), removing, refusal, estimate !== null, requests]),
  invariant: ({ snapshot }) => {
    const { files, estimate, wish: asked, refusal } = snapshot.context;
    const followed = Object.keys(snapshot.children).filter((name) => name.startsWith('file '));
    for (const name of followed) expect(Object.values(files), 'each machine of the list has its file').toContain(name);
    for (const name of Object.values(files)) expect(snapshot.children[name], 'each file has its machine').toBeDefined();
    expect(snapshot.matches({ estimate: 'known' }), 'an estimate is of what is asked about').toBe(estimate !== null);
    if (estimate !== null) expect(asked).not.toBeNull();
    expect(snapshot.matches({ dialog: { writing: 'refused' } }), 'it says why').toBe(refusal !== null);
    expect(selectNewFile(snapshot), 'what was accepted is marked for a while').toBe(
      snapshot.matches({ dialog: { closed: 'marking' } }) ? 8 : null,
    );
  },
});
