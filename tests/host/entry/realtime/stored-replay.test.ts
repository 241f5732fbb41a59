import { describe, expect, test } from 'vitest';
import { atMost, StoredReplays, type Replay } from '../../../../host/entry/realtime/stored-replay.ts';
import { maxContactsPerFrame } from '#model/contract/socket-messages.ts';
import type { Contact } from '#model/entities/contact.ts';
import { keptMs } from '#model/live/contact-window.ts';

type Frame = { type: string; stored: { replay: string; from: number; since?: number }; payload: Contact[] };

const now = Date.UTC(2026, 0, 1);
const never = new AbortController().signal;
const contactsOf = (count: number): Contact[] =>
  Array.from({ length: count }, (_, i) => ({ rxId: 1, ant: 1, freq: 150, code: i, type: 8, power: -80, ts: now - 60_000 + i }));
const framesOf = ({ frames }: Replay) => frames.map(({ text }) => JSON.parse(text.toString()) as Frame);

/** Storage with `count` contacts, which records the limits of each read. */
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
      const { asOf, replay } = replays.since(now - 60_000, 0, now, never);
      const answer = await replay;
      expect([asOf, asked]).toEqual([7, [[now - 60_000, limit + 1]]]);
      expect([answer.complete, answer.frames.at(-1)?.last ?? 0]).toEqual([complete, Math.min(count, limit)]);
      const frames = framesOf(answer);
      const sent = frames.map(({ payload }) => payload);
      expect(sent.toReversed().flat()).toEqual(contactsOf(count).slice(-limit));
      expect(frames.map(({ stored }) => [stored.replay, stored.from])).toEqual(
        sent.map((_, at) => [answer.id, sent.slice(0, at).flat().length + 1]),
      );
      expect(answer.frames.map(({ last }) => last)).toEqual(sent.map((_, at) => sent.slice(0, at + 1).flat().length));
      expect(answer.bytes).toBe(answer.frames.reduce((sum, { text }) => sum + text.length, 0));
    },
  );

  test('reaches back to whole seconds, and not beyond what a console keeps', () => {
    expect(StoredReplays.reach(now - 1_500, now)).toBe(now - 2_000);
    expect(StoredReplays.reach(now - keptMs - 1, now)).toBe(now - keptMs);
    expect(StoredReplays.reach(0, now)).toBe(now - keptMs);
  });

  test('is read until the last of those who asked has left, and then for nobody who asks later (STO-12)', async () => {
    const reads: AbortSignal[] = [];
    const replays = new StoredReplays({
      read: (_since, _most, gone) => {
        reads.push(gone);
        return new Promise((_resolve, reject) => gone.addEventListener('abort', () => reject(gone.reason as Error)));
      },
      head: () => 7,
      inTurn: atMost(1),
      limit: 5,
      sharedMs: 1_000,
    });
    const [ada, bob, cyd] = [new AbortController(), new AbortController(), new AbortController()];
    const first = replays.since(now - 60_000, 0, now, ada.signal).replay.catch((thrown: unknown) => thrown);
    void replays.since(now - 60_000, 0, now, bob.signal).replay.catch(() => undefined);
    await expect.poll(() => reads.length).toBe(1);
    ada.abort();
    expect(reads[0]?.aborted).toBe(false);
    // A caller that leaves while waiting for a turn causes no read.
    void replays.since(now - 3_600_000, 0, now, cyd.signal).replay.catch(() => undefined);
    cyd.abort();
    bob.abort();
    expect(reads[0]?.aborted).toBe(true);
    const later = replays.since(now - 60_000, 0, now, never).replay;
    expect(await first).toBeInstanceOf(Error);
    await expect.poll(() => reads.length).toBe(2);
    expect(reads[1]?.aborted).toBe(false);
    void later.catch(() => undefined);
  });
});
