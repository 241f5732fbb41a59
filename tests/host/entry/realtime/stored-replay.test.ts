import { describe, expect, test } from 'vitest';
import { atMost, StoredReplays, type Replay } from '../../../../host/entry/realtime/stored-replay.ts';
import { maxContactsPerFrame } from '#model/contract/socket-messages.ts';
import type { Contact } from '#model/entities/contact.ts';
import { keptMs } from '#model/live/contact-window.ts';

type Frame = { type: string; stored: { replay: string; from: number }; payload: Contact[] };

const now = Date.UTC(2026, 0, 1);
const contactsOf = (count: number): Contact[] =>
  Array.from({ length: count }, (_, i) => ({ rxId: 1, ant: 1, freq: 150, code: i, type: 8, power: -80, ts: now - 60_000 + i }));
const framesOf = ({ frames }: Replay) => frames.map((frame) => JSON.parse(frame.toString()) as Frame);

/** Storage that holds so many contacts, and the limits by which it was asked. */
function storageOf(count: number, limit: number) {
  const asked: [since: number, limit: number][] = [];
  const replays = new StoredReplays({
    read: (since, most) => {
      asked.push([since, most]);
      return Promise.resolve(contactsOf(count).slice(-most));
    },
    head: () => 7,
    inTurn: atMost(1),
    limit,
    sharedMs: 1_000,
  });
  return { asked, replays };
}

describe('an answer from storage', () => {
  test.each([
    [0, 5, true],
    [4, 5, true],
    [5, 5, true],
    [6, 5, false],
    [60, 5, false],
    [maxContactsPerFrame * 2 + 1, maxContactsPerFrame * 3, true],
    [maxContactsPerFrame * 2 + 1, maxContactsPerFrame * 2, false],
  ])(
    'of %d contacts where %d may be sent holds the newest of them, and says whether that is all',
    async (count, limit, complete) => {
      const { replays, asked } = storageOf(count, limit);
      const { asOf, replay } = replays.since(now - 60_000, 0, now);
      const answer = await replay;
      expect([asOf, asked]).toEqual([7, [[now - 60_000, limit + 1]]]);
      expect(answer).toMatchObject({ complete, contacts: Math.min(count, limit) });
      const frames = framesOf(answer);
      expect(frames.flatMap(({ payload }) => payload)).toEqual(contactsOf(count).slice(-limit));
      expect(frames.map(({ stored }) => stored)).toEqual(
        frames.map((_, i) => ({ replay: answer.id, from: i * maxContactsPerFrame + 1 })),
      );
      expect(frames.every(({ payload }) => payload.length <= maxContactsPerFrame)).toBe(true);
      expect(answer.bytes).toBe(answer.frames.reduce((sum, frame) => sum + frame.length, 0));
    },
  );

  test('reaches back to whole seconds, and not beyond what a console keeps', () => {
    expect(StoredReplays.reach(now - 1_500, now)).toBe(now - 2_000);
    expect(StoredReplays.reach(now - keptMs - 1, now)).toBe(now - keptMs);
    expect(StoredReplays.reach(0, now)).toBe(now - keptMs);
  });
});
