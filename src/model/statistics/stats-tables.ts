import { contactsText } from '../charts/chart.ts';
import type { PerAntenna } from '../charts/contact-charts.ts';
import type { ReplyFor } from '../contract/call.ts';
import type { statisticsCalls } from '../contract/statistics-calls.ts';
import { receiverStatuses } from '../entities/receiver.ts';
import type { FleetLooks } from './fleet-looks.ts';
import { countText, minus } from '../text/number-text.ts';
import type { RowColumn } from '../tables/table-rows.ts';

/** A receiver's status in the tables of statistics (STAT-9). */
export type StatusChip = 'ONLINE' | 'OPEN' | 'OFFLINE' | 'DISABLED';

/** Returns the chip of a status: 'ready' counts as online, unknown as offline. */
export function statusChip(status: number, enabled: boolean): StatusChip {
  if (!enabled || status === receiverStatuses.disabled) return 'DISABLED';
  if (status === receiverStatuses.online || status === receiverStatuses.ready) return 'ONLINE';
  return status === receiverStatuses.open ? 'OPEN' : 'OFFLINE';
}

type ReceiverCells = { id: number; rxId: number; receiver: string; site: string; chip: StatusChip; since: number | null };
/** The host's counts by antenna, with noise and hourly cells (STAT-16, STAT-17). */
export type AntennaAnswer = ReplyFor<typeof statisticsCalls.countContactsPerAntenna>;
export type AntennaRow = ReceiverCells & {
  antenna: number | null;
  count: number;
  detections: number;
  /**
   * The share of the antenna's contacts (0 to 1) that match no transmitter in use; null if that is unknown.
   */
  noise: number | null;
  /** The start of the last hour with contacts (ms). */
  lastHour: number | null;
};
export type BeaconRow = ReplyFor<typeof statisticsCalls.getBeaconStatus>['beaconStatus'][number];
export type BeaconTableRow = ReceiverCells & Omit<BeaconRow, 'ReceiverId'>;

/** What the tables need to know about the receivers. */
export type StatsFleet = {
  looks: FleetLooks;
  /** The requested receivers. */
  rxIds: readonly number[];
  chipOf: (rxId: number) => StatusChip;
  /** When the receiver's state began (ms); null if unknown. */
  sinceOf: (rxId: number) => number | null;
};

function cellsOf(rxId: number, { looks, chipOf, sinceOf }: StatsFleet) {
  const look = looks.get(rxId);
  return {
    rxId,
    receiver: look?.alias ?? `Receiver ${rxId}`,
    site: look?.siteName ?? '',
    chip: chipOf(rxId),
    since: sinceOf(rxId),
  };
}

/** Returns a row for each antenna with contacts, and one for each receiver without any. */
export function antennaRows({ contacts, health }: AntennaAnswer, fleet: StatsFleet): AntennaRow[] {
  const heard = Map.groupBy(contacts, ({ ReceiverId }) => ReceiverId);
  const all = [...new Set([...fleet.rxIds, ...heard.keys()])];
  const detections = byAntenna(health?.detections ?? []);
  const fitting = health === undefined || health.fitting === null ? null : byAntenna(health.fitting);
  // Cells are in order of time, so each antenna's last cell wins.
  const lastHours = new Map((health?.cells ?? []).map((cell) => [antennaKey(cell), cell.lastHour]));
  const figuresOf = (of: PerAntenna[number]) => ({
    antenna: of.antenna,
    count: of.count,
    detections: detections.get(antennaKey(of)) ?? 0,
    noise: fitting === null ? null : (of.count - (fitting.get(antennaKey(of)) ?? 0)) / of.count,
    lastHour: lastHours.get(antennaKey(of)) ?? null,
  });
  const none = { antenna: null, count: 0, detections: 0, noise: null, lastHour: null };
  const rows = all.flatMap((rxId) => {
    const antennas = heard.get(rxId)?.toSorted((one, other) => one.antenna - other.antenna);
    return (antennas?.map(figuresOf) ?? [none]).map((figures) => ({ ...cellsOf(rxId, fleet), ...figures }));
  });
  return rows.map((row, at) => ({ id: at + 1, ...row }));
}

const antennaKey = ({ ReceiverId, antenna }: Pick<PerAntenna[number], 'ReceiverId' | 'antenna'>): string =>
  `${ReceiverId}/${antenna}`;

function byAntenna(counts: PerAntenna): ReadonlyMap<string, number> {
  return new Map(counts.map((row) => [antennaKey(row), row.count]));
}

/** Returns the rows of the requested receivers. */
export function beaconTableRows(answer: readonly BeaconRow[], fleet: StatsFleet): BeaconTableRow[] {
  return answer
    .filter(({ ReceiverId }) => fleet.rxIds.includes(ReceiverId))
    .map(({ ReceiverId, ...row }, at) => ({ id: at + 1, ...cellsOf(ReceiverId, fleet), ...row }));
}

/**
 * Grades an efficiency in percent (STAT-11): 0 grey ('none'), 85 and more green, 60 to below 85 amber, less
 * red ('poor').
 */
