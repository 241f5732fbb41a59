import { expect } from 'vitest';
import { downloadsMachine } from '../../src/machines/download/downloads-machine.ts';
import { child, samples } from '../support/machine-paths.ts';

const files = [
  { id: 7, name: 'May.csv.gz', size: 1_500_000 },
  { id: 8, name: 'June.txt.gz', size: null },
];

/** FILE-12: one download for each file. */
export default samples({
  machine: downloadsMachine,
  inputs: [{ mitasId: 'demo' }],
  events: { 'download.want': files.map((file) => ({ file })) },
  actors: { download: child({}) },
  invariant: ({ snapshot }) => {
    expect(Object.keys(snapshot.children).toSorted()).toEqual(snapshot.context.wanted.map((id) => `download ${id}`).toSorted());
  },
});
