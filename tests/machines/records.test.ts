import { expect, test } from 'vitest';
import { type AnyActorRef, type EventObject, createActor, createMachine, fromCallback, fromPromise, waitFor } from 'xstate';
import type { ChangeReceived } from '../../src/machines/activity/activity-events.ts';
import { type NoteRequest, type RecordsRef, recordsMachine } from '../../src/machines/receivers/records-machine.ts';
import { question } from '../../src/machines/question/question.ts';
import type { Records } from '#model/receivers/records.ts';
import { FailureError } from '#model/contract/failure.ts';
import { renaming } from '../support/change-samples.ts';

const change = renaming(8);
const rxId = change.items?.flatMap((item) => ('id' in item ? item.id : []))[0] ?? 1;
const empty: Records = { kind: 'receiver', locations: [], notes: [], changes: [] };

/** Opens a page of records; the test decides when the host answers. */
function start() {
  const loads: PromiseWithResolvers<Records>[] = [];
  const written: (PromiseWithResolvers<NoteRequest | null> & NoteRequest)[] = [];
  const said: EventObject[] = [];
  let line: AnyActorRef | undefined;
  const logic = recordsMachine.provide({
    actions: { recallKept: () => {}, rememberKept: () => {} },
    actors: {
      vitals: question(() => new Promise(() => {})),
      load: fromPromise(() => {
        const answer = Promise.withResolvers<Records>();
        loads.push(answer);
        return answer.promise;
      }),
      writeNote: fromPromise(({ input }) => {
        const answer = { ...Promise.withResolvers<NoteRequest | null>(), change: input.change, operation: input.operation };
        written.push(answer);
        return answer.promise;
      }),
      changeUpdates: fromCallback<ChangeReceived>(({ self, receive, sendBack }) => {
        line = self;
        receive(sendBack);
      }),
    },
  });
  const root = createActor(
    createMachine({
      invoke: [
        { systemId: 'snackbar', src: createMachine({ on: { '*': { actions: ({ event }) => said.push(event) } } }) },
        { id: 'records', src: logic, input: { mitasId: 'demo', of: { kind: 'receiver', rxId } } },
      ],
    }),
  ).start();
  const records = root.getSnapshot().children['records'] as RecordsRef;
  const report = (): void =>
    line?.send({ type: 'message.received', message: { type: 'changed', payload: { epoch: 'one', ...change } } });
  const answer = async (which: number): Promise<void> => {
    loads[which]?.resolve(empty);
    await loads[which]?.promise;
  };
  const isLoading = () => 'renew' in records.getSnapshot().children;
  return { loads, written, said, records, report, answer, isLoading };
}

test('a note that is written while the page is loaded again is stored, and its text stays until it is (FLEET-8)', async () => {
  const { written, said, records, report, answer, isLoading } = start();
  await answer(0);
  await waitFor(records, (snapshot) => snapshot.hasTag('ready'));
  report();
  expect(isLoading()).toBe(true);
  records.send({ type: 'draft.changed', draft: { text: 'Changed the battery', time: 1_000 } });
  records.send({ type: 'note.write', change: { time: 1_000, text: 'Changed the battery' } });
  expect(written.map((note) => note.change)).toEqual([{ time: 1_000, text: 'Changed the battery' }]);
  expect(records.getSnapshot().hasTag('busy')).toBe(true);
  written[0]?.reject(new TypeError('no host'));
  await waitFor(records, (snapshot) => !snapshot.hasTag('busy'));
  expect(said).toHaveLength(1);
  expect(records.getSnapshot().context.draft).toEqual({ text: 'Changed the battery', time: 1_000 });
  records.send({ type: 'note.write', change: { id: 3 } });
  written[1]?.resolve(null);
  await waitFor(records, (snapshot) => !snapshot.hasTag('busy'));
  expect(records.getSnapshot().context.draft.text, 'another note that goes takes nothing along').toBe('Changed the battery');
  records.send({ type: 'note.write', change: { time: 1_000, text: 'Changed the battery' } });
  written[2]?.resolve(null);
  await waitFor(records, (snapshot) => !snapshot.hasTag('busy'));
  expect(records.getSnapshot().context.draft).toEqual({ text: '', time: null });
});

