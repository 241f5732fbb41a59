import { codeOf, noCode } from '../entities/contact.ts';
import type { GroupFocus } from './group-focus.ts';

/** What a person can set on the live stream, and the constants behind it (LIVE-1, LIVE-2). */

/** Contacts older than this are dropped (LIVE-3). */
export const windowMs = 300_000;
/**
 * The chart runs this far behind the clock, so that contacts on their way arrive before their time is shown
 * (LIVE-4).
 */
export const realtimeDelayMs = 2_000;
/** How often figures beside the chart (legend, table) are renewed (LIVE-4). */
export const refreshMs = 1_000;

/** The power axis in dBm (LIVE-5). */
export const powerRange = { min: -130, max: -50 } as const;

/** Time choices (LIVE-2); the first is the default. */
export const timeLimits = [
  { ms: 30_000, label: '30 sec' },
  { ms: 60_000, label: '1 min' },
  { ms: 300_000, label: '5 mins' },
] as const;
export type TimeLimit = (typeof timeLimits)[number]['ms'];

/** What contacts can be grouped and filtered by (LIVE-1). */
export const groupKinds = ['rxId', 'ant', 'type', 'freq', 'code'] as const;
export type GroupKind = (typeof groupKinds)[number];

/**
 * The values let through, per kind; an empty list lets all through. Frequencies in MHz, rounded by
 * `groupValue`.
 */
export type ContactFilters = Readonly<Record<GroupKind, readonly number[]>>;
export const noFilters: ContactFilters = { rxId: [], ant: [], type: [], freq: [], code: [] };

/** Whether the contacts are drawn, or listed as a table (LIVE-13). */
export const displays = ['chart', 'table'] as const;
export type Display = (typeof displays)[number];

/** What a person set on the live stream; it stands in the address. */
export type StreamSettings = {
  readonly groupBy: GroupKind;
  readonly timeLimit: TimeLimit;
  readonly display: Display;
  readonly filters: ContactFilters;
  /** What of the legend stands alone or is left out (LIVE-28), of the kind grouped by. */
  readonly focus: GroupFocus | null;
};

export const defaultSettings: StreamSettings = {
  groupBy: 'rxId',
  timeLimit: 30_000,
  display: 'chart',
  filters: noFilters,
  focus: null,
};

/** True when the filters let the same values through, in the same order. */
export function areSameFilters(one: ContactFilters, other: ContactFilters): boolean {
  return groupKinds.every((kind) => one[kind].join() === other[kind].join());
}

type Grouped = Readonly<Record<GroupKind, number>>;

/**
 * The value a contact is grouped and filtered by. Frequencies are distinguished to three decimals (CON-9);
 * contacts without a code are one group (`noCode`).
 */
export function groupValue(contact: Grouped, kind: GroupKind): number {
  if (kind === 'code') return codeOf(contact) ?? noCode;
  return kind === 'freq' ? Math.round(contact.freq * 1000) / 1000 : contact[kind];
}

/** True when every kind lets the contact through. */
export function passesFilters(contact: Grouped, filters: ContactFilters): boolean {
  return groupKinds.every((kind) => filters[kind].length === 0 || filters[kind].includes(groupValue(contact, kind)));
}
