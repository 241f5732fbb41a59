import type { SnapshotFrom } from 'xstate';
import { dumpFileMachine } from '../../../src/machines/dump-file/dump-file-machine.ts';
import { dumpPollMs, dumpStatus } from '#model/files/dump-files.ts';
import { promise, samples } from '../../support/machine-paths.ts';
import {
  anOrder,
  deletedFile as deleted,
  failedFile as failed,
  madeFile,
  readyFile,
} from '../../support/screen-facts/dump-files.ts';
import type { DumpFileStage } from './dump-file-stage.ts';
import { expect } from './fixtures.ts';
import type { Flow } from './flow.ts';

type Snapshot = SnapshotFrom<typeof dumpFileMachine>;

const { id } = madeFile;
const ready = { ...readyFile, id };
const standing = ({ context: { file } }: Snapshot) => (file === null ? null : dumpStatus(file));
const isFailed = (at: Snapshot): boolean => standing(at) === 'failed';

/** Returns the states into which others may bring a shown file. */
function knownAt(at: Snapshot) {
  if (at.matches({ made: 'processing' })) return [ready, failed, deleted];
  return (at.matches({ made: 'ready' }) || at.matches('deleting')) && standing(at) === 'ready' ? [deleted] : [];
}

const words = { processing: /Processing/, ready: 'Ready', failed: 'Failed', deleted: 'Deleted' } as const;

/** A data file that a person requests, with every possible outcome (FILE-11). */
export const dumpFileFlow: Flow<typeof dumpFileMachine, DumpFileStage> = {
  machine: dumpFileMachine,
  samples: samples({
    machine: dumpFileMachine,
    inputs: [{ mitasId: 'demo', file: null, order: anOrder }],
    events: { 'file.known': (at) => knownAt(at).map((file) => ({ file })), 'file.delete': {} },
    actors: {
      createFile: promise({ outputs: [madeFile] }),
      getFile: promise({ outputs: [madeFile, ready, failed] }),
      deleteFile: promise({ outputs: ({ parent }) => [isFailed(parent as Snapshot) ? null : deleted] }),
    },
    systems: ['snackbar'],
    leads: [
      {
        steps: [
          'createFile done',
          'wait 5000 ms',
          'getFile failed',
          'wait 5000 ms',
          'getFile done #0',
          'file.known #0',
          'file.delete',
          'deleteFile failed',
          'file.delete',
          'deleteFile done',
        ],
      },
      {
        steps: ['createFile done', 'wait 5000 ms', 'getFile done #2', 'file.delete', 'deleteFile done'],
      },
    ],
    serializeState: (at) => JSON.stringify([at.value, standing(at as Snapshot)]),
  }),
  byHand: {
    async 'file.known'(stage, { file }) {
      await stage.become(file);
      await stage.calls.lists.letGo();
    },
    async 'file.delete'({ page, row, name }) {
      await row.getByRole('button', { name: `Delete ${name}` }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Permanently delete' }).click();
    },
  },
  byTheWorld: {
    'createFile done': (stage) => stage.create(),
    'createFile failed': ({ calls }) => calls.creates.cut(),
    'wait 5000 ms': ({ page }) => page.clock.runFor(dumpPollMs),
    'getFile done #0': ({ calls }) => calls.polls.letGo(),
    async 'getFile done #1'(stage) {
      await stage.become(ready);
      await stage.calls.polls.letGo();
    },
    async 'getFile done #2'(stage) {
      await stage.become(failed);
      await stage.calls.polls.letGo();
    },
    'getFile failed': ({ calls }) => calls.polls.cut(),
    'deleteFile done': ({ calls }) => calls.deletes.letGo(),
    'deleteFile failed': ({ calls }) => calls.deletes.cut(),
  },
  elsewhere: {},
  untaken: {
    'dumpFile.made.processing.polling · xstate.error.actor.getFile [isGone] → dumpFile.removed':
      'the file would have to fail and be deleted elsewhere between two polls, before the list says so',
  },
  async shows({ dialog, row, name, calls }, at) {
    const isAsked = at.matches('requested') || at.matches('refused');
    await expect(dialog).toHaveCount(isAsked ? 1 : 0);
    await expect(dialog.getByText(/^The host did not answer\. Check the list/)).toHaveCount(at.matches('refused') ? 1 : 0);
    if (isAsked || at.matches('removed')) return expect(row).toHaveCount(0);
    await expect(row).toContainText(words[standing(at) ?? 'processing']);
    if (at.matches({ made: { processing: 'polling' } })) await expect.poll(() => calls.polls.waiting, 'it is asked for').toBe(1);
    const remove = row.getByRole('button', { name: `Delete ${name}` });
    if (standing(at) === 'deleted') return expect(remove).toHaveCount(0);
    if (at.matches('deleting')) return expect(remove).toHaveAttribute('aria-disabled', 'true');
    return expect(remove).not.toHaveAttribute('aria-disabled', 'true');
  },
};
