import { expect, test } from 'vitest';
import { dueReports, unshownNotes } from '../../../../host/domain/contacts/unshown.ts';

test('a sender is told why, and of the first by name (ING-14)', () => {
  const disabled = Array.from({ length: 22 }, (_, n) => ({
    id: n,
    alias: `R${String(n).padStart(2, '0')}`,
    why: 'disabled' as const,
  }));
  const retired = { id: 99, alias: 'Old', why: 'retired' as const, at: 0, isReported: true };
  const first = disabled.slice(0, 20).map(({ alias }) => alias);
  const kept = 'Their contacts are stored and counted, but not shown live.';
  expect(unshownNotes([...disabled, retired])).toEqual([
    `Not enabled: ${first.join(', ')} and 2 more. ${kept}`,
    `Retired: Old. ${kept}`,
  ]);
  expect(unshownNotes([])).toEqual([]);
});

test('that a retired receiver still sends is due by what is from after it, and once (RX-37)', () => {
  const retired = { id: 1, alias: 'A', why: 'retired' as const, at: 10, isReported: false };
  expect(dueReports([retired], new Map([[1, 11]]))).toEqual([retired]);
  expect(dueReports([retired], new Map([[1, 10]]))).toEqual([]);
  expect(dueReports([retired], new Map())).toEqual([]);
  expect(dueReports([{ ...retired, isReported: true }], new Map([[1, 11]]))).toEqual([]);
  expect(dueReports([{ id: 1, alias: 'A', why: 'disabled' }], new Map([[1, 11]]))).toEqual([]);
});
