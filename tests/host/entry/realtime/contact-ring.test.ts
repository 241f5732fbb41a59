import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ContactRing } from '../../../../host/entry/realtime/contact-ring.ts';
import { decodeIncoming } from '#model/contract/decode-frame.ts';
import { maxContactsPerFrame } from '#model/contract/socket-messages.ts';
import type { Contact } from '#model/entities/contact.ts';
import { freshContacts } from '../../../support/live-contacts.ts';

/** Reads a frame as a client does. */
function read(text: Buffer): { from: number; contacts: Contact[] } {
  const decoded = decodeIncoming(text.toString());
  if (!decoded.ok || decoded.value.type !== 'contact' || !Array.isArray(decoded.value.payload)) throw new Error('no contacts');
  return { from: decoded.value.at?.from ?? -1, contacts: decoded.value.payload };
}

describe('contact ring', () => {
  it('gives every client from any position exactly what was added after it, in frames a client accepts', () => {
    const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant(7_000)), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(sizes, fc.nat(), (counts, place) => {
        const ring = new ContactRing('epoch', { maxContacts: 100_000, maxAgeMs: 1_000 });
        const all: Contact[] = [];
        for (const count of counts) {
          const contacts = freshContacts(count, 1_000);
          ring.add(contacts, 0);
          all.push(...contacts);
        }
        expect(ring.head).toBe(all.length);
        const start = 1 + (place % (all.length + 1));
        let cursor = start;
        const got: Contact[] = [];
        for (let frame = ring.frameFrom(cursor); frame; frame = ring.frameFrom(cursor)) {
          const { from, contacts } = read(frame.text);
          expect(from).toBe(frame.from);
          expect(contacts.length).toBe(frame.next - frame.from);
          expect(contacts.length).toBeLessThanOrEqual(maxContactsPerFrame);
          got.push(...contacts.slice(cursor - from));
          cursor = frame.next;
        }
        expect(got).toEqual(all.slice(start - 1));
      }),
      { numRuns: 40 },
    );
  });

  it('serialises once for all who are up to date', () => {
    const ring = new ContactRing('epoch', { maxContacts: 100, maxAgeMs: 1_000 });
    ring.add(freshContacts(10), 0);
    expect(ring.frameFrom(1)).toBe(ring.frameFrom(1));
    expect(ring.frameFrom(5)).toBe(ring.frameFrom(1));
  });

  it('keeps no more and nothing older than its bounds, and numbers on (SOCK-14)', () => {
    const ring = new ContactRing('epoch', { maxContacts: 100, maxAgeMs: 1_000 });
    for (let at = 0; at < 20; at++) ring.add(freshContacts(10), at * 100);
    expect(ring).toMatchObject({ size: 100, first: 101, head: 200 });
    ring.evict(2_900);
    expect(ring).toMatchObject({ size: 10, first: 191, head: 200 });
    ring.evict(10_000);
    expect(ring).toMatchObject({ size: 0, first: 201, head: 200 });
    expect(ring.frameFrom(201)).toBeUndefined();
    ring.add(freshContacts(1), 10_000);
    expect(ring.frameFrom(201)).toMatchObject({ from: 201, next: 202 });
  });
});
