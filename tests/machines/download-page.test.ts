import { expect, test, vi } from 'vitest';
import { type AnyActorLogic, createActor, createMachine, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import type { DumpFile } from '#model/entities/dump-file.ts';
import { FailureError } from '#model/contract/failure.ts';
import type { EstimateWish } from '../../src/machines/download-page/download-page-events.ts';
import {
  downloadPageMachine,
  type DownloadPageRef,
  selectDumpFile,
} from '../../src/machines/download-page/download-page-machine.ts';
import { dumpFileMachine } from '../../src/machines/dump-file/dump-file-machine.ts';
import { journalLogic } from '../../src/machines/journal/journal-actor.ts';
import type { DumpEstimate } from '#model/files/dump-files.ts';
import { madeFile } from '../support/screen-facts/dump-files.ts';

/** FILE-11: what a file would take is asked once the form rests, and only the last answer counts. */

const quota = { usedBytes: 0, limitBytes: 100 };
const wishOf = (to: number): EstimateWish => ({ filters: { dateRange: [0, to], rxIds: null }, fileType: 'CSV', columns: [] });

type Asked = { to: number; answer: (estimate: DumpEstimate) => void; refuse: () => void };

/** The page, whose list and answers the test gives. */
function pageOf(actors: { creates?: () => Promise<DumpFile> } = {}) {
  const asked: Asked[] = [];
  const clock = new SimulatedClock();
  const logic = downloadPageMachine.provide({
    actors: {
      knownFiles: fromCallback(() => {}) as AnyActorLogic as never,
      estimateFile: fromPromise(
        ({ input: { wish } }) =>
          new Promise<DumpEstimate>((answer, refuse) => {
            const to = wish?.filters.dateRange[1] ?? -1;
            asked.push({ to, answer, refuse: () => refuse(new FailureError({ kind: 'network' })) });
          }),
      ),
      dumpFile: dumpFileMachine.provide({
        actors: { createFile: fromPromise(actors.creates ?? (() => new Promise<DumpFile>(() => {}))) },
      }),
    },
  });
  const root = createActor(
    createMachine({
      invoke: [
        { systemId: 'journal', src: journalLogic(() => 0) },
        { systemId: 'snackbar', src: createMachine({}) },
        { systemId: 'page', src: logic, input: { mitasId: 'demo', search: '' } },
      ],
    }),
    { clock },
  ).start();
  const page = root.system.get('page') as DownloadPageRef;
  const change = (to: number): void => page.send({ type: 'form.changed', wish: wishOf(to) });
  return { page, clock, asked, change, stop: () => root.stop() };
}

test('a form that changes is asked about once it rests, stays open, and late answers are dropped', async () => {
  const { page, clock, asked, change, stop } = pageOf();
  page.send({ type: 'file.new' });
  change(1);
  clock.increment(499);
  change(2);
  expect(page.getSnapshot().hasTag('form'), 'the dialog stays open').toBe(true);
  clock.increment(499);
  expect(asked).toEqual([]);
  clock.increment(1);
  expect(asked.map(({ to }) => to)).toEqual([2]);
  change(3);
  clock.increment(500);
  expect(asked.map(({ to }) => to)).toEqual([2, 3]);
  asked[0]?.answer({ rows: 2, bytes: 2, quota });
  asked[1]?.answer({ rows: 3, bytes: 3, quota });
  await vi.waitFor(() => expect(page.getSnapshot().context.estimate?.rows).toBe(3));
  change(4);
  expect(page.getSnapshot().context.estimate, 'what was said of another form is forgotten').toBeNull();
  page.send({ type: 'dialog.close' });
  clock.increment(1_000);
  expect(asked, 'nothing is asked for a form that is closed').toHaveLength(2);
  page.send({ type: 'file.new' });
  clock.increment(1_000);
  expect(asked, 'the same form that is opened again is asked about').toHaveLength(3);
  stop();
});

test('an estimate that failed is asked for once more', async () => {
  const { page, clock, asked, change, stop } = pageOf();
  page.send({ type: 'file.new' });
  change(1);
  clock.increment(500);
  asked[0]?.refuse();
  await vi.waitFor(() => expect(page.getSnapshot().context.estimateFailure).toEqual({ kind: 'network' }));
  page.send({ type: 'estimate.retry' });
  expect(asked, 'at once').toHaveLength(2);
  asked[1]?.answer({ rows: 1, bytes: 1, quota });
  await vi.waitFor(() => expect(page.getSnapshot().context.estimate?.rows).toBe(1));
  expect(page.getSnapshot().context.estimateFailure).toBeNull();
  stop();
});

test('closing the dialog while the file is being requested does nothing, not even to the estimate', async () => {
  const { page, clock, asked, change, stop } = pageOf();
  page.send({ type: 'file.new' });
  change(1);
  clock.increment(500);
  asked[0]?.answer({ rows: 1, bytes: 1, quota });
  await vi.waitFor(() => expect(page.getSnapshot().context.estimate?.rows).toBe(1));
  page.send({
    type: 'form.submit',
    order: { fileName: 'June', fileType: 'CSV', filters: { dateRange: [0, 1], rxIds: null }, columns: [] },
  });
  page.send({ type: 'dialog.close' });
  expect(page.getSnapshot().hasTag('form')).toBe(true);
  expect(page.getSnapshot().context.estimate?.rows).toBe(1);
  stop();
});

test('a file that the list has before the host has answered for it has one machine', async () => {
  const creation = Promise.withResolvers<DumpFile>();
  const { page, stop } = pageOf({ creates: () => creation.promise });
  page.send({ type: 'file.new' });
  page.send({
    type: 'form.submit',
    order: { fileName: 'June', fileType: 'CSV', filters: { dateRange: [0, 1], rxIds: null }, columns: [] },
  });
  page.send({ type: 'files.known', files: [{ id: madeFile.id, completed: null, deletedTime: null }] });
  const ofList = selectDumpFile(page.getSnapshot(), madeFile.id);
  expect(ofList?.getSnapshot().hasTag('processing')).toBe(true);
  creation.resolve(madeFile);
  await vi.waitFor(() => expect(page.getSnapshot().hasTag('form')).toBe(false));
  expect(selectDumpFile(page.getSnapshot(), madeFile.id)).not.toBe(ofList);
  expect(ofList?.getSnapshot().status, 'it asks for the file no more').toBe('stopped');
  stop();
});
