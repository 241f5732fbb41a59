import { expect, test, vi } from 'vitest';
import { type AnyActorLogic, createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import type { EstimateWish } from '../../src/machines/download-page/download-page-events.ts';
import { downloadPageMachine } from '../../src/machines/download-page/download-page-machine.ts';
import type { DumpEstimate } from '#model/files/dump-files.ts';

/** FILE-11: what a file would take is asked once the form rests, and only the last answer counts. */

const quota = { usedBytes: 0, limitBytes: 100 };
const wishOf = (to: number): EstimateWish => ({ filters: { dateRange: [0, to], rxIds: null }, fileType: 'CSV' });

test('a form that changes is asked about once it rests, stays open, and late answers are dropped', async () => {
  const asked: { to: number; answer: (estimate: DumpEstimate) => void }[] = [];
  const clock = new SimulatedClock();
  const page = createActor(
    downloadPageMachine.provide({
      actors: {
        knownFiles: fromCallback(() => {}) as AnyActorLogic as never,
        estimateFile: fromPromise(
          ({ input: { wish } }) =>
            new Promise<DumpEstimate>((answer) => void asked.push({ to: wish?.filters.dateRange[1] ?? -1, answer })),
        ),
      },
    }),
    { input: { mitasId: 'demo', search: '' }, clock },
  ).start();
  const change = (to: number): void => page.send({ type: 'form.changed', wish: wishOf(to) });
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
  page.stop();
});
