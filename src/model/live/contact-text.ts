import { contactTypeName, type Contact } from '../entities/contact.ts';
import type { TimeRange } from './contact-counts.ts';
import { groupLabel } from './group-looks.ts';
import { type ReceiverLooks } from '../entities/receiver.ts';
import type { Legend, LegendGroup } from './live-view.ts';
import { paletteLooks } from './palette.ts';
import { codeText, countText, powerText } from '../text/number-text.ts';
import type { TimeText } from '../time/time-text.ts';

/** The texts of the charts (LOOK-7). */

/** One labelled value of a contact, or of another mark of a chart. */
export type ChartFact = { readonly label: string; readonly value: string };

/** Shown for times whose contacts were dropped because the window was full (LIVE-8). */
export const fullWindowText = 'More contacts arrive than this page can hold. The oldest are not shown';

/** Returns everything shown of a contact, in the order of the tooltip (LIVE-13, LOOK-7). */
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

/** How many groups the legend lists; it only counts the rest. */
export const mostLegendGroups = 60;

/**
 * Returns text such as '285 contacts shown · 12 hidden by filters', preceded by the number of groups that the
 * legend leaves out. A line breaks only before a dot, never after it (LOOK-45).
 */
export function legendTotal({ groupBy, groups, aside, shown, hidden }: Legend): string {
  const left = groups.length + aside.length - mostLegendGroups;
  const more = left > 0 ? `and ${countText(left)} more groups ·\u00a0` : '';
  const filtered = hidden > 0 ? ` ·\u00a0${countText(hidden)} hidden by filters` : '';
  const asideCount = countOf(aside);
  const asides = asideCount > 0 ? ` ·\u00a0${countText(asideCount)} in groups that are not drawn` : '';
  const kind = groupBy === 'freq' || groupBy === 'code';
  const repeated = kind && groups.some(({ id }) => id >= paletteLooks) ? ' ·\u00a0some groups look the same' : '';
  return `${more}${countText(shown)} ${shown === 1 ? 'contact' : 'contacts'} shown${asides}${filtered}${repeated}`;
}

export function countOf(groups: readonly LegendGroup[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}

/** Describes the chart in a sentence or two, for people who do not see it. */
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
