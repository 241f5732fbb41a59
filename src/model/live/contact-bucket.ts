/** Contacts per chunk of columns. */
const chunkSize = 1024;
/** The size of the first chunk until a bucket holds more contacts. Most systems hear fewer in a second. */
const smallSize = 64;
const chunkShift = 10;
const chunkMask = chunkSize - 1;

/** The time that one bucket covers, in ms. */
export const bucketMs = 1_000;

/** Returns the number of the bucket that holds `ts` (ms since 1970). */
export function bucketOf(ts: number): number {
  return Math.floor(ts / bucketMs);
}

/** The columns of 64 or 1,024 contacts in one buffer: 12 bytes a contact. */
export type ContactChunk = {
  readonly series: Uint32Array;
  /** Milliseconds since the start of the bucket. */
  readonly offsets: Uint16Array;
  /** Power in dBm, as precise as stored, so that a file written from it can be imported again (FILE-1). */
  readonly powers: Float32Array;
  readonly ns: Int16Array;
};

/**
 * Lends chunks and keeps up to 64 returned ones, so that a steady stream allocates nothing. Further chunks
 * are freed, so that memory shrinks again after heavy traffic (LIVE-30).
 */
export class ChunkPool {
  static readonly #kept = 64;
  #free: ContactChunk[] = [];
  /** Bytes of the chunks that are lent or kept. */
  bytes = 0;

  take(): ContactChunk {
    return this.#free.pop() ?? this.#made(chunkSize);
  }

  takeSmall(): ContactChunk {
    return this.#made(smallSize);
  }

  give(chunk: ContactChunk): void {
    if (chunk.series.length === chunkSize && this.#free.length < ChunkPool.#kept) this.#free.push(chunk);
    else this.bytes -= chunk.series.buffer.byteLength;
  }

  #made(size: number): ContactChunk {
    const buffer = new ArrayBuffer(size * 12);
    this.bytes += buffer.byteLength;
    return {
      series: new Uint32Array(buffer, 0, size),
      powers: new Float32Array(buffer, size * 4, size),
      offsets: new Uint16Array(buffer, size * 8, size),
      ns: new Int16Array(buffer, size * 10, size),
    };
  }
}

/**
 * The contacts of one second, in order of arrival. A contact's position never changes while the bucket lives,
 * so a reader that has read the first k positions need only read the rest.
 */
export class ContactBucket {
  count = 0;
  /** The start of the second, in ms since 1970. */
  readonly start: number;
  readonly number: number;
  readonly chunks: ContactChunk[] = [];
  readonly #pool: ChunkPool;
  /**
   * The index that finds duplicates, with open addressing: a cell holds a position + 1, or 0 if it is free.
   * After `forgetIndex`, the next `add` rebuilds it.
   */
  #cells: Uint32Array | undefined;

  constructor(number: number, pool: ChunkPool) {
    this.number = number;
    this.start = number * bucketMs;
    this.#pool = pool;
  }

  /**
   * Adds a contact and returns true, or returns false if the bucket already holds the same one. `heard` is
   * its power in dBm.
   */
  add(series: number, offset: number, heard: number, n: number): boolean {
    const power = Math.fround(heard);
    const cells = this.#indexWithRoom();
    const mask = cells.length - 1;
    let cell = hash(series, offset, power, n) & mask;
    for (let found = cells[cell]!; found !== 0; found = cells[cell]!) {
      if (this.#isSame(found - 1, series, offset, power, n)) return false;
      cell = (cell + 1) & mask;
    }
    const row = this.count & chunkMask;
    if (this.count === 0) this.chunks.push(this.#pool.takeSmall());
    else if (this.count === smallSize) this.#enlargeFirst();
    else if (row === 0) this.chunks.push(this.#pool.take());
    const chunk = this.chunks[this.chunks.length - 1]!;
    chunk.series[row] = series;
    chunk.offsets[row] = offset;
    chunk.powers[row] = power;
    chunk.ns[row] = n;
    cells[cell] = ++this.count;
    return true;
  }

  /** True while the bucket has its index of duplicates (at most about 16 bytes a contact). */
  get hasIndex(): boolean {
    return this.#cells !== undefined;
  }

  get indexBytes(): number {
    return this.#cells?.byteLength ?? 0;
  }

  forgetIndex(): void {
    this.#cells = undefined;
  }

  /** Returns the chunks to the pool. The bucket must not be used afterwards. */
  free(): void {
    for (const chunk of this.chunks) this.#pool.give(chunk);
    this.chunks.length = 0;
    this.count = 0;
    this.#cells = undefined;
  }

  /**
   * Calls `visit(chunk, fromRow, toRow, positionOfRow0)` for the positions from `from` up to `to` (excluded).
   */
  eachChunk(from: number, to: number, visit: (chunk: ContactChunk, fromRow: number, toRow: number, first: number) => void): void {
    for (let first = from & ~chunkMask; first < to; first += chunkSize) {
      visit(this.chunks[first >> chunkShift]!, Math.max(0, from - first), Math.min(chunkSize, to - first), first);
    }
  }

  /**
   * Returns the chunk that holds a position, and the row in it. Throws a RangeError if the bucket has no such
   * position.
   */
  at(position: number): { chunk: ContactChunk; row: number } {
    const chunk = this.chunks[position >> chunkShift];
    if (!chunk || position >= this.count) throw new RangeError(`Bucket ${this.number} has no position ${position}`);
    return { chunk, row: position & chunkMask };
  }

  #enlargeFirst(): void {
    const [small] = this.chunks.splice(0, 1, this.#pool.take());
    const large = this.chunks[0]!;
    for (const column of ['series', 'offsets', 'powers', 'ns'] as const) large[column].set(small![column]);
    this.#pool.give(small!);
  }

  #isSame(position: number, series: number, offset: number, power: number, n: number): boolean {
    const chunk = this.chunks[position >> chunkShift]!;
    const row = position & chunkMask;
    return chunk.series[row] === series && chunk.offsets[row] === offset && chunk.powers[row] === power && chunk.ns[row] === n;
  }

  #indexWithRoom(): Uint32Array {
    if (this.#cells && this.count * 2 < this.#cells.length) return this.#cells;
    let size = 64;
    while (size <= this.count * 2) size *= 2;
    const cells = new Uint32Array(size);
    const mask = size - 1;
    this.eachChunk(0, this.count, (chunk, from, to, first) => {
      for (let row = from; row < to; row++) {
        let cell = hash(chunk.series[row]!, chunk.offsets[row]!, chunk.powers[row]!, chunk.ns[row]!) & mask;
        while (cells[cell] !== 0) cell = (cell + 1) & mask;
        cells[cell] = first + row + 1;
      }
    });
    this.#cells = cells;
    return cells;
  }
}

function hash(series: number, offset: number, power: number, n: number): number {
  let mixed =
    Math.imul(series, 0x9e3779b1) ^
    Math.imul(offset, 0x85ebca6b) ^
    Math.imul(power * 1_000, 0x27d4eb2f) ^
    Math.imul(n, 0x165667b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
  return mixed ^ (mixed >>> 13);
}
