import fc from 'fast-check';
import { type Contact, maxAheadMs } from '#model/entities/contact.ts';
import { bucketMs, bucketOf } from '#model/live/contact-bucket.ts';
import { keptMs, type ContactWindow } from '#model/live/contact-window.ts';
import { windowMs } from '#model/live/live-settings.ts';

/**
 * The contact window in its plainest form, an array searched from end to end; the reference for the real one.
 */
export class NaiveWindow {
  contacts: Contact[] = [];
  tally = { accepted: 0, duplicate: 0, tooOld: 0, tooNew: 0, overflow: 0 };
  #horizon = 0;
  #held: [number, number] | undefined;

  append(contacts: readonly Contact[], now: number): void {
    this.evict(now);
    for (const contact of contacts) {
      if (!this.#keeps(contact)) this.tally.tooOld++;
      else if (contact.ts > now + maxAheadMs) this.tally.tooNew++;
      else if (this.contacts.some((known) => keyOf(known) === keyOf(contact))) this.tally.duplicate++;
      else {
        this.tally.accepted++;
        this.contacts.push(contact);
      }
    }
  }

  evict(now: number): void {
    this.#horizon = Math.max(this.#horizon, Math.floor((now - keptMs) / bucketMs) * bucketMs);
    this.contacts = this.contacts.filter((contact) => this.#keeps(contact));
  }

  holdFrom(from: number, to: number = from + windowMs): void {
    this.#held = [bucketOf(from), bucketOf(Math.min(to, from + keptMs))];
    this.contacts = this.contacts.filter((contact) => this.#keeps(contact));
  }

  release(): void {
    this.#held = undefined;
    this.contacts = this.contacts.filter((contact) => this.#keeps(contact));
  }

  #keeps(contact: Contact): boolean {
    const bucket = bucketOf(contact.ts);
    return contact.ts >= this.#horizon || (this.#held !== undefined && bucket >= this.#held[0] && bucket <= this.#held[1]);
  }
}

/** Returns a key that is equal for duplicate contacts. */
export function keyOf(contact: Contact): string {
  const { rxId, ant, ts, freq, code, type, power, n = 0 } = contact;
  return [ts, rxId, ant, freq, code, type, power.toFixed(2), n].join(' ');
}

/** Returns all contacts of a window, in no particular order. */
export function allContacts(window: ContactWindow, from: number, to: number): Contact[] {
  const found: Contact[] = [];
  for (let bucket = bucketOf(from); bucket <= bucketOf(to); bucket++) {
    const count = window.bucket(bucket)?.count ?? 0;
    for (let position = 0; position < count; position++) found.push(window.read({ bucket, position }));
  }
  return found;
}

export const epoch = 1_790_000_000_000;

/** Contacts within `spread` ms of a time, with so few values that duplicates and shared series are common. */
export function contactNear(now: number, spread: number): fc.Arbitrary<Contact> {
  return fc
    .record({
      rxId: fc.integer({ min: 1, max: 3 }),
      ant: fc.integer({ min: 1, max: 2 }),
      freq: fc.constantFrom(150.05, 150.0504, 151.5),
      code: fc.constantFrom(0, 17, 999_999),
      type: fc.constantFrom(4, 18),
      power: fc.constantFrom(-200, -130, -101.25, -87, -50, 12.5),
      late: fc.oneof(fc.integer({ min: -2_000, max: 3_000 }), fc.integer({ min: -70_000, max: spread })),
      n: fc.constantFrom(0, 0, 1),
    })
    .map(({ late, n, ...contact }) => ({ ...contact, ts: now - late, ...(n > 0 ? { n } : {}) }));
}
