import fc from 'fast-check';
import { share } from '#model/journal/share.ts';
import { describe, expect, test } from 'vitest';
import type { NewEntry } from '#model/journal/entry.ts';
import type { Fact } from '#model/journal/facts.ts';
import { append, createJournal } from '#model/journal/journal.ts';
import { type Overlay, advance, startOverlay } from '#model/journal/overlay.ts';
import { type ReadModels, foldReadModels, noReadModels } from '#model/journal/read-models/read-models.ts';
import { changeOf, entriesInterleaved, fleetLoaded } from '../../support/journal-arbitraries.ts';
import { runs } from '../../support/thorough.ts';

const recolour = (id: number, color: string) => ({ kind: 'receiver.recoloured' as const, id, after: { color } });
const asked = (id: number, color: string): Fact => ({ type: 'change.asked', items: [recolour(id, color)] });
const made = (revision: number, id: number, color: string): Fact => changeOf(recolour(id, color), revision);

function overlayAfter(entries: readonly NewEntry<Fact>[]): Overlay<ReadModels, Fact> {
  const journal = createJournal<ReadModels, Fact>(noReadModels);
  return entries.reduce((sofar, entry, at) => append(foldReadModels, sofar, entry, at), journal).head;
}

/** Computes JRN-3 in the plainest way, from the whole list at once. */
function naively(entries: readonly NewEntry<Fact>[]): { confirmed: ReadModels; shown: ReadModels; pending: string[] } {
  const happened = entries.flatMap((entry) => (entry.type === 'happened' ? [entry.fact] : []));
  const open = entries.filter(
    (entry, index) =>
      entry.type === 'proposed' &&
      !entries.slice(index + 1).some((later) => later.type !== 'proposed' && later.opId === entry.opId),
  );
  const confirmed = happened.reduce(foldReadModels, noReadModels);
  const proposed = open.flatMap((entry) => (entry.type === 'proposed' ? [entry.fact] : []));
  return { confirmed, shown: proposed.reduce(foldReadModels, confirmed), pending: open.map((entry) => entry.opId ?? '') };
}

