import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newestFirst } from '../../../../host/entry/realtime/stored-parts.ts';
import { maxContactsPerFrame } from '#model/contract/socket-messages.ts';
import type { Contact } from '#model/entities/contact.ts';

const now = Date.UTC(2026, 4, 1, 12);
const heard = (...agoMs: number[]): Contact[] =>
  agoMs.map((ago, code) => ({ rxId: 1, ant: 1, freq: 150, code, type: 8, power: -80, ts: now - ago }));

/** Each part: when its contacts were heard, and since when all of them are there, both in ms before now. */
type Told = [heard: number[], since: number | undefined];
const told = (contacts: readonly Contact[]) =>
  newestFirst(contacts, now).map(({ contacts: part, since }): Told => [
    part.map(({ ts }) => now - ts),
    since === undefined ? undefined : now - since,
  ]);

describe('what fills a gap is sent the newest first (LIVE-35)', () => {
  it.each<[what: string, agoMs: number[], parts: Told[]]>([
    ['nothing of nothing', [], []],
    ['what is shown by default in one part', [35_000, 34_000, 0], [[[35_000, 34_000, 0], undefined]]],
    [
      'each further part reaches twice as far back, and is whole up to what is still to come',
      [300_000, 140_001, 140_000, 70_001, 70_000, 35_001, 35_000, 1_000],
      [
        [[35_000, 1_000], 35_000],
        [[70_000, 35_001], 70_000],
        [[140_000, 70_001], 140_000],
        [[140_001], 299_999],
        [[300_000], undefined],
      ],
    ],
    ['of what is hardly heard all there is', [250_000, 200_000], [[[250_000, 200_000], undefined]]],
    [
      'of what fell silent all that was since',
      [200_000, 1_000],
      [
        [[1_000], 199_999],
        [[200_000], undefined],
      ],
    ],
    ['what a receiver’s clock has ahead of time', [1_000, -90_000], [[[1_000, -90_000], undefined]]],
  ])('%s', (_, agoMs, parts) => expect(told(heard(...agoMs))).toEqual(parts));

  it('in no part more than a frame carries, and none of the same moment is taken for there before it is', () => {
    const parts = newestFirst(heard(...Array<number>(maxContactsPerFrame + 1).fill(1_000), 500), now);
    expect(parts.map(({ contacts, since }) => [contacts.length, since])).toEqual([
      [maxContactsPerFrame, now - 999],
      [2, undefined],
    ]);
  });

  it('each once, and with each part all since the time that it names, whenever they were heard', () => {
    const ago = fc.oneof(fc.integer({ min: -60_000, max: 310_000 }), fc.integer({ min: 34_990, max: 35_010 }));
    fc.assert(
      fc.property(fc.array(ago, { maxLength: 60 }), (agoMs) => {
        const contacts = heard(...agoMs.toSorted((one, other) => other - one));
        const parts = newestFirst(contacts, now);
        expect(parts.toReversed().flatMap((part) => part.contacts)).toEqual(contacts);
        const sent = new Set<Contact>();
        for (const [at, part] of parts.entries()) {
          for (const contact of part.contacts) sent.add(contact);
          const { since } = part;
          expect(since === undefined, 'the last one alone says nothing: the end does').toBe(at === parts.length - 1);
          if (since !== undefined)
            expect(contacts.filter(({ ts }) => ts >= since).every((contact) => sent.has(contact))).toBe(true);
        }
      }),
    );
  });
});
