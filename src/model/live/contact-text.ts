import { codeOf, contactTypeName, type Contact } from '../entities/contact.ts';
import type { TimeRange } from './contact-counts.ts';
import { groupLabel, type ReceiverLooks } from './group-looks.ts';
import type { Legend, LegendGroup } from './live-view.ts';
import { paletteLooks } from './palette.ts';
import { codeNumberText, minus } from '../text/number-text.ts';
import type { ClockSpan, SystemClock } from '../time/system-clock.ts';
import { isTimezone } from '../time/timezone.ts';

/** What the charts say in words (LOOK-7). */

/** One thing shown of a contact, or of another mark of a chart. */
export type ChartFact = { readonly label: string; readonly value: string };

/** Whole dBm with a true minus: '−87 dBm'. */
export function powerText(power: number): string {
  return `${minus(Math.round(power))} dBm`;
}

/** The code, or 'N/a' for a beeper, which sends none (CON-5). */
export function codeText(contact: Pick<Contact, 'type' | 'code'>): string {
  return codeNumberText(codeOf(contact));
}

/** Where the window was full (LIVE-8). */
export const fullWindowText = 'More contacts arrive than this page can hold. The oldest are not shown';

/** Stands for a count that is not known yet (LIVE-34). */
export const unknownText = '–';

/** Counts above 9,999 with separators. */
export function countText(count: number): string {
  return count > 9_999 ? count.toLocaleString('en-US') : String(count);
}

/** '2026-05-01 14:03:20', as clocks show it that many minutes east of UTC. */
export function stampText(ts: number, offsetMinutes: number): string {
  return new Date(ts + offsetMinutes * 60_000).toISOString().slice(0, 19).replace('T', ' ');
}

/** '±hh:mm' of minutes east of UTC. */
export function offsetText(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const east = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(east / 60))}:${two(east % 60)}`;
}

/**
 * Writes times of one timezone ('Europe/Zurich'): by the host's clock for as long as that reaches (SYS-16),
 * else as the browser knows the timezone; an unknown one is read as UTC. All times that a person reads are
 * made here, and read back by wall-time.ts.
 */
export class TimeText {
  /** The timezone that the times are of. */
  readonly timezone: string;
  readonly #host: SystemClock | undefined;
  readonly #zone: Intl.DateTimeFormat;
  readonly #offset: Intl.DateTimeFormat;

  constructor(timezone: string, host?: SystemClock) {
    const timeZone = isTimezone(timezone) ? timezone : 'UTC';
    this.timezone = timeZone;
    // The one of before, while the timezone of the system is being changed.
    this.#host = host?.timezone === timezone ? host : undefined;
    this.#zone = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' });
    this.#offset = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  }

  /** '14:03:20' */
  clock(ts: number): string {
    return this.stamp(ts).slice(11);
  }

  /** '14:03:20.125 MDT' */
  exact(ts: number): string {
    return `${new Date(ts + this.offsetMinutes(ts) * 60_000).toISOString().slice(11, 23)} ${this.zone(ts)}`;
  }

  /** '2026-05-01 14:03:20' */
  stamp(ts: number): string {
    return stampText(ts, this.offsetMinutes(ts));
  }

  /** Minutes east of UTC at that time: -360. */
  offsetMinutes(ts: number): number {
    const span = this.#span(ts);
    if (span !== undefined) return span.offset;
    // 'GMT-06:00'; of long ago with seconds, and 'GMT' alone for none.
    const east = nameIn(this.#offset, ts).slice(3, 9);
    return 0 - Date.parse(`1970-01-01T00:00${east || 'Z'}`) / 60_000;
  }

  /** 'MDT' */
  zone(ts: number): string {
    return this.#span(ts)?.zone ?? nameIn(this.#zone, ts);
  }

  #span(ts: number): ClockSpan | undefined {
    return this.#host && ts < this.#host.until ? this.#host.spans.findLast(({ from }) => from <= ts) : undefined;
  }
}

function nameIn(format: Intl.DateTimeFormat, ts: number): string {
  return format.formatToParts(ts).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** All that is shown of a contact, in the order of the tooltip (LIVE-13, LOOK-7). */
export function contactFacts(contact: Contact, receivers: ReceiverLooks, times: TimeText): ChartFact[] {
  return [
    { label: 'Receiver', value: groupLabel('rxId', contact.rxId, receivers) },
    { label: 'Antenna', value: String(contact.ant) },
    { label: 'Frequency', value: `${contact.freq.toFixed(3)} MHz` },
    { label: 'Code', value: codeText(contact) },
    { label: 'Type', value: contactTypeName(contact.type) },
    { label: 'Power', value: powerText(contact.power) },
    { label: 'Time', value: times.exact(contact.ts) },
  ];
}

/** More groups than a person reads; the rest is shown as a number. */
export const mostLegendGroups = 60;

/** '285 contacts shown · 12 hidden by filters'; first how many groups the legend leaves out. */
export function legendTotal({ groupBy, groups, aside, shown, hidden }: Legend): string {
  const left = groups.length + aside.length - mostLegendGroups;
  const more = left > 0 ? `and ${countText(left)} more groups · ` : '';
  const filtered = hidden > 0 ? ` · ${countText(hidden)} hidden by filters` : '';
  const asideCount = countOf(aside);
  const asides = asideCount > 0 ? ` · ${countText(asideCount)} in groups that are not drawn` : '';
  const kind = groupBy === 'freq' || groupBy === 'code';
  const repeated = kind && groups.some(({ id }) => id >= paletteLooks) ? ' · some groups look the same' : '';
  return `${more}${countText(shown)} ${shown === 1 ? 'contact' : 'contacts'} shown${asides}${filtered}${repeated}`;
}

/** The contacts of some groups. */
export function countOf(groups: readonly LegendGroup[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}

/** The chart in a sentence or two, for those who do not see it. */
export function summaryText(legend: Legend, range: TimeRange, receivers: ReceiverLooks, times: TimeText): string {
  const span = `${times.clock(range.from)} to ${times.clock(range.to)} ${times.zone(range.to)}`;
  const hidden = legend.hidden > 0 ? ` ${countText(legend.hidden)} more are hidden by filters.` : '';
  if (legend.shown === 0) return `No contacts from ${span}.${hidden}`;
  const most = [...legend.groups].sort((one, other) => other.count - one.count).slice(0, 3);
  const named = most.map(({ value, count }) => `${groupLabel(legend.groupBy, value, receivers)} ${countText(count)}`).join(', ');
  const contacts = legend.shown === 1 ? '1 contact' : `${countText(legend.shown)} contacts`;
  const groups = legend.groups.length === 1 ? '1 group' : `${countText(legend.groups.length)} groups`;
  return `${contacts} in ${groups} from ${span}. Most: ${named}.${hidden}`;
}
