import { expect, test } from 'vitest';
import { type EventObject, createActor, createMachine, fromCallback, fromPromise, fromTransition, waitFor } from 'xstate';
import { KeptNotes } from '../../src/machines/receivers/kept-notes.ts';
import { type AskedNote, noteWriter } from '../../src/machines/receivers/note-writer.ts';
import { type RecordsRef, recordsMachine } from '../../src/machines/receivers/records-machine.ts';
import type { ChangeReply } from '#model/journal/sequence.ts';
import { FailureError } from '#model/contract/failure.ts';
import type { Records } from '#model/receivers/records.ts';

const reply: ChangeReply = { epoch: 'one', revision: 8, items: [] };
const empty: Records = { kind: 'receiver', locations: [], notes: [], changes: [] };
const text = 'Changed the battery';
const change = { time: 1_000, text };

const keeping = (kept: EventObject[]) => createMachine({ on: { '*': { actions: ({ event }) => kept.push(event) } } });

/** Opens and leaves pages of receivers in turn; the test decides when the host answers. */
function start() {
  const asked: (PromiseWithResolvers<ChangeReply> & AskedNote & { operation: string })[] = [];
  const said: EventObject[] = [];
  const kept = new KeptNotes();
  let operations = 0;
  const ask = (note: AskedNote, operation: string) => {
    const answer = { ...Promise.withResolvers<ChangeReply>(), ...note, operation };
    asked.push(answer);
    return answer.promise;
  };
  const logic = recordsMachine.provide({
    actors: {
      load: fromPromise(() => Promise.resolve(empty)),
      writeNote: noteWriter(ask, kept),
      changeUpdates: fromCallback(() => {}),
    },
    actions: {
      recallKept: ({ self }, at) => self.send({ type: 'kept.recalled', kept: kept.recall(at) }),
      rememberKept: (_, { mitasId, of, draft, unanswered }) => kept.remember({ mitasId, of }, { draft, unanswered }),
    },
  });
  const page = (rxId: number) => ({
    invoke: { id: 'records', src: logic, input: { mitasId: 'demo', of: { kind: 'receiver' as const, rxId } } },
  });
  const root = createActor(
    createMachine({
      invoke: [
        { systemId: 'journal', src: keeping([]) },
        { systemId: 'snackbar', src: keeping(said) },
        { systemId: 'changeLine', src: keeping([]) },
        {
          systemId: 'operations',
          src: fromTransition((context) => context, { newId: () => `operation ${++operations}`, by: null, now: () => 1_000 }),
        },
      ],
      initial: 'list',
      on: { list: '.list', crest: '.crest', gully: '.gully' },
      states: { list: {}, crest: page(1), gully: page(2) },
    }),
  ).start();
  const open = async (which: 'crest' | 'gully'): Promise<RecordsRef> => {
    root.send({ type: which });
    const records = root.getSnapshot().children['records'] as RecordsRef;
    await waitFor(records, (snapshot) => snapshot.hasTag('ready'));
    return records;
  };
  const notices = () => said.map((event) => ('notice' in event ? event['notice'] : null));
  return { asked, notices, open, leave: () => root.send({ type: 'list' }) };
}

test('what is filled in of a note is there again when its page is left and opened, of each receiver its own (FLEET-8)', async () => {
  const { open, leave } = start();
  (await open('crest')).send({ type: 'draft.changed', draft: { text, time: 1_000 } });
  const other = await open('gully');
  expect(other.getSnapshot().context.draft.text).toBe('');
  other.send({ type: 'draft.changed', draft: { text: 'Saw a fox' } });
  leave();
  expect((await open('crest')).getSnapshot().context.draft).toEqual({ text, time: 1_000 });
  expect((await open('gully')).getSnapshot().context.draft.text).toBe('Saw a fox');
});

test('a note that is stored is gone from its field, also when its page was left meanwhile, which is reported then (FLEET-8)', async () => {
  const { asked, notices, open, leave } = start();
  const write = async (): Promise<RecordsRef> => {
    const records = await open('crest');
    records.send({ type: 'draft.changed', draft: { text } });
    records.send({ type: 'note.write', change });
    return records;
  };
  await write();
  leave();
  asked[0]?.resolve(reply);
  await expect.poll(notices).toEqual([{ message: 'The note is saved', variant: 'success' }]);
  expect((await open('crest')).getSnapshot().context).toMatchObject({ draft: { text: '' }, unanswered: [] });
  const stays = await write();
  asked[1]?.resolve(reply);
  await waitFor(stays, ({ context }) => context.draft.text === '');
  leave();
  expect((await open('crest')).getSnapshot().context).toMatchObject({ draft: { text: '' }, unanswered: [] });
  expect(notices(), 'who is there sees it in the list').toHaveLength(1);
});

test('a note that fails when its page was left is reported, and stays in its field (FLEET-8)', async () => {
  const { asked, notices, open, leave } = start();
  const records = await open('crest');
  records.send({ type: 'draft.changed', draft: { text } });
  records.send({ type: 'note.write', change });
  leave();
  asked[0]?.reject(new FailureError({ kind: 'server', code: 403, type: 'Forbidden', message: 'You may not write here' }));
  await expect.poll(notices).toEqual([{ message: 'You may not write here', variant: 'error', timeout: null }]);
  const again = await open('crest');
  expect(again.getSnapshot().context.draft.text).toBe(text);
  again.send({ type: 'note.write', change: { time: 9_000, text } });
  expect(asked[1], 'what was refused is asked for again').toMatchObject({
    change: { time: 9_000, text },
    operation: 'operation 2',
  });
});

test('a note without an answer is asked for as it was, whether its page was left before or after (FLEET-9)', async () => {
  const { asked, notices, open, leave } = start();
  const records = await open('crest');
  records.send({ type: 'draft.changed', draft: { text } });
  records.send({ type: 'note.write', change });
  leave();
  const early = await open('crest');
  early.send({ type: 'note.write', change: { time: 9_000, text } });
  expect(asked[1], 'before the first is answered').toMatchObject({ change, operation: 'operation 1' });
  leave();
  for (const { reject } of asked) reject(new FailureError({ kind: 'network' }));
  await expect.poll(notices).toHaveLength(2);
  expect(notices()[0]).toMatchObject({
    message: expect.stringContaining('The host did not answer. Try again: the note is saved'),
  });
  (await open('crest')).send({ type: 'note.write', change: { time: 12_000, text } });
  expect(asked[2]).toMatchObject({ change, operation: 'operation 1' });
});
