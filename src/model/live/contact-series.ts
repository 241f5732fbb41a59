import type { Contact } from '../entities/contact.ts';

/** The fields that all contacts of a series share. */
export type Series = Pick<Contact, 'rxId' | 'ant' | 'freq' | 'code' | 'type'>;

const firstSize = 256;

/**
 * The dictionary of series: each combination of (rxId, ant, freq, code, type) has an id, which the window
 * stores with a contact instead of those fields. An id is stable while the window holds any contact of its
 * series; later it may be given to another series. `epochs[id]` then grows, so that data kept by id can be
 * recognised as outdated.
 */
export class ContactSeries {
  /** Grows with every new id. */
  additions = 0;
  /** All ids are below this. */
  limit = 0;
  epochs = new Uint32Array(firstSize);

  #rxIds = new Float64Array(firstSize);
  #ants = new Uint8Array(firstSize);
  #types = new Uint8Array(firstSize);
  #freqs = new Float64Array(firstSize);
  #codes = new Float64Array(firstSize);
  #uses = new Uint32Array(firstSize);
  #free: number[] = [];
  /** Open addressing by linear probing; a cell holds id + 1, 0 is empty. */
  #cells = new Uint32Array(firstSize * 4);

  /** Returns the id of the contact's series. An unknown series gets a new id. */
  idOf(contact: Series): number {
    const mask = this.#cells.length - 1;
    let cell = hashOf(contact) & mask;
    for (let found = this.#cells[cell]!; found !== 0; found = this.#cells[cell]!) {
      if (this.#isSame(found - 1, contact)) return found - 1;
      cell = (cell + 1) & mask;
    }
    return this.#add(contact, cell);
  }

  /** Returns the series of an id. Throws a RangeError for an id that was never given out. */
  read(id: number): Series {
    if (!(id >= 0 && id < this.limit)) throw new RangeError(`No series has the id ${id}`);
    return {
      rxId: this.#rxIds[id]!,
      ant: this.#ants[id]!,
      freq: this.#freqs[id]!,
      code: this.#codes[id]!,
      type: this.#types[id]!,
    };
  }

  /** Returns the receiver of a known series. Creates no object, so it is cheap to call for each contact. */
  rxIdOf(id: number): number {
    return this.#rxIds[id]!;
  }

  /** Returns true while the window holds contacts of the series. */
  isUsed(id: number): boolean {
    return (this.#uses[id] ?? 0) > 0;
  }

  /** Counts one more contact of the series in the window. */
  use(id: number): void {
    this.#uses[id]!++;
  }

  /** Counts one contact of the series less. After the last one, the id is free for another series. */
  release(id: number): void {
    if (--this.#uses[id]! === 0) this.#remove(id);
  }

  /** The bytes of the dictionary's columns. */
  get bytes(): number {
    return this.#rxIds.length * (8 + 1 + 1 + 8 + 8 + 4 + 4) + this.#cells.byteLength;
  }

  #isSame(id: number, contact: Series): boolean {
    return (
      this.#codes[id] === contact.code &&
      this.#rxIds[id] === contact.rxId &&
      this.#freqs[id] === contact.freq &&
      this.#ants[id] === contact.ant &&
      this.#types[id] === contact.type
    );
  }

  #add(contact: Series, cell: number): number {
    const id = this.#free.pop() ?? this.limit++;
    if (id >= this.#uses.length) this.#growColumns();
    this.#rxIds[id] = contact.rxId;
    this.#ants[id] = contact.ant;
    this.#types[id] = contact.type;
    this.#freqs[id] = contact.freq;
    this.#codes[id] = contact.code;
    this.#uses[id] = 0;
    this.epochs[id]!++;
    this.additions++;
    this.#cells[cell] = id + 1;
    if ((this.limit - this.#free.length) * 2 > this.#cells.length) this.#growCells();
    return id;
  }

  /**
   * Frees the id's cell, and moves back cells that were displaced past it, so that no search ends too early.
   */
  #remove(id: number): void {
    const mask = this.#cells.length - 1;
    let hole = this.#homeOf(id) & mask;
    while (this.#cells[hole] !== id + 1) hole = (hole + 1) & mask;
    for (let next = (hole + 1) & mask; this.#cells[next] !== 0; next = (next + 1) & mask) {
      const home = this.#homeOf(this.#cells[next]! - 1) & mask;
      if (((next - home) & mask) < ((next - hole) & mask)) continue;
      this.#cells[hole] = this.#cells[next]!;
      hole = next;
    }
    this.#cells[hole] = 0;
    this.#free.push(id);
  }

  #homeOf(id: number): number {
    return hash(this.#rxIds[id]!, this.#ants[id]!, this.#freqs[id]!, this.#codes[id]!, this.#types[id]!);
  }

  #growColumns(): void {
    const size = this.#uses.length * 2;
    this.#rxIds = grown(this.#rxIds, new Float64Array(size));
    this.#ants = grown(this.#ants, new Uint8Array(size));
    this.#types = grown(this.#types, new Uint8Array(size));
    this.#freqs = grown(this.#freqs, new Float64Array(size));
    this.#codes = grown(this.#codes, new Float64Array(size));
    this.#uses = grown(this.#uses, new Uint32Array(size));
    this.epochs = grown(this.epochs, new Uint32Array(size));
  }

  #growCells(): void {
    const old = this.#cells;
    const mask = old.length * 2 - 1;
    this.#cells = new Uint32Array(old.length * 2);
    for (const found of old) {
      if (found === 0) continue;
      let cell = this.#homeOf(found - 1) & mask;
      while (this.#cells[cell] !== 0) cell = (cell + 1) & mask;
      this.#cells[cell] = found;
    }
  }
}

function grown<T extends Float64Array | Uint8Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

function hashOf(contact: Series): number {
  return hash(contact.rxId, contact.ant, contact.freq, contact.code, contact.type);
}

function hash(rxId: number, ant: number, freq: number, code: number, type: number): number {
  let mixed = Math.imul(code | 0, 0x9e3779b1) ^ Math.imul((freq * 10_000) | 0, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35) ^ Math.imul(rxId | 0, 0x27d4eb2f) ^ (ant << 8) ^ type;
  return mixed ^ (mixed >>> 13);
}
