import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Fact } from '../../../src/model/journal/facts.ts';
import { type Session, beginCompensation, startSession, take } from '../../../src/model/journal/session.ts';
import { emptyHistory, factOf, follow, nextStep, undoLimit } from '../../../src/model/journal/undo.ts';
import { allFactSamples } from '../../support/fact-samples.ts';
import { entriesInterleaved, fleetLoaded, ownFact, remoteFact } from '../../support/journal-arbitraries.ts';

const recolour = (color: string): Fact => ({ type: 'receiver.recoloured', rxId: 1, color });
const start = take(startSession(), { type: 'happened', fact: fleetLoaded }, 0);
let operations = 0;
const newOpId = (): string => `op-${(operations += 1)}`;

const remote = (session: Session, fact: Fact): Session => take(session, { type: 'happened', fact }, 0);

/** The person changes something and the host says yes or no. */
function change(session: Session, fact: Fact, ok = true, opId = newOpId()): Session {
  const asked = take(session, { type: 'proposed', opId, fact }, 0);
  return take(asked, ok ? { type: 'happened', opId, fact } : { type: 'rejected', opId }, 0);
}

/** The person undoes or redoes: a new operation like any other. */
function compensate(session: Session, direction: 'undo' | 'redo', ok = true): Session {
  const step = nextStep(session.history, direction);
  if (step === undefined) return session;
  const opId = newOpId();
  return change(beginCompensation(session, direction, opId), factOf(step, direction), ok, opId);
}

const fleet = (session: Session) => session.journal.head.shown.fleet;
const colour = (session: Session) => fleet(session).receivers[1]?.color;

describe('undo', () => {
  test('brings back what stood there, and redo what was changed, as new entries', () => {
    const red = change(start, recolour('#ff0000'));
    const undone = compensate(red, 'undo');
    expect(colour(undone)).toBe('#112233');
    const redone = compensate(undone, 'redo');
    expect(colour(redone)).toBe('#ff0000');
    expect(redone.journal.head.position).toBe(red.journal.head.position + 4);
    expect(compensate(redone, 'redo')).toBe(redone);
  });

  test('never leads back to a value the host refused', () => {
    const asked = take(start, { type: 'proposed', opId: 'red', fact: recolour('#ff0000') }, 0);
    const both = take(asked, { type: 'proposed', opId: 'blue', fact: recolour('#0000ff') }, 0);
    const blue = take(both, { type: 'happened', opId: 'blue', fact: recolour('#0000ff') }, 0);
    const settled = take(blue, { type: 'rejected', opId: 'red' }, 0);
    expect(colour(compensate(settled, 'undo'))).toBe('#112233');
  });

  test('that the host refuses can be tried again, and so can a redo', () => {
    const red = change(start, recolour('#ff0000'));
    const refusedUndo = compensate(red, 'undo', false);
    expect(refusedUndo.history).toEqual(red.history);
    expect(colour(refusedUndo)).toBe('#ff0000');
    const undone = compensate(red, 'undo');
    expect(compensate(undone, 'redo', false).history).toEqual(undone.history);
  });

  test('cannot be asked twice for one step while it is under way', () => {
    const red = change(start, recolour('#ff0000'));
    const once = beginCompensation(red, 'undo', 'a');
    expect(beginCompensation(once, 'undo', 'b')).toBe(once);
    expect(beginCompensation(change(red, recolour('#00ff00')), 'undo', 'a').history.running).toHaveLength(1);
    const two = beginCompensation(change(red, recolour('#00ff00')), 'undo', 'a');
    expect(beginCompensation(two, 'undo', 'a')).toBe(two);
  });

  test('a new change ends what could be redone, a remote one does not', () => {
    const undone = compensate(change(start, recolour('#ff0000')), 'undo');
    expect(remote(undone, recolour('#00ff00')).history).toBe(undone.history);
    expect(change(undone, recolour('#0000ff')).history.future).toEqual([]);
  });

  test('remote facts are never recorded as own', () => {
    fc.assert(
      fc.property(entriesInterleaved(), fc.array(remoteFact), (entries, facts) => {
        const session = entries.reduce((sofar, entry) => take(sofar, entry, 0), start);
        expect(facts.reduce(remote, session).history).toBe(session.history);
      }),
    );
  });

  test('of everything, among refusals, gives the fleet of before, and redo of everything that of after', () => {
    const attempts = fc.array(fc.record({ fact: ownFact, ok: fc.boolean(), undoOk: fc.boolean() }), {
      maxLength: 30,
      size: 'max',
    });
    fc.assert(
      fc.property(attempts, (changes) => {
        const end = changes.reduce((sofar, { fact, ok, undoOk }) => {
          const changed = change(sofar, fact, ok);
          return undoOk ? changed : compensate(changed, 'undo', false);
        }, start);
        const steps = end.history.past.length;
        let back = end;
        for (let step = 0; step < steps; step += 1) back = compensate(back, 'undo');
        expect(back.history.past).toEqual([]);
        expect(fleet(back)).toEqual(fleet(start));
        let forth = back;
        for (let step = 0; step < steps; step += 1) forth = compensate(forth, 'redo');
        expect(fleet(forth)).toEqual(fleet(end));
        expect(forth.history.past.map(({ backward, forward }) => [backward, forward])).toEqual(
          end.history.past.map(({ backward, forward }) => [backward, forward]),
        );
      }),
    );
  });

  test('keeps the last hundred changes', () => {
    let session = start;
    for (let index = 0; index < undoLimit + 20; index += 1) session = change(session, recolour(`#${100_000 + index}`));
    expect(session.history.past).toHaveLength(undoLimit);
    expect(session.history.past[0]?.forward).toEqual(recolour('#100020'));
    for (let index = 0; index < undoLimit + 20; index += 1) session = compensate(session, 'undo');
    expect(session.history.future).toHaveLength(undoLimit);
    expect(colour(session)).toBe('#100019');
  });

  test('what loads or was told cannot be undone, nor a change that changed nothing', () => {
    const undoable = allFactSamples.filter((fact) => change(start, fact).history.past.length > 0).map(({ type }) => type);
    expect(undoable).toEqual([
      'receiver.recoloured',
      'receiver.renamed',
      'receiver.enabledChanged',
      'receiver.relocated',
      'site.recoloured',
      'site.renamed',
      'site.pointStyleChanged',
    ]);
    expect(change(start, recolour('#112233')).history.past).toEqual([]);
  });

  test('is generic over any fold', () => {
    const added = { type: 'happened', opId: 'a', fact: 5, position: 1, at: 0 } as const;
    const history = follow(
      (before: number, fact: number) => (before === 0 ? -fact : undefined),
      emptyHistory<number>(),
      0,
      added,
    );
    expect(history.past).toEqual([{ opId: 'a', forward: 5, backward: -5 }]);
  });
});
