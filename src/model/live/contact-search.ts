import { bucketMs, bucketOf, type ContactBucket } from './contact-bucket.ts';
import type { TimeRange } from './contact-counts.ts';
import type { ContactRef, ContactWindow } from './contact-window.ts';

/** Returns true for the ids of the series that take part in a search. */
export type SeriesTest = (seriesId: number) => boolean;

export type NearestQuery = {
  /** The position of the pointer: ms since 1970, and dBm. */
  ts: number;
  power: number;
  /** The time and power that one pixel covers. */
  msPerPixel: number;
  dbmPerPixel: number;
  /** The search radius in pixels. */
  radius: number;
  range: TimeRange;
  test: SeriesTest;
};

/** Returns the contact nearest to a point of the chart, or null if none is within the radius. */
export function nearestContact(window: ContactWindow, query: NearestQuery): ContactRef | null {
  const reach = query.radius * query.msPerPixel;
  const from = Math.max(query.ts - reach, query.range.from + 1);
  const to = Math.min(query.ts + reach, query.range.to);
  let nearest = query.radius ** 2;
  let found: ContactRef | null = null;
  for (let number = bucketOf(from); number <= bucketOf(to); number++) {
    const bucket = window.bucket(number);
    bucket?.eachChunk(0, bucket.count, (chunk, start, end, first) => {
      for (let row = start; row < end; row++) {
        const ts = bucket.start + chunk.offsets[row]!;
        if (ts < from || ts > to) continue;
        const dx = (ts - query.ts) / query.msPerPixel;
        const dy = (chunk.powers[row]! - query.power) / query.dbmPerPixel;
        const distance = dx * dx + dy * dy;
        if (distance > nearest || !query.test(chunk.series[row]!)) continue;
        nearest = distance;
        found = { bucket: number, position: first + row };
      }
    });
  }
  return found;
}

/**
 * Returns the next contact in time (`direction` 1) or the previous one (-1); contacts of equal time are in
 * order of arrival. If `from` is null or dropped, returns the oldest (1) or newest (-1) contact of the range.
 * Returns null at the end of the range.
 */
export function stepContact(
  window: ContactWindow,
  from: ContactRef | null,
  direction: 1 | -1,
  range: TimeRange,
  test: SeriesTest,
): ContactRef | null {
  const firstBucket = bucketOf(range.from + 1);
  const lastBucket = bucketOf(range.to);
  let number = from && window.has(from) ? from.bucket : direction === 1 ? firstBucket : lastBucket;
  for (; number >= firstBucket && number <= lastBucket; number += direction) {
    const bucket = window.bucket(number);
    if (!bucket) continue;
    const position = nextInBucket(bucket, from?.bucket === number ? from.position : null, direction, range, test);
    if (position !== null) return { bucket: number, position };
  }
  return null;
}

function nextInBucket(
  bucket: ContactBucket,
  after: number | null,
  direction: 1 | -1,
  range: TimeRange,
  test: SeriesTest,
): number | null {
  // Combines time and order of arrival in one number, to compare both in one step: positions are far below
  // 2^32.
  const key = (offset: number, position: number) => (offset * 2 ** 32 + position) * direction;
  const bound = after === null ? -Infinity : key(offsetAt(bucket, after), after);
  const lowest = range.from + 1 - bucket.start;
  const highest = Math.min(range.to - bucket.start, bucketMs - 1);
  let best = Infinity;
  let found: number | null = null;
  bucket.eachChunk(0, bucket.count, (chunk, start, end, first) => {
    for (let row = start; row < end; row++) {
      const offset = chunk.offsets[row]!;
      if (offset < lowest || offset > highest) continue;
      const at = key(offset, first + row);
      if (at <= bound || at >= best || !test(chunk.series[row]!)) continue;
      best = at;
      found = first + row;
    }
  });
  return found;
}

function offsetAt(bucket: ContactBucket, position: number): number {
  const { chunk, row } = bucket.at(position);
  return chunk.offsets[row]!;
}
