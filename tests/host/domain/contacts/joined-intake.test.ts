import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TakenIn } from '../../../../host/domain/contacts/intake.ts';
import { joinIntake, type JoinedIntake } from '../../../../host/domain/contacts/joined-intake.ts';
import { sampleContact } from '../../../support/contact-samples.ts';

/**
 * When small requests are stored together (ING-12); by hand, so that the test decides how long storing takes.
 */
type Lot = { codes: number[]; end: () => Promise<void> };

let lots: Lot[];
let joined: JoinedIntake;
beforeEach(() => {
  vi.useFakeTimers();
  lots = [];
  joined = joinIntake({
    intake: {
      accept: () => Promise.reject(new Error('nobody stores alone here')),
      acceptTogether: (all) => {
        const { promise, resolve } = Promise.withResolvers<TakenIn[]>();
        const end = async () => {
          resolve(all.map(({ contacts }) => ({ accepted: contacts.length, duplicates: 0, refused: [] })));
          await vi.advanceTimersByTimeAsync(0);
        };
        lots.push({ codes: all.flatMap(({ contacts }) => contacts.map(({ code }) => code)), end });
        return promise;
      },
    },
    storeTurn: () => Promise.resolve(() => undefined),
    lockMs: 250,
    now: Date.now,
  });
});
afterEach(() => void vi.useRealTimers());

function send(code: number): void {
  const storeTurn = () => Promise.resolve(() => undefined);
  void joined.accept(
    { systemId: 'field', keyId: 1, contacts: [sampleContact({ code })], storeTurn },
    new AbortController().signal,
  );
}
const stored = () => lots.map(({ codes }) => codes);

test('what comes while two lots are stored waits for one of them, and no longer than it has to', async () => {
  send(1);
  await vi.advanceTimersByTimeAsync(1);
  send(2);
  send(3);
  expect(stored()).toEqual([[1]]);
  await vi.advanceTimersByTimeAsync(20);
  expect(stored()).toEqual([[1], [2, 3]]);
  send(4);
  await vi.advanceTimersByTimeAsync(1_000);
  send(5);
  expect(stored()).toEqual([[1], [2, 3]]);
  await lots[1]?.end();
  expect(stored()).toEqual([[1], [2, 3], [4, 5]]);
});

test('one lot at a time, where each is stored soon', async () => {
  send(1);
  await vi.advanceTimersByTimeAsync(1);
  send(2);
  await vi.advanceTimersByTimeAsync(10);
  send(3);
  await lots[0]?.end();
  expect(stored()).toEqual([[1], [2, 3]]);
  send(4);
  await vi.advanceTimersByTimeAsync(19);
  expect(stored()).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(stored()).toEqual([[1], [2, 3], [4]]);
});
