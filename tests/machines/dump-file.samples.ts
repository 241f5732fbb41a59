import { expect } from 'vitest';
import { dumpFileMachine } from '../../src/machines/dump-file/dump-file-machine.ts';
import { FailureError } from '#model/contract/failure.ts';
import { dumpStatus } from '#model/files/dump-files.ts';
import { promise, samples } from '../support/machine-paths.ts';
import { anOrder, deletedFile, failedFile, madeFile, readyFile } from '../support/screen-facts/dump-files.ts';

const of = { id: 8 };
const gone = new FailureError({ kind: 'server', code: 404, type: 'NotFound', message: 'There is no such file' });
const made = { ...readyFile, id: 8 };
const stands = [
  { ...of, completed: null, deletedTime: null },
  { ...of, completed: 1, deletedTime: null },
  { ...of, completed: 0, deletedTime: null },
  { ...of, completed: 1, deletedTime: 1_781_000_000_000 },
] as const;

/** FILE-11: a data file. */
export default samples({
  machine: dumpFileMachine,
  inputs: [{ mitasId: 'demo', file: null, order: anOrder }, ...stands.map((file) => ({ mitasId: 'demo', file, order: null }))],
  events: { 'file.known': stands.map((file) => ({ file })), 'file.delete': {} },
  actors: {
    createFile: promise({ outputs: [madeFile] }),
    getFile: promise({ outputs: [madeFile, made, failedFile], errors: [new FailureError({ kind: 'network' }), gone] }),
    deleteFile: promise({ outputs: [deletedFile, null] }),
  },
  systems: ['snackbar'],
  serializeState: ({ value, context: { file, order: asked, isLate } }) => JSON.stringify([value, file, asked, isLate]),
  invariant: ({ snapshot }) => {
    const { file, order: asked, isLate } = snapshot.context;
    expect((file === null) !== (asked === null), 'it is known, or still asked for').toBe(true);
    if (isLate) expect(snapshot.matches({ made: 'processing' }), 'only a file that is being made is asked for').toBe(true);
    if (file === null) return;
    for (const status of ['processing', 'ready', 'failed', 'deleted'] as const)
      if (snapshot.hasTag(status)) expect(dumpStatus(file)).toBe(status);
  },
});
