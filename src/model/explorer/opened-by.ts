import type { StreamSettings } from '../live/live-settings.ts';
import type { AggregateRow, CodeRow, FrequencyRow, TimelineRow } from '../statistics/statistics-charts.ts';
import type { BeaconTableRow } from '../statistics/stats-tables.ts';
import { allAntennas, beeperType } from '../entities/contact.ts';
import { type Explored, type ExplorerFilters, firstLook } from './explorer-address.ts';
import { heardKhz } from './heard-khz.ts';

type Span = { from: number; to: number };

/** How many codes a mark of the aggregate can cover, because the page groups codes by 20 (STAT-9). */
const codesTogether = 20;

function opened(rxId: number, antennas: readonly number[], span: Span, filters: Partial<ExplorerFilters> = {}): Explored {
  return { place: { rxId, antennas, ...span }, look: { ...firstLook, filters: { ...firstLook.filters, ...filters } } };
}

/** Returns the explorer's state for one antenna of a receiver, or for all its antennas (null). */
export function exploredAntenna(rxId: number, antenna: number | null, span: Span): Explored {
  return opened(rxId, antenna === null ? allAntennas : [antenna], span);
}

/**
 * Returns the explorer's state for a receiver, with the filters of the live stream and with its grouping,
 * unless that is by receiver.
 */
export function exploredStream(
  rxId: number,
  { filters: { ant, freq, code, type }, groupBy }: Pick<StreamSettings, 'filters' | 'groupBy'>,
  span: Span,
): Explored {
  const { place, look } = opened(rxId, ant.length === 0 ? allAntennas : ant, span, { freq, code, type });
  return { place, look: { ...look, groupBy: groupBy === 'rxId' ? firstLook.groupBy : groupBy } };
}

/** Returns the explorer's state for a bar of codes: one code, or beepers, at one receiver. */
export function exploredCode({ ReceiverId, codeNumber }: CodeRow, span: Span): Explored {
  return opened(ReceiverId, allAntennas, span, codeNumber === null ? { type: [beeperType] } : { code: [codeNumber] });
}

/**
 * Returns the explorer's state for a beacon at an antenna: its code at each kHz that counts as its frequency
 * (REG-12). Without `frequencyVariance` (kHz), the smallest range applies.
 */
export function exploredBeacon(
  {
    rxId,
    antenna,
    codeNumber,
    frequency,
    frequencyVariance,
  }: Pick<BeaconTableRow, 'rxId' | 'antenna' | 'codeNumber' | 'frequency'> & { frequencyVariance?: number },
  span: Span,
): Explored {
  const [first, last] = heardKhz({ frequency, frequencyVariance });
  const freq = Array.from({ length: last - first + 1 }, (_, at) => (first + at) / 1_000);
  return opened(rxId, [antenna], span, { freq, ...(codeNumber === null ? { type: [beeperType] } : { code: [codeNumber] }) });
}

/** Returns the explorer's state for a bar of frequencies. */
export function exploredFrequency({ ReceiverId, frequency }: FrequencyRow, span: Span): Explored {
  return opened(ReceiverId, allAntennas, span, { freq: [frequency] });
}

/**
 * Returns the explorer's state for a point of the aggregate: its frequency, and each code that it can cover
 * or beepers.
 */
export function exploredAggregate({ ReceiverId, frequency, avgCode }: AggregateRow, span: Span): Explored {
  if (avgCode === null) return opened(ReceiverId, allAntennas, span, { freq: [frequency], type: [beeperType] });
  const first = Math.floor(avgCode / codesTogether) * codesTogether;
  const code = Array.from({ length: codesTogether }, (_, at) => first + at);
  return opened(ReceiverId, allAntennas, span, { freq: [frequency], code });
}

/** Returns the explorer's state for a part of the state timeline: all contacts in its time. */
export function exploredState({ ReceiverId, startTime, endTime }: TimelineRow): Explored {
  return opened(ReceiverId, allAntennas, { from: startTime, to: endTime });
}
