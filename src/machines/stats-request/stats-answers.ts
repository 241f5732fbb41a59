import type { AggregateRow, CodeRow, FrequencyRow, PowerRow, TimelineRow } from '../../model/statistics/statistics-charts.ts';
import type { AntennaAnswer, BeaconRow } from '../../model/statistics/stats-tables.ts';

/** The answers of the Statistics page, by question (STAT-9). */
export type StatsAnswers = {
  /** When each receiver's present state began, by receiver id (ms since the epoch). */
  states: Readonly<Record<number, number>>;
  perAntenna: AntennaAnswer;
  aggregate: readonly AggregateRow[];
  frequencies: readonly FrequencyRow[];
  codes: readonly CodeRow[];
  powers: readonly PowerRow[];
  timeline: readonly TimelineRow[];
  beacons: readonly BeaconRow[];
};
