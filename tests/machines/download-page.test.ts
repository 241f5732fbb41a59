import { expect, test, vi } from 'vitest';
import { type AnyActorLogic, fromCallback, fromPromise } from 'xstate';
import type { DumpFile } from '#model/entities/dump-file.ts';
import { FailureError } from '#model/contract/failure.ts';
import { downloadPageMachine, selectDumpFile } from '../../src/machines/download-page/download-page-machine.ts';
import { dumpFileMachine } from '../../src/machines/dump-file/dump-file-machine.ts';
import type { DumpEstimate } from '#model/files/dump-files.ts';
import { startPage } from '../support/page-stage.ts';
import { anOrder, madeFile } from '../support/screen-facts/dump-files.ts';

/**
 * FILE-11: the file's size is requested once the form is unchanged for a moment, and only the last answer
 * counts.
 */

const quota = { usedBytes: 0, limitBytes: 100 };
const wishOf = (to: number) => ({ ...anOrder, filters: { dateRange: [0, to] satisfies [number, number], rxIds: null } });

type Asked = { to: number; answer: (estimate: DumpEstimate) => void; refuse: () => void };

/** Opens the page and its form; the test provides the list and the answers. */
function pageOf(actors: { creates?: () => Promise<DumpFile> } = {}) {
  const asked: Asked[] = [];
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
  const { page, clock } = startPage(logic);
  page.send({ type: 'file.new' });
  const change = (to: number): void => page.send({ type: 'form.changed', wish: wishOf(to) });
  const submit = (): void => page.send({ type: 'form.submit', order: wishOf(1) });
  const estimated = (rows: number) => vi.waitFor(() => expect(page.getSnapshot().context.estimate?.rows).toBe(rows));
  return { page, clock, asked, change, submit, estimated };
}

test('a form that changes is asked about once it rests, stays open, and late answers are dropped', async () => {
  const { page, clock, asked, change, estimated } = pageOf();
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
  await estimated(3);
  change(4);
  expect(page.getSnapshot().context.estimate, 'what was said of another form is forgotten').toBeNull();
  page.send({ type: 'dialog.close' });
  clock.increment(1_000);
  expect(asked, 'nothing is asked for a form that is closed').toHaveLength(2);
  page.send({ type: 'file.new' });
  clock.increment(1_000);
  expect(asked, 'the same form that is opened again is asked about').toHaveLength(3);
});

test('an estimate that failed is asked for once more', async () => {
  const { page, clock, asked, change, estimated } = pageOf();
  change(1);
  clock.increment(500);
  asked[0]?.refuse();
  await vi.waitFor(() => expect(page.getSnapshot().context.estimateFailure).toEqual({ kind: 'network' }));
  page.send({ type: 'estimate.retry' });
  expect(asked, 'at once').toHaveLength(2);
  asked[1]?.answer({ rows: 1, bytes: 1, quota });
  await estimated(1);
  expect(page.getSnapshot().context.estimateFailure).toBeNull();
});

test('closing the dialog while the file is being requested does nothing, not even to the estimate', async () => {
  const { page, clock, asked, change, submit, estimated } = pageOf();
  change(1);
  clock.increment(500);
  asked[0]?.answer({ rows: 1, bytes: 1, quota });
  await estimated(1);
  submit();
  page.send({ type: 'dialog.close' });
  expect(page.getSnapshot().hasTag('form')).toBe(true);
  expect(page.getSnapshot().context.estimate?.rows).toBe(1);
});

test('a file that the list has before the host has answered for it has one machine', async () => {
  const creation = Promise.withResolvers<DumpFile>();
  const { page, submit } = pageOf({ creates: () => creation.promise });
  submit();
  page.send({ type: 'files.known', files: [{ id: madeFile.id, completed: null, deletedTime: null }] });
  const ofList = selectDumpFile(page.getSnapshot(), madeFile.id);
  expect(ofList?.getSnapshot().hasTag('processing')).toBe(true);
  creation.resolve(madeFile);
  await vi.waitFor(() => expect(page.getSnapshot().hasTag('form')).toBe(false));
  expect(selectDumpFile(page.getSnapshot(), madeFile.id)).not.toBe(ofList);
  expect(ofList?.getSnapshot().status, 'it asks for the file no more').toBe('stopped');
});
