import type { Contact } from '#model/entities/contact.ts';

/**
 * The fields that tell contacts apart, except `n` (CON-3). They are compared as the database stores them:
 * frequency in Hz, power as float4.
 */
type Identity = Pick<Contact, 'rxId' | 'ant' | 'ts' | 'freq' | 'code' | 'power'>;

const words = 7;
/** The first number of slots. It is small because most requests have only a few contacts. */
const firstSize = 1 << 4;
const steepBelow = 1 << 12;
/** Counts have 16 bits. That is enough: `n` is a `smallint` in the database, at most 32,767. */
const maxCounted = 0xffff;

/**
 * Counts equal contacts of a batch or file: the first is 0, the next 1, … Compares exactly. Uses flat arrays
 * of numbers (36 bytes per contact), so that a file of a hundred million rows does not exceed the limits of a
 * Map.
 */
export class Occurrences {
  #keys = new Int32Array(firstSize * words);
  #counts = new Uint16Array(firstSize);
  #size = firstSize;
  #used = 0;
  readonly #key = new Int32Array(words);
  readonly #float = new Float32Array(this.#key.buffer, 6 * 4, 1);

  /** Returns how many equal contacts came before this one, at most 65,535. */
  count(contact: Identity): number {
    if (this.#used * 2 >= this.#size) this.#grow();
    const key = this.#key;
    key[0] = contact.rxId;
    key[1] = contact.ant;
    key[2] = contact.ts | 0;
    key[3] = Math.floor(contact.ts / 0x1_0000_0000);
    key[4] = Math.round(contact.freq * 1_000_000);
    key[5] = contact.code;
    this.#float[0] = contact.power;
    const slot = this.#find(key, 0);
    const before = this.#counts[slot] as number;
    if (before === 0) {
      this.#keys.set(key, slot * words);
      this.#used += 1;
    }
    this.#counts[slot] = Math.min(before + 1, maxCounted);
    return before;
  }

  #find(key: Int32Array, from: number): number {
    const mask = this.#size - 1;
    let slot = hashOf(key, from) & mask;
    while (this.#counts[slot] !== 0 && !this.#equals(slot, key, from)) slot = (slot + 1) & mask;
    return slot;
  }

  #equals(slot: number, key: Int32Array, from: number): boolean {
    const at = slot * words;
    for (let i = 0; i < words; i++) if (this.#keys[at + i] !== key[from + i]) return false;
    return true;
  }

  #grow(): void {
    const [keys, counts, size] = [this.#keys, this.#counts, this.#size];
    // The first sizes are soon full, and each step puts all counts in place again.
    this.#size = size * (size < steepBelow ? 16 : 2);
    this.#keys = new Int32Array(this.#size * words);
    this.#counts = new Uint16Array(this.#size);
    for (let old = 0; old < size; old++) {
      const count = counts[old] as number;
      if (count === 0) continue;
      const slot = this.#find(keys, old * words);
      for (let word = 0; word < words; word++) this.#keys[slot * words + word] = keys[old * words + word] as number;
      this.#counts[slot] = count;
    }
  }
}

function hashOf(key: Int32Array, from: number): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < words; i++) {
    h = Math.imul(h ^ (key[from + i] as number), 0x85ebca6b);
    h ^= h >>> 15;
  }
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** Returns the contacts of a batch with equal ones numbered (`n`) in order. */
export function numberEquals(contacts: readonly Contact[]): Contact[] {
  const seen = new Occurrences();
  return contacts.map((contact) => {
    const n = seen.count(contact);
    return n === 0 ? contact : { ...contact, n };
  });
}
