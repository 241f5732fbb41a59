import { describe, expect, test } from 'vitest';
import { areSameRecords, concernsRecords, noteProblem, recordsAsked } from '#model/receivers/records.ts';
import { renaming } from '../../support/change-samples.ts';

describe('what a page of records is of (FLEET-8)', () => {
  test('a receiver, those that are retired, or nothing', () => {
    expect(recordsAsked('?receiver=12')).toEqual({ kind: 'receiver', rxId: 12 });
    expect(recordsAsked('?retired=1')).toEqual({ kind: 'retired' });
    expect(recordsAsked('?search=ridge')).toBeNull();
  });
  test('two are the same by what they are of', () => {
    expect(areSameRecords({ kind: 'receiver', rxId: 1 }, { kind: 'receiver', rxId: 1 })).toBe(true);
    expect(areSameRecords({ kind: 'receiver', rxId: 1 }, { kind: 'receiver', rxId: 2 })).toBe(false);
    expect(areSameRecords({ kind: 'retired' }, null)).toBe(false);
    expect(areSameRecords(null, null)).toBe(true);
  });
  test('a change concerns the receiver that it is of, and one too large to be sent may concern any', () => {
    const change = renaming(8);
    const rxId = change.items?.flatMap((item) => ('id' in item ? item.id : []))[0] ?? 0;
    expect(concernsRecords({ kind: 'receiver', rxId }, change)).toBe(true);
    expect(concernsRecords({ kind: 'receiver', rxId: rxId + 1 }, change)).toBe(false);
    expect(concernsRecords({ kind: 'retired' }, change)).toBe(true);
    expect(concernsRecords({ kind: 'receiver', rxId: rxId + 1 }, { items: null })).toBe(true);
  });
});

test('a note has 1 to 2,000 characters', () => {
  expect([noteProblem('Changed the battery'), noteProblem('  '), noteProblem('x'.repeat(2_001))]).toEqual([
    null,
    '1 to 2,000 characters',
    '1 to 2,000 characters',
  ]);
});
