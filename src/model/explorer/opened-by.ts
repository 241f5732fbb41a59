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

/** Returns the state of an explorer for one antenna of a receiver, or for all of them (null). */
export function exploredAntenna(rxId: number, antenna: number | null, span: Span): Explored {
  return opened(rxId, antenna === null ? allAntennas : [antenna], span);
}

/** Explores a receiver with the live stream's filters and, if the explorer has it, its grouping. */
export function exploredStream(
  rxId: number,
  { filters: { ant, freq, code, type }, groupBy }: Pick<StreamSettings, 'filters' | 'groupBy'>,
  span: Span,
): Explored {
  const { place, look } = opened(rxId, ant.length === 0 ? allAntennas : ant, span, { freq, code, type });
  return { place, look: { ...look, groupBy: groupBy === 'rxId' ? firstLook.groupBy : groupBy } };
}

/** Explores a bar of codes: that code at that receiver. */
export function exploredCode({ ReceiverId, codeNumber }: CodeRow, span: Span): Explored {
  return opened(ReceiverId, allAntennas, span, codeNumber === null ? { type: [beeperType] } : { code: [codeNumber] });
}

/**
 * Explores what an antenna heard of a beacon: its code at each kHz that counts as its frequency (REG-12).
 * Without a known `frequencyVariance` (kHz), the minimum applies.
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

/** Explores a bar of frequencies. */
export function exploredFrequency({ ReceiverId, frequency }: FrequencyRow, span: Span): Explored {
  return opened(ReceiverId, allAntennas, span, { freq: [frequency] });
}

/** Explores a point of the aggregate: its frequency and each code that it can cover, or beepers. */
export function exploredAggregate({ ReceiverId, frequency, avgCode }: AggregateRow, span: Span): Explored {
  if (avgCode === null) return opened(ReceiverId, allAntennas, span, { freq: [frequency], type: [beeperType] });
  const first = Math.floor(avgCode / codesTogether) * codesTogether;
  const code = Array.from({ length: codesTogether }, (_, at) => first + at);
  return opened(ReceiverId, allAntennas, span, { freq: [frequency], code });
}

/** Explores a part of the timeline: all contacts in that state. */
export function exploredState({ ReceiverId, startTime, endTime }: TimelineRow): Explored {
  return opened(ReceiverId, allAntennas, { from: startTime, to: endTime });
}
