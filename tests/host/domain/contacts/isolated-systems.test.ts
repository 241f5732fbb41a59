import { expect, test } from 'vitest';
import { IsolatedSystems } from '../../../../host/domain/contacts/isolated-systems.ts';

/** How long a system whose lock kept others waiting is stored separately (ING-12). */
test('for a moment, and for as long as something of it evidently waits still', () => {
  const isolated = new IsolatedSystems(250);
  expect(isolated.has('field', 0)).toBe(false);
  isolated.put('field', 0);
  expect([isolated.has('field', 999), isolated.has('other', 999)]).toEqual([true, false]);
  const end = isolated.store('field', 500);
  expect(isolated.has('field', 60_000)).toBe(true);
  end();
  expect(isolated.has('field', 60_000)).toBe(false);
});

test('what is stored soon, or of a system that nobody waited for, puts nothing aside', () => {
  const isolated = new IsolatedSystems(250);
  isolated.put('field', 0);
  isolated.store('field', 1_000);
  isolated.store('other', 0);
  expect([isolated.has('field', 1_250), isolated.has('other', 1_250)]).toEqual([false, false]);
});
