import { expect, test } from 'vitest';
import { Aside } from '../../../../host/domain/contacts/aside.ts';

/** How long a system whose lock kept others waiting is stored separately (ING-12). */
test('for a moment, and for as long as something of it evidently waits still', () => {
  const aside = new Aside(250);
  expect(aside.has('field', 0)).toBe(false);
  aside.put('field', 0);
  expect([aside.has('field', 999), aside.has('other', 999)]).toEqual([true, false]);
  const end = aside.store('field', 500);
  expect(aside.has('field', 60_000)).toBe(true);
  end();
  expect(aside.has('field', 60_000)).toBe(false);
});

test('what is stored soon, or of a system that nobody waited for, puts nothing aside', () => {
  const aside = new Aside(250);
  aside.put('field', 0);
  aside.store('field', 1_000);
  aside.store('other', 0);
  expect([aside.has('field', 1_250), aside.has('other', 1_250)]).toEqual([false, false]);
});
