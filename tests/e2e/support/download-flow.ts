import type { SnapshotFrom } from 'xstate';
import { downloadMachine, type DownloadReport } from '../../../src/machines/download/download-machine.ts';
import { FailureError } from '#model/contract/failure.ts';
import type { SaveTarget } from '../../../src/services/ports.ts';
import { callback, promise, samples } from '../../support/machine-paths.ts';
import type { DownloadStage } from './download-stage.ts';
import { expect } from './fixtures.ts';
import type { Flow } from './flow.ts';

type Snapshot = SnapshotFrom<typeof downloadMachine>;

const aDefect = 'only a defect of ours can cause it';
const fail = () => Promise.reject(new Error('nothing is written here'));
const chosen: SaveTarget = { kind: 'chosen', sink: { write: fail, close: fail, discard: fail } };
const lost = new FailureError({ kind: 'network' });
const saved = { type: 'download.saved' } as const;
const received = { type: 'download.received', bytes: 70_000 } as const;
const broke = (error: unknown) => ({ type: 'download.broke', error }) as const;

/** Chosen by size: with null, the browser downloads the file by itself. */
const inputs = [
  { mitasId: 'demo', id: 7, name: 'June.csv.gz', size: 150_000 },
  { mitasId: 'demo', id: 7, name: 'June.csv.gz', size: null },
];
export const hasPicker = (input: number): boolean => input === 0;
const picks = (at: unknown): boolean => (at as Snapshot).context.size !== null;
const hasCome = (at: unknown): boolean => (at as Snapshot).context.received > 0;

/** The download of a data file, with every possible outcome (FILE-12). */
export const downloadFlow: Flow<typeof downloadMachine, DownloadStage> = {
  machine: downloadMachine,
  samples: samples({
    machine: downloadMachine,
    inputs,
    events: { 'download.start': {}, 'download.cancel': {} },
    actors: {
      choose: promise<SaveTarget | null>({
        outputs: ({ parent }) => (picks(parent) ? [chosen, null, { kind: 'browser' }] : [{ kind: 'browser' }]),
        errors: ({ parent }) => (picks(parent) ? [new DOMException('a file in use', 'NoModificationAllowedError')] : []),
      }),
      streamFile: callback({
        sends: ({ parent }): readonly DownloadReport[] =>
          hasCome(parent) ? [broke(new DOMException('no room', 'QuotaExceededError')), saved] : [received, broke(lost)],
      }),
      handOver: promise({ outputs: [undefined], errors: [lost] }),
    },
    systems: ['snackbar', 'pageGuard'],
    leads: [
      {
        steps: [
          'choose done #1',
          'download.start',
          'choose done #0',
          'streamFile sends download.received #0',
          'streamFile sends download.broke #0',
          'download.start',
          'choose done #0',
          'streamFile sends download.broke #1',
          'download.start',
          'choose failed',
          'download.start',
          'choose done #2',
          'handOver done',
          'download.start',
          'choose done #0',
          'download.cancel',
          'download.start',
          'choose done #0',
          'streamFile sends download.received #0',
          'streamFile sends download.saved #1',
          'download.start',
        ],
      },
      { input: 1, steps: ['choose done', 'handOver failed', 'download.start', 'choose done', 'handOver done', 'download.start'] },
    ],
    serializeState: ({ value, context: { received: bytes, failure } }) => JSON.stringify([value, bytes > 0, failure]),
  }),
  byHand: {
    'download.start': (stage) => stage.start(),
    'download.cancel': ({ row }) => row.getByRole('button', { name: 'Cancel the download of June.csv' }).click(),
  },
  byTheWorld: {
    'choose done #0': (stage) => stage.pick('a file'),
    'choose done #1': (stage) => stage.pick('nothing'),
    'choose done #2': (stage) => stage.pick('what is forbidden'),
    'choose failed': (stage) => stage.pick('a file in use'),
    // A browser without a picker does not ask.
    'choose done': async () => {},
    'streamFile sends download.received #0': (stage) => stage.receive(),
    'streamFile sends download.broke #0': (stage) => stage.write('no room'),
    'streamFile sends download.broke #1': ({ calls }) => calls.streams.cut(),
    'streamFile sends download.saved #1': (stage) => stage.write('whole'),
    'handOver done': ({ calls }) => calls.passes.letGo(),
    'handOver failed': ({ calls }) => calls.passes.cut(),
  },
  elsewhere: {
    'download.received': 'the bytes that come say it, by the world',
    'download.saved': 'the disk says it, by the world',
    'download.broke': 'the line or the disk says it, by the world',
  },
  untaken: { 'download.streaming · xstate.error.actor.streamFile → download.failed': aDefect },
  async shows({ row, button }, at) {
    const progress = row.getByRole('progressbar', { name: 'Download of June.csv' });
    await expect(progress).toHaveCount(at.hasTag('streaming') ? 1 : 0);
    if (at.hasTag('streaming')) {
      const isMoving = () => progress.evaluate((bar) => (bar as HTMLProgressElement).value > 0);
      return expect.poll(isMoving, 'it shows what has come').toBe(hasCome(at));
    }
    if (at.hasTag('busy')) return expect(button).toHaveAttribute('aria-disabled', 'true');
    await expect(button).not.toHaveAttribute('aria-disabled', 'true');
    await expect(button).toHaveAccessibleName(at.hasTag('failed') ? /^Retry/ : /^Download/);
    const words = at.hasTag('done') ? 'Saved' : at.hasTag('handed') ? 'Downloading in your browser' : 'Download cancelled';
    return expect(row.getByRole('status')).toHaveText(at.context.failure ?? words);
  },
};
