import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NewEntry } from '#model/journal/entry.ts';
import type { Fact } from '#model/journal/facts.ts';
import { type Journal, append, createJournal, logOf, replayTo } from '#model/journal/journal.ts';
import { advance } from '#model/journal/overlay.ts';
import { type ReadModels, foldReadModels, noReadModels } from '#model/journal/read-models/read-models.ts';
import { entriesInterleaved, fleetLoaded } from '../../support/journal-arbitraries.ts';

const unlimited = 100_000;

function journalOf(entries: readonly NewEntry<Fact>[], limit: number): Journal<ReadModels, Fact> {
  const journal = createJournal<ReadModels, Fact>(noReadModels, { entries: limit });
  return entries.reduce((sofar, entry, at) => append(foldReadModels, sofar, entry, at), journal);
}

const limits = fc.integer({ min: 1, max: 20 });

describe('the journal', () => {
  test('a checkpoint changes nothing but how far back one can look', () => {
    fc.assert(
      fc.property(entriesInterleaved(), limits, (entries, limit) => {
        const bounded = journalOf(entries, limit);
        const whole = journalOf(entries, unlimited);
        expect(bounded.head).toEqual(whole.head);
        expect(logOf(bounded)).toEqual(logOf(whole).slice(bounded.checkpoint.position));
        expect(bounded.checkpoint).toEqual(replayTo(foldReadModels, whole, bounded.checkpoint.position));
      }),
    );
  });

  test('the log never holds more than its limit, and half of it at least once it was full (JRN-4)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 0, max: 700 }), (limit, count) => {
        let journal = createJournal<number, number>(0, { entries: limit });
        for (let at = 1; at <= count; at += 1) {
          journal = append((sum, fact) => sum + fact, journal, { type: 'happened', fact: 1 }, at);
          expect(logOf(journal).length).toBeLessThanOrEqual(limit);
          expect(logOf(journal).length).toBeGreaterThanOrEqual(at > limit ? Math.floor(limit / 2) : at);
        }
        expect(logOf(journal)).toHaveLength(journal.head.position - journal.checkpoint.position);
        expect(journal.checkpoint.confirmed + logOf(journal).length).toBe(count);
      }),
    );
  });

  test('nor more than its limit of bytes, whatever the entries are, and nothing is lost of what they said (JRN-4)', () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 120, size: 'max' });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 200, max: 8_000 }), (texts, bytes) => {
        let journal = createJournal<number, string>(0, { entries: 100, bytes });
        for (const [at, size] of texts.entries()) {
          journal = append((sum, fact) => sum + fact.length, journal, { type: 'happened', fact: 'x'.repeat(size) }, at);
          const kept = logOf(journal).reduce((sum, entry) => sum + JSON.stringify(entry).length, 0);
          expect(kept).toBe(journal.bytes);
          expect(kept).toBeLessThanOrEqual(bytes);
        }
        expect(journal.head.confirmed).toBe(texts.reduce((sum, size) => sum + size, 0));
        const folded = logOf(journal).reduce((sum, entry) => sum + (entry.type === 'happened' ? entry.fact.length : 0), 0);
        expect(journal.checkpoint.confirmed + folded).toBe(journal.head.confirmed);
      }),
    );
    const small = Array.from({ length: 90 }, (_, at) => at).reduce(
      (journal, at) => append((sum: number, fact: number) => sum + fact, journal, { type: 'happened', fact: 1 }, at),
      createJournal<number, number>(0, { entries: 100, bytes: 5_000 }),
    );
    expect(small.bytes).toBeGreaterThan(4_000);
  });

  test('every position replays to what was shown then (JRN-2)', () => {
    fc.assert(
      fc.property(entriesInterleaved(40), limits, (entries, limit) => {
        const journal = journalOf(entries, limit);
        for (let position = journal.checkpoint.position; position <= journal.head.position; position += 1) {
          const then = journalOf(entries.slice(0, position), unlimited).head;
          expect(replayTo(foldReadModels, journal, position)).toEqual(then);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('the log folded from the checkpoint, entry by entry, is the head', () => {
    fc.assert(
      fc.property(entriesInterleaved(), limits, (entries, limit) => {
        const journal = journalOf(entries, limit);
        const folded = logOf(journal).reduce((overlay, entry) => advance(foldReadModels, overlay, entry), journal.checkpoint);
        expect(folded).toEqual(journal.head);
      }),
    );
  });

  test('appending leaves older journals as they were', () => {
    const first = journalOf([{ type: 'happened', fact: fleetLoaded }], 4);
    const frozen = structuredClone(first);
    const colours = ['#ff0000', '#00ff00', '#0000ff', '#ff00ff', '#00ffff'];
    colours.reduce(
      (sofar, color) =>
        append(
          foldReadModels,
          sofar,
          {
            type: 'proposed',
            opId: color,
            fact: { type: 'change.asked', items: [{ kind: 'receiver.recoloured', id: 1, after: { color } }] },
          },
          1,
        ),
      first,
    );
    expect(first).toEqual(frozen);
  });

  test('a position that is no longer known, or not yet, is refused by name', () => {
    const journal = journalOf(
      Array.from({ length: 30 }, (): NewEntry<Fact> => ({ type: 'happened', fact: fleetLoaded })),
      9,
    );
    const { checkpoint } = journal;
    expect(() => replayTo(foldReadModels, journal, checkpoint.position - 1)).toThrow(
      `The journal holds positions ${checkpoint.position} to 30, not ${checkpoint.position - 1}`,
    );
    expect(() => replayTo(foldReadModels, journal, 31)).toThrow('not 31');
    expect(() => replayTo(foldReadModels, journal, 29.5)).toThrow(RangeError);
    expect(() => createJournal(0, { entries: 0 })).toThrow('A journal keeps at least one entry, not 0');
  });
});