describe('the pending overlay (JRN-3, CHG-13)', () => {
  test('two quick recolours, the first failing late, leave the second', () => {
    const { shown, confirmed, pending } = overlayAfter([
      { type: 'happened', fact: fleetLoaded },
      { type: 'proposed', opId: 'red', fact: asked(1, '#ff0000') },
      { type: 'proposed', opId: 'blue', fact: asked(1, '#0000ff') },
      { type: 'happened', opId: 'blue', fact: made(11, 1, '#0000ff') },
      { type: 'rejected', opId: 'red', failure: { kind: 'network' } },
    ]);
    expect(shown.fleet.receivers[1]?.color).toBe('#0000ff');
    expect(shown).toBe(confirmed);
    expect(pending).toEqual([]);
  });

  test('the same while the second still waits for its answer', () => {
    const { shown, confirmed } = overlayAfter([
      { type: 'happened', fact: fleetLoaded },
      { type: 'proposed', opId: 'red', fact: asked(1, '#ff0000') },
      { type: 'proposed', opId: 'blue', fact: asked(1, '#0000ff') },
      { type: 'rejected', opId: 'red' },
    ]);
    expect(shown.fleet.receivers[1]?.color).toBe('#0000ff');
    expect(confirmed.fleet.receivers[1]?.color).toBe('#112233');
  });

  test('rejecting brings back what others wrote meanwhile, not what stood there before', () => {
    const { shown } = overlayAfter([
      { type: 'happened', fact: fleetLoaded },
      { type: 'proposed', opId: 'red', fact: asked(1, '#ff0000') },
      { type: 'happened', fact: made(11, 1, '#00ff00') },
      { type: 'rejected', opId: 'red' },
    ]);
    expect(shown.fleet.receivers[1]?.color).toBe('#00ff00');
  });

  test('under any interleaving it equals the plain rule, at every step', () => {
    fc.assert(
      fc.property(entriesInterleaved(), (entries) => {
        for (let length = 0; length <= entries.length; length += 1) {
          const head = overlayAfter(entries.slice(0, length));
          const plain = naively(entries.slice(0, length));
          expect(head.confirmed).toEqual(plain.confirmed);
          expect(head.shown).toEqual(plain.shown);
          expect(head.pending.map(({ opId }) => opId)).toEqual(plain.pending);
          expect(head.shown === head.confirmed || plain.pending.length > 0).toBe(true);
        }
      }),
      { numRuns: runs(60) },
    );
  });

  test('proposals that are all rejected leave no trace in any order', () => {
    fc.assert(
      fc.property(entriesInterleaved(), (entries) => {
        const proposals = entries.filter((entry) => entry.type === 'proposed');
        const refused = entries.map((entry): NewEntry<Fact> =>
          entry.type === 'happened' && entry.opId !== undefined ? { type: 'rejected', opId: entry.opId } : entry,
        );
        const settled = [...refused, ...proposals.map(({ opId }): NewEntry<Fact> => ({ type: 'rejected', opId: opId ?? '' }))];
        const remoteOnly = entries.filter((entry) => entry.type === 'happened' && entry.opId === undefined);
        expect(overlayAfter(settled).shown).toEqual(overlayAfter(remoteOnly).shown);
      }),
    );
  });

  test('with nothing pending a fact costs one fold, and nothing pending means shown is confirmed', () => {
    let folds = 0;
    const counting = (state: number, fact: number): number => {
      folds += 1;
      return state + fact;
    };
    let overlay = startOverlay<number, number>(0);
    for (let position = 1; position <= 100; position += 1) {
      overlay = advance(counting, overlay, { type: 'happened', fact: 1, position, at: 0 });
    }
    expect(folds).toBe(100);
    expect(overlay).toEqual({ position: 100, confirmed: 100, pending: [], shown: 100 });

    overlay = advance(counting, overlay, { type: 'proposed', opId: 'a', fact: 1, position: 101, at: 0 });
    overlay = advance(counting, overlay, { type: 'rejected', opId: 'never proposed', position: 102, at: 0 });
    expect(folds).toBe(101);
    overlay = advance(counting, overlay, { type: 'happened', fact: 1, position: 103, at: 0 });
    expect(folds).toBe(103);
    expect(overlay).toEqual({ position: 103, confirmed: 101, pending: [{ opId: 'a', fact: 1 }], shown: 102 });
  });

  test('what a fact does not change keeps its identity, pending rows included (JRN-7)', () => {
    const before = overlayAfter([
      { type: 'happened', fact: fleetLoaded },
      { type: 'proposed', opId: 'red', fact: asked(1, '#ff0000') },
    ]);
    const stateChanged: Fact = { type: 'receiver.stateChanged', rxId: 2, state: 0, ts: 9_000 };
    const after = advance(foldReadModels, before, { type: 'happened', fact: stateChanged, position: 3, at: 0 }, share);
    expect(after.shown.fleet.receivers[1]).toBe(before.shown.fleet.receivers[1]);
    expect(after.shown.fleet.receivers[2]).not.toBe(before.shown.fleet.receivers[2]);
    expect(after.shown.fleet.sites).toBe(before.shown.fleet.sites);
    expect(after.pending).toBe(before.pending);

    const late: Fact = { type: 'receiver.stateChanged', rxId: 2, state: 4, ts: 8_999 };
    const unchanged = advance(foldReadModels, after, { type: 'happened', fact: late, position: 4, at: 0 });
    expect(unchanged).toEqual({ ...after, position: 4 });
    expect(unchanged.shown).toBe(after.shown);
    const strange = advance(foldReadModels, after, { type: 'rejected', opId: 'never proposed', position: 4, at: 0 });
    expect(strange.shown).toBe(after.shown);
  });
});