export function efficiencyLevel(efficiency: number): 'none' | 'good' | 'fair' | 'poor' {
  if (efficiency === 0) return 'none';
  if (efficiency >= 85) return 'good';
  return efficiency >= 60 ? 'fair' : 'poor';
}

/** Returns text such as '37.5 %', or an en dash for null. */
function shareText(share: number | null): string {
  return share === null ? '–' : `${percentOf(share)} %`;
}

function percentOf(share: number): number {
  return Math.round(share * 1_000) / 10;
}

/** Returns text such as '87.5 %', or an en dash for null. */
export function efficiencyText(efficiency: number | null): string {
  return efficiency === null ? '–' : `${efficiency} %`;
}

const receiverColumns = [
  { id: 'receiver', label: 'Receiver', text: ({ receiver }: ReceiverCells) => receiver },
  { id: 'site', label: 'Site', text: ({ site }: ReceiverCells) => site || '–' },
  { id: 'status', label: 'Status', text: ({ chip }: ReceiverCells) => chip },
] as const;

const warningWords = { silent: 'Silent', low: 'Low', excess: 'Excess' } as const;

/** Returns the columns of the antennas' table; `stamp` formats times and `hourText` hours. */
export const antennaColumns = (stamp: (ts: number) => string, hourText: (ts: number) => string) =>
  [
    ...receiverColumns,
    {
      id: 'since',
      label: 'Since',
      text: ({ since }) => (since === null ? '–' : stamp(since)),
      sortBy: ({ since }) => since,
      file: [{ label: 'Since', text: ({ since }) => (since === null ? '' : stamp(since)) }],
    },
    {
      id: 'antenna',
      label: 'Antenna',
      text: ({ antenna }) => (antenna === null ? '–' : `Antenna ${antenna}`),
      sortBy: ({ antenna }) => antenna,
      file: [{ label: 'Antenna', number: ({ antenna }) => antenna }],
    },
    {
      id: 'contacts',
      label: 'Contacts',
      isNumber: true,
      sortsFirst: 'descending',
      text: ({ count }) => countText(count),
      alone: ({ count }) => contactsText(count),
      sortBy: ({ count }) => count,
    },
    {
      id: 'detections',
      label: 'Detections',
      isNumber: true,
      sortsFirst: 'descending',
      text: ({ detections }) => countText(detections),
      alone: ({ detections }) => `${countText(detections)} ${detections === 1 ? 'detection' : 'detections'}`,
      sortBy: ({ detections }) => detections,
    },
    {
      id: 'noise',
      label: 'Noise share',
      isNumber: true,
      sortsFirst: 'descending',
      text: ({ noise }) => shareText(noise),
      alone: ({ noise }) => (noise === null ? '' : `${shareText(noise)} noise`),
      sortBy: ({ noise }) => noise,
      file: [{ label: 'Noise share (%)', number: ({ noise }) => (noise === null ? null : percentOf(noise)) }],
    },
    {
      id: 'lastHour',
      label: 'Last hour heard',
      sortsFirst: 'descending',
      text: ({ lastHour }) => (lastHour === null ? '–' : hourText(lastHour)),
      alone: ({ lastHour }) => (lastHour === null ? '' : `heard ${hourText(lastHour)}`),
      sortBy: ({ lastHour }) => lastHour,
      file: [{ label: 'Last hour heard', text: ({ lastHour }) => (lastHour === null ? '' : hourText(lastHour)) }],
    },
  ] as const satisfies readonly RowColumn<AntennaRow>[];

export const beaconColumns = [
  ...receiverColumns,
  {
    id: 'antenna',
    label: 'Antenna',
    text: ({ antenna }) => `Antenna ${antenna}`,
    sortBy: ({ antenna }) => antenna,
    file: [{ label: 'Antenna', number: ({ antenna }) => antenna }],
  },
  { id: 'beacon', label: 'Beacon', text: ({ beaconName }) => beaconName },
  {
    id: 'efficiency',
    label: 'Efficiency',
    isNumber: true,
    text: ({ efficiency }) => efficiencyText(efficiency),
    sortBy: ({ efficiency }) => efficiency,
    file: [{ label: 'Efficiency (%)', number: ({ efficiency }) => efficiency }],
  },
  {
    id: 'detected',
    label: 'Detected hits',
    isNumber: true,
    text: ({ detectedHits }) => countText(detectedHits),
    sortBy: ({ detectedHits }) => detectedHits,
  },
  {
    id: 'expected',
    label: 'Expected hits',
    isNumber: true,
    text: ({ expectedHits }) => (expectedHits === null ? '–' : countText(expectedHits)),
    sortBy: ({ expectedHits }) => expectedHits,
  },
  {
    id: 'power',
    label: 'Average power',
    isNumber: true,
    text: ({ avgPower }) => (avgPower === null ? '–' : `${minus(Math.round(avgPower))} dBm`),
    sortBy: ({ avgPower }) => avgPower,
    file: [{ label: 'Average power (dBm)', number: ({ avgPower }) => avgPower }],
  },
  {
    id: 'note',
    label: 'Note',
    text: ({ warningType, explanation }) =>
      [warningType === null ? '' : warningWords[warningType], explanation ?? ''].filter(Boolean).join(': ') || '–',
  },
] as const satisfies readonly RowColumn<BeaconTableRow>[];
