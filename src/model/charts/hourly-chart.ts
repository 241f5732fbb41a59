import type { ReplyFor } from '../contract/call.ts';
import type { statisticsCalls } from '../contract/statistics-calls.ts';
import { type Chart, type ChartSeries, contactsText } from './chart.ts';

/** The contacts of a receiver by hour (FLEET-16). */
export type HourlyContacts = ReplyFor<(typeof statisticsCalls)['countContactsPerHour']>;
type HourRow = HourlyContacts['rows'][number];

type Clock = { stamp: (ts: number) => string; zone: (ts: number) => string };

const hourMs = 3_600_000;
const dayHours = 24;
const bySender = new Intl.Collator('en', { numeric: true });

/** Names a sender: '150.300 MHz, code 42', '151.500 MHz, beeper', 'Noise' or 'All others'. */
function senderOf({ kind, frequency, codeNumber }: HourRow): string {
  if (kind === 'noise') return 'Noise';
  if (kind === 'others' || frequency === null) return 'All others';
  return `${frequency.toFixed(3)} MHz, ${codeNumber === null ? 'beeper' : `code ${codeNumber}`}`;
}

/**
 * Returns a chart of the contacts in each hour, by frequency and code. Only the most frequent senders have
 * their own series; the host sums up the others.
 */
export function hourlyChart({ from, to, rows }: HourlyContacts, clock: Clock): Chart {
  const count = Math.max(1, Math.round((to - from) / hourMs));
  const hours = Array.from({ length: count }, (_, at) => from + at * hourMs);
  const nameOf = (hour: number): string => clock.stamp(hour).slice(count > dayHours ? 5 : 11, 16);
  const last = (name: string): number => ['Noise', 'All others'].indexOf(name);
  const names = [...new Set(rows.map(senderOf))].toSorted(
    (one, other) => last(one) - last(other) || bySender.compare(one, other),
  );
  const series: ChartSeries[] = names.map((label, id) => ({ id, label, color: null }));
  return {
    kind: 'histogram',
    title: count > dayHours ? 'Contacts per hour, past 7 days' : 'Contacts per hour, past 24 hours',
    axis: `Hour (${clock.zone(to)})`,
    columns: ['Hour', 'Frequency and code', 'Contacts'],
    categories: hours.map(String),
    categoryNames: hours.map(nameOf),
    series,
    rows: rows
      .toSorted((one, other) => one.hour - other.hour || names.indexOf(senderOf(one)) - names.indexOf(senderOf(other)))
      .map((row) => {
        const sender = senderOf(row);
        return {
          key: `${row.hour}/${sender}`,
          series: names.indexOf(sender),
          category: String(row.hour),
          value: row.count,
          cells: [clock.stamp(row.hour).slice(0, 16), sender, row.count],
          text: `${clock.stamp(row.hour).slice(0, 16)}, ${sender}: ${contactsText(row.count)}`,
        };
      }),
  };
}
