import { codeOf, noCode } from '../entities/contact.ts';
import type { GroupFocus } from './group-focus.ts';

/** The settings of the live stream, and the constants behind it (LIVE-1, LIVE-2). */

/** The longest time for which contacts are shown, in ms; older ones are dropped (LIVE-3). */
export const windowMs = 300_000;
/**
 * How far (ms) the chart runs behind the clock, so that contacts arrive before their time is shown (LIVE-4).
 */
export const realtimeDelayMs = 2_000;
/** How often (ms) the figures beside the chart (legend, table) are updated (LIVE-4). */
export const refreshMs = 1_000;

/** The range of the power axis in dBm (LIVE-5). */
export const powerRange = { min: -130, max: -50 } as const;

/** Time choices (LIVE-2); the first is the default. */
export const timeLimits = [
  { ms: 30_000, label: '30 sec' },
  { ms: 60_000, label: '1 min' },
  { ms: 300_000, label: '5 mins' },
] as const;
export type TimeLimit = (typeof timeLimits)[number]['ms'];

/** The fields by which contacts can be grouped and filtered (LIVE-1). */
export const groupKinds = ['rxId', 'ant', 'type', 'freq', 'code'] as const;
export type GroupKind = (typeof groupKinds)[number];

/**
 * The values of each kind that pass; an empty list passes all. Frequencies in MHz, rounded by `groupValue`.
 */
export type ContactFilters = Readonly<Record<GroupKind, readonly number[]>>;
export const noFilters: ContactFilters = { rxId: [], ant: [], type: [], freq: [], code: [] };

/** Contacts are drawn as a chart or listed as a table (LIVE-13). */
export const displays = ['chart', 'table'] as const;
export type Display = (typeof displays)[number];

/** The live stream's settings as a person chose them. They are part of the address. */
export type StreamSettings = {
  readonly groupBy: GroupKind;
  readonly timeLimit: TimeLimit;
  readonly display: Display;
  readonly filters: ContactFilters;
  /**
   * The legend group that is isolated or hidden (LIVE-28); its value is of the kind in `groupBy`. Null if
   * there is none.
   */
  readonly focus: GroupFocus | null;
};

export const defaultSettings: StreamSettings = {
  groupBy: 'rxId',
  timeLimit: 30_000,
  display: 'chart',
  filters: noFilters,
  focus: null,
};

export function areSameFilters(one: ContactFilters, other: ContactFilters): boolean {
  return groupKinds.every((kind) => one[kind].join() === other[kind].join());
}

type Grouped = Readonly<Record<GroupKind, number>>;

/**
 * Returns the value by which a contact is grouped and filtered. Frequencies are rounded to three decimals
 * (CON-9). Contacts without a code form one group (`noCode`).
 */
export function groupValue(contact: Grouped, kind: GroupKind): number {
  if (kind === 'code') return codeOf(contact) ?? noCode;
  return kind === 'freq' ? Math.round(contact.freq * 1000) / 1000 : contact[kind];
}

export function passesFilters(contact: Grouped, filters: ContactFilters): boolean {
  return groupKinds.every((kind) => filters[kind].length === 0 || filters[kind].includes(groupValue(contact, kind)));
}
