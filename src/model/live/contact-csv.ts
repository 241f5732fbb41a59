import { dumpHeader, dumpSeriesCells } from '../files/dump-csv.ts';
import { type ContactBucket, bucketOf } from './contact-bucket.ts';
import type { TimeRange } from './contact-counts.ts';
import type { SeriesTest } from './contact-search.ts';
import { offsetText, stampText, type TimeText } from './contact-text.ts';
import type { ContactWindow } from './contact-window.ts';
import { groupLabel, type ReceiverLooks } from './group-looks.ts';

/**
 * The contacts of a range of the window in this product's dump CSV, in order of time: the header, then the
 * lines of a second at a time, so that millions of them need not be made at once. Seconds that are dropped
 * meanwhile are left out.
 */
export function* contactsCsv(
  window: ContactWindow,
  range: TimeRange,
  test: SeriesTest,
  receivers: ReceiverLooks,
  times: TimeText,
): Generator<string, void> {
  const offset = times.offsetMinutes(range.to);
  yield `${dumpHeader(offsetText(offset))}\r\n`;
  // A series' id may stand for another one later, while this still runs.
  const known = new Map<number, { epoch: number; cells: string }>();
  const cellsOf = (id: number): string => {
    const epoch = window.series.epochs[id]!;
    const kept = known.get(id);
    if (kept?.epoch === epoch) return kept.cells;
    const series = window.series.read(id);
    const cells = dumpSeriesCells(series, groupLabel('rxId', series.rxId, receivers));
    known.set(id, { epoch, cells });
    return cells;
  };
  let row = 0;
  for (let number = bucketOf(range.from + 1); number <= bucketOf(range.to); number++) {
    const bucket = window.bucket(number);
    if (bucket === undefined) continue;
    const second = stampText(bucket.start, offset);
    let lines = '';
    for (const { series, ms, power } of heardIn(bucket, range, test)) {
      lines += `${++row},${second}.${String(ms).padStart(3, '0')},${cellsOf(series)},${power}\r\n`;
    }
    if (lines !== '') yield lines;
  }
}

type Heard = { readonly series: number; readonly ms: number; readonly power: number };

/** What a bucket holds of the range, in order of time; those of one time as they arrived. */
function heardIn(bucket: ContactBucket, range: TimeRange, test: SeriesTest): Heard[] {
  const heard: Heard[] = [];
  bucket.eachChunk(0, bucket.count, (chunk, from, to) => {
    for (let row = from; row < to; row++) {
      const ms = chunk.offsets[row]!;
      const ts = bucket.start + ms;
      const series = chunk.series[row]!;
      if (ts > range.from && ts <= range.to && test(series)) heard.push({ series, ms, power: chunk.powers[row]! / 100 });
    }
  });
  return heard.sort((one, other) => one.ms - other.ms);
}