test('what is changed while the page is loaded, or a note is written, is asked for once more, and once only (FLEET-8)', async () => {
  const { loads, written, records, report, answer, isLoading } = start();
  report();
  await answer(0);
  await waitFor(records, isLoading);
  expect(loads).toHaveLength(2);
  report();
  report();
  expect(loads, 'what is under way is not begun again').toHaveLength(2);
  await answer(1);
  await waitFor(records, () => loads.length === 3);
  await answer(2);
  await waitFor(records, () => !isLoading());
  records.send({ type: 'note.write', change: { id: 3 } });
  report();
  expect(isLoading()).toBe(false);
  written[0]?.resolve(null);
  await waitFor(records, isLoading);
  await answer(3);
  await waitFor(records, () => !isLoading());
  expect(loads).toHaveLength(4);
});

test('a note without an answer is asked for again as it was, a newer one by itself (FLEET-9)', async () => {
  const { written, records, answer } = start();
  await answer(0);
  await waitFor(records, (snapshot) => snapshot.hasTag('ready'));
  records.send({ type: 'draft.changed', draft: { text: 'Changed the battery' } });
  const write = (time: number, text: string): void => records.send({ type: 'note.write', change: { time, text } });
  const settle = () => waitFor(records, (snapshot) => !snapshot.hasTag('busy'));
  write(1_000, 'Changed the battery');
  written[0]?.resolve({ change: { time: 1_000, text: 'Changed the battery' }, operation: 'the first' });
  await settle();
  expect(records.getSnapshot().context.draft.text, 'it stays until it is known to be stored').toBe('Changed the battery');
  write(6_000, 'Changed the battery');
  expect(written[1]).toMatchObject({ change: { time: 1_000, text: 'Changed the battery' }, operation: 'the first' });
  written[1]?.resolve({ change: { time: 1_000, text: 'Changed the battery' }, operation: 'the first' });
  await settle();
  write(9_000, 'Changed the antenna');
  expect(written[2]).toMatchObject({ change: { time: 9_000, text: 'Changed the antenna' }, operation: null });
});

test('what is not known of one note is not forgotten for another that goes, and each is asked for by itself (FLEET-9)', async () => {
  const { written, said, records, answer } = start();
  await answer(0);
  await waitFor(records, (snapshot) => snapshot.hasTag('ready'));
  const change = { time: 1_000, text: 'Changed the battery' };
  const settle = () => waitFor(records, (snapshot) => !snapshot.hasTag('busy'));
  records.send({ type: 'draft.changed', draft: { text: 'Changed the battery' } });
  records.send({ type: 'note.write', change });
  written[0]?.resolve({ change, operation: 'the first' });
  await settle();
  expect(said.at(-1)).toMatchObject({ notice: { message: expect.stringContaining('Try again: the note is saved') } });
  records.send({ type: 'note.write', change: { id: 3 } });
  expect(written[1]?.operation, 'another note is asked for by itself').toBeNull();
  written[1]?.resolve({ change: { id: 3 }, operation: 'the second' });
  await settle();
  expect(said.at(-1)).toMatchObject({ notice: { message: expect.stringContaining('Delete the note again') } });
  records.send({ type: 'note.write', change: { id: 4 } });
  written[2]?.resolve(null);
  await settle();
  records.send({ type: 'note.write', change: { id: 3 } });
  expect(written[3]?.operation, 'no note comes between').toBe('the second');
  written[3]?.resolve(null);
  await settle();
  records.send({ type: 'note.write', change: { time: 9_000, text: 'Changed the battery' } });
  expect(written[4], 'it is saved once').toMatchObject({ change, operation: 'the first' });
  written[4]?.reject(new FailureError({ kind: 'server', code: 403, type: 'Forbidden', message: 'no' }));
  await settle();
  records.send({ type: 'note.write', change: { time: 9_000, text: 'Changed the battery' } });
  expect(written[5], 'what was refused is asked for again').toMatchObject({ change: { time: 9_000 }, operation: null });
});

test('a note that could not be deleted is not said to be unsaved', async () => {
  const { written, said, records, answer } = start();
  await answer(0);
  await waitFor(records, (snapshot) => snapshot.hasTag('ready'));
  records.send({ type: 'note.write', change: { id: 3 } });
  written[0]?.reject(new FailureError({ kind: 'invalidPayload', issues: [] }));
  await waitFor(records, (snapshot) => !snapshot.hasTag('busy'));
  expect(said.at(-1)).toMatchObject({ notice: { message: 'The note could not be deleted' } });
});
