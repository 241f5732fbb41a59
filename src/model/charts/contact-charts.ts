import type { ReplyFor } from '../contract/call.ts';
import type { statisticsCalls } from '../contract/statistics-calls.ts';
import type { ReceiverLooks } from '../entities/receiver.ts';
import { maxAntennas } from '../entities/contact.ts';
import { type Chart, type ChartRow, contactsText } from './chart.ts';

export type PerReceiver = ReplyFor<typeof statisticsCalls.countContactsPerReceiver>['rxContacts'];
export type PerAntenna = ReplyFor<typeof statisticsCalls.countContactsPerAntenna>['contacts'];

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The titles of Home's first charts. */
export const perReceiverTitle = 'Contacts per receiver, past day';
export const perAntennaTitle = 'Contacts per antenna, past 24 hours';

/** Returns a bar for each receiver of the fleet, most contacts first, in the colours of `looks` (CHART-5). */
export function receiversChart(perReceiver: PerReceiver, looks: ReceiverLooks): Chart {
  const sorted = perReceiver.toSorted((one, other) => other.count - one.count || byName.compare(one.rxName, other.rxName));
  return {
    kind: 'bars',
    title: perReceiverTitle,
    columns: ['Receiver', 'Site', 'Contacts'],
    categories: sorted.map(({ rxId }) => String(rxId)),
    categoryNames: sorted.map(({ rxName }) => rxName),
    series: sorted.map(({ rxId, rxName }) => ({ id: rxId, label: rxName, color: looks.get(rxId)?.color ?? null })),
    rows: sorted.map(({ rxId, rxName, siteName, count }) => ({
      key: String(rxId),
      series: rxId,
      category: String(rxId),
      value: count,
      cells: [rxName, siteName, count],
      text: `${rxName}${siteName === '' ? '' : ` at ${siteName}`}: ${contactsText(count)}`,
    })),
  };
}

/**
 * Returns the contacts of each antenna as a radar chart, with a spoke for each number up to the highest
 * antenna with contacts (CHART-6). Antennas without contacts have a mark in the centre. Receivers without
 * contacts are left out.
 */
export function antennasChart(perAntenna: PerAntenna, looks: ReceiverLooks, title = perAntennaTitle): Chart {
  const heard = Map.groupBy(
    perAntenna.filter(({ count }) => count > 0),
    ({ ReceiverId }) => ReceiverId,
  );
  const highest = Math.min(maxAntennas, Math.max(0, ...perAntenna.map(({ antenna, count }) => (count > 0 ? antenna : 0))));
  const antennas = Array.from({ length: highest }, (_, at) => at + 1);
  const nameOf = (rxId: number): string => looks.get(rxId)?.alias ?? `Receiver ${rxId}`;
  const ids = [...heard.keys()].toSorted((one, other) => byName.compare(nameOf(one), nameOf(other)));
  const rowOf = (rxId: number, antenna: number): ChartRow => {
    const value = heard.get(rxId)?.find((one) => one.antenna === antenna)?.count ?? 0;
    const label = `Antenna ${antenna}`;
    return {
      key: `${rxId}-${antenna}`,
      series: rxId,
      category: label,
      value,
      cells: [nameOf(rxId), antenna, value],
      text: `${nameOf(rxId)}, antenna ${antenna}: ${contactsText(value)}`,
    };
  };
  return {
    kind: 'radar',
    title,
    columns: ['Receiver', 'Antenna', 'Contacts'],
    categories: antennas.map((antenna) => `Antenna ${antenna}`),
    series: ids.map((id) => ({ id, label: nameOf(id), color: looks.get(id)?.color ?? null })),
    rows: ids.flatMap((id) => antennas.map((antenna) => rowOf(id, antenna))),
  };
}
