import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { NewEntry } from '#model/journal/entry.ts';
import type { Fact } from '#model/journal/facts.ts';
import { replayTo } from '#model/journal/journal.ts';
import { badRecordingText, openRecording } from '#model/journal/open-recording.ts';
import type { Overlay } from '#model/journal/overlay.ts';
import type { ReadModels } from '#model/journal/read-models/read-models.ts';
import { beaconsModel } from '#model/journal/screen-models/beacons.ts';
import { type AnyScreenModel, screenModel } from '#model/journal/screen-models/screen-model.ts';
import { type SessionRecord, join, saveSession, sessionFormat, startSession, take } from '#model/journal/session.ts';
import { factSamples } from '../../support/fact-samples.ts';
import { entriesInterleaved } from '../../support/journal-arbitraries.ts';

/** Folds the session's own facts, so that its counts show when it joined. */
const countingModel = screenModel({
  name: 'counting',
  facts: {},
  schema: v.object({ states: v.number(), asked: v.number() }),
  initial: { states: 0, asked: 0 },
  on: {
    'receiver.stateChanged': (draft) => void (draft.states += 1),
    'change.asked': (draft) => void (draft.asked += 1),
  },
});
const models: readonly AnyScreenModel[] = [beaconsModel, countingModel];
const summaryLoaded: NewEntry<Fact> = { type: 'happened', fact: factSamples['beacons.summaryLoaded'] };
const stateChanged: NewEntry<Fact> = { type: 'happened', fact: factSamples['receiver.stateChanged'] };
const epochBegan: NewEntry<Fact> = { type: 'happened', fact: factSamples['epoch.began'] };

type Step = NewEntry<Fact> | AnyScreenModel;
const step = (session: SessionRecord, taken: Step, at: number): SessionRecord =>
  'fold' in taken ? join(session, taken, at) : take(session, taken, at);

/**
 * Entries of a session, with models that join at any position, some twice, and their facts at any position.
 */
const interleaved: fc.Arbitrary<Step[]> = fc
  .tuple(
    entriesInterleaved(40),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom<Step[]>(beaconsModel, countingModel, summaryLoaded, stateChanged, epochBegan)), {
      maxLength: 15,
    }),
  )
  .map(([entries, others]) => {
    const steps: Step[] = [...entries];
    for (const [at, other] of others) steps.splice(at % (steps.length + 1), 0, other);
    return steps;
  });

describe('read models that screens bring (JRN-11)', () => {
  test('whatever joins when: a replay to any position shows what was shown then, from the file too', () => {
    fc.assert(
      fc.property(interleaved, fc.integer({ min: 5, max: 80 }), (steps, limit) => {
        let session = startSession({ entries: limit });
        const heads = new Map<number, Overlay<ReadModels, Fact>>();
        for (const [at, taken] of steps.entries()) {
          session = step(session, taken, at);
          heads.set(session.journal.head.position, session.journal.head);
        }
        const { journal, known } = session;
        const answer = openRecording(saveSession(session), sessionFormat(models));
        if (!answer.ok) throw new Error(badRecordingText(answer.reason));
        const { fold } = sessionFormat(models);
        for (let position = journal.checkpoint.position; position <= journal.head.position; position += 1) {
          if (position === 0) continue;
          expect(replayTo(known.fold, journal, position)).toEqual(heads.get(position));
          expect(replayTo(fold, answer.value.journal, position)).toEqual(heads.get(position));
        }
      }),
      { numRuns: 100 },
    );
  });

  test('what happened before a model joined is not folded into it; what happens afterwards is, once', () => {
    fc.assert(
      fc.property(interleaved, (steps) => {
        const session = steps.reduce(step, startSession());
        const from = steps.indexOf(countingModel);
        const heard = steps
          .slice(from)
          .filter((taken) => 'type' in taken && taken.type === 'happened' && taken.fact.type === 'receiver.stateChanged');
        const { states } = (session.journal.head.confirmed.screens['counting'] ?? {}) as { states?: number };
        expect(states).toBe(from === -1 ? undefined : heard.length);
      }),
    );
  });

  test('one that joins twice goes on as it was, and records nothing', () => {
    const once = take(join(startSession(), beaconsModel, 0), summaryLoaded, 1);
    expect(join(once, beaconsModel, 2)).toBe(once);
  });

  test('a fact whose model has not joined is refused, and says which have', () => {
    const early = take(startSession(), summaryLoaded, 0);
    expect(early.refused).toEqual({
      count: 1,
      last: 'fact.type is no fact of the session, nor of a read model that has joined (none has)',
    });
    const other = take(join(startSession(), countingModel, 0), summaryLoaded, 0);
    expect(other.refused.last).toMatch(/\(counting\)$/);
    expect(take(join(early, beaconsModel, 1), summaryLoaded, 2).refused.count).toBe(1);
  });

  test.each([
    ['another field', { x: 1 }, 'fact.x is not a field here'],
    ['a field of another type', { recent: 'all' }, 'fact.recent: expected Array'],
    [
      'a field of a row',
      { recent: [{ ReceiverId: 1, TransmitterId: 5, antenna: 1, hits: 2, note: '' }] },
      'fact.recent.0.note is not a field here',
    ],
    ['a secret', { token: 't' }, 'fact.token is the name of a secret'],
  ])('a fact of its own is checked as strictly as those of the session: %s', (_, but, reason) => {
    const fact = { ...factSamples['beacons.summaryLoaded'], ...but };
    const session = take(join(startSession(), beaconsModel, 0), { type: 'happened', fact }, 1);
    expect(session.refused.last).toContain(reason);
    expect(session.journal.head.shown.screens['beacons']).toEqual(beaconsModel.initial);
  });

  test('that a model joined is recorded by its joining alone', () => {
    const session = take(startSession(), { type: 'happened', fact: factSamples['model.joined'] }, 0);
    expect([session.refused.count, session.journal.head.position]).toEqual([1, 0]);
  });

  test('another model of a name that is known, or with a fact that is, is refused', () => {
    const session = join(startSession(), beaconsModel, 0);
    for (const other of [{ ...beaconsModel }, { ...beaconsModel, name: 'lights' }]) {
      const after = join(session, other, 1);
      expect(after.refused.last).toMatch(/beacons/);
      expect(after.journal).toBe(session.journal);
    }
  });

  test('a model cannot bring the fact by which models join', () => {
    const parts = {
      name: 'lights',
      facts: { 'model.joined': { name: v.string() } } as object,
      schema: v.null(),
      initial: null,
      on: {},
    };
    expect(() => screenModel(parts)).toThrow("'model.joined' is a fact of the journal, not of the model 'lights'");
  });

  test('a recording of a model that the console does not know is refused, with what to do', () => {
    const answer = openRecording(saveSession(join(startSession(), countingModel, 0)), sessionFormat([beaconsModel]));
    expect(answer.ok ? '' : badRecordingText(answer.reason)).toBe(
      'Line 1: the recording holds the read model "counting", which this console does not know. Open it with the version of the console that saved it.',
    );
  });
});
