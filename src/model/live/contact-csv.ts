import { DumpLines } from '../files/dump-csv.ts';
import { type ContactBucket, bucketOf } from './contact-bucket.ts';
import type { TimeRange } from './contact-counts.ts';
import type { SeriesTest } from './contact-search.ts';
import type { TimeText } from '../time/time-text.ts';
import type { ContactWindow } from './contact-window.ts';
import { groupLabel } from './group-looks.ts';
import { type ReceiverLooks } from '../entities/receiver.ts';

/**
 * Yields the contacts of a range of the window in the console's own CSV format for dumps, in order of time:
 * the header, then the lines of one second at a time, so that millions of lines are never in memory at once.
 * Leaves out seconds that the window drops before their turn.
 */
export function* contactsCsv(
  window: ContactWindow,
  range: TimeRange,
  test: SeriesTest,
  receivers: ReceiverLooks,
  times: TimeText,
): Generator<string, void> {
  const writer = new DumpLines(times.offsetMinutes(range.to), (rxId) => groupLabel('rxId', rxId, receivers));
  yield writer.header();
  for (let number = bucketOf(range.from + 1); number <= bucketOf(range.to); number++) {
    const bucket = window.bucket(number);
    if (bucket === undefined) continue;
    let lines = '';
    for (const { series, ms, power } of heardIn(bucket, range, test)) {
      // Read the series now, while the bucket still uses it: its id may belong to another series later.
      const { rxId, ant, freq, code, type } = window.series.read(series);
      lines += writer.line({ ts: bucket.start + ms, rxId, ant, hz: Math.round(freq * 1_000_000), code, type, power });
    }
    if (lines !== '') yield lines;
  }
}

type Heard = { readonly series: number; readonly ms: number; readonly power: number };

/** Returns the contacts of a bucket that are within the range, in order of time, then of arrival. */
function heardIn(bucket: ContactBucket, range: TimeRange, test: SeriesTest): Heard[] {
  const heard: Heard[] = [];
  bucket.eachChunk(0, bucket.count, (chunk, from, to) => {
    for (let row = from; row < to; row++) {
      const ms = chunk.offsets[row]!;
      const ts = bucket.start + ms;
      const series = chunk.series[row]!;
      if (ts > range.from && ts <= range.to && test(series)) heard.push({ series, ms, power: chunk.powers[row]! });
    }
  });
  return heard.sort((one, other) => one.ms - other.ms);
}
