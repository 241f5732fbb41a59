import * as v from 'valibot';
import { alarmHistoryQuery } from '../contract/alarm-history-calls.ts';
import type { AddressCodec } from '../navigation/address-codec.ts';
import { leftOut } from '../navigation/left-out.ts';

/**
 * The filters of the alarm history (ALP-2); null means all. `level` is the thousands digit of the code,
 * `receiver` a receiver's id; `from` and `until` are in ms since the epoch, both included.
 */
export type AlarmFilters = {
  readonly level: number | null;
  readonly code: number | null;
  readonly receiver: number | null;
  readonly from: number | null;
  readonly until: number | null;
  /** Shows only ongoing alarms. */
  readonly lasting: 'yes' | null;
  /** 'yes' shows only alarms that were raised while their receiver was snoozed; 'no' hides them. */
  readonly snoozed: 'yes' | 'no' | null;
  /**
   * 'single' shows each alarm in its own row; null shows a recovery in the row of the alarm that it ends
   * (ALP-8).
   */
  readonly lines: 'single' | null;
};

export const noAlarmFilters: AlarmFilters = {
  level: null,
  code: null,
  receiver: null,
  from: null,
  until: null,
  lasting: null,
  snoozed: null,
  lines: null,
};

const names = ['level', 'code', 'receiver', 'from', 'until', 'lasting', 'snoozed'] as const;
const inAddress = [...names, 'lines'] as const;
const schemas = { ...alarmHistoryQuery, lines: v.literal('single') };

/** Describes the valid values of the address parameters. */
const takes: Record<(typeof inAddress)[number], string> = {
  level: 'must be 1 to 4',
  code: 'must be a code such as 4101',
  receiver: "must be a receiver's number",
  from: 'must be a time such as 2026-11-20T08:15:00Z',
  until: 'must be a time such as 2026-11-20T08:15:00Z',
  lasting: 'must be yes',
  snoozed: 'must be yes or no',
  lines: 'must be single',
};

/**
 * Reads and writes addresses such as '?level=4&receiver=7&lasting=yes'. Refuses values that the call would
 * refuse. Ignores other parameters.
 */
export const alarmAddress: AddressCodec<AlarmFilters> = {
  read(search) {
    const params = new URLSearchParams(search);
    const refused: string[] = [];
    const read: Record<string, unknown> = {};
    for (const name of inAddress) {
      const text = params.get(name);
      if (text === null || text === '') continue;
      const parsed = v.safeParse(schemas[name], text);
      if (parsed.success) read[name] = parsed.output;
      else refused.push(leftOut(name, text, takes[name]));
    }
    return { state: { ...noAlarmFilters, ...read } as AlarmFilters, refused };
  },
  write(filters) {
    const params = new URLSearchParams();
    for (const name of inAddress) {
      const value = filters[name];
      if (value !== null) params.set(name, name === 'from' || name === 'until' ? instantText(Number(value)) : String(value));
    }
    const text = params.toString();
    return text === '' ? '' : `?${text.replaceAll('%3A', ':')}`;
  },
};

function instantText(ts: number): string {
  return new Date(ts).toISOString().replace('.000Z', 'Z');
}

/** Returns true if the filters in effect hide nothing. */
export function isUnfilteredBy(filters: AlarmFilters): boolean {
  const counted = countedAlarmFilters(filters);
  return names.every((name) => counted[name] === null);
}

/** Returns how many filters are in effect. */
export function countFilters(filters: AlarmFilters): number {
  const counted = countedAlarmFilters(filters);
  return names.filter((name) => counted[name] !== null).length;
}

/** The message beside both times if From is after Until. */
export const reversedTimesText = 'From is after Until: both times were ignored';

/** Returns true if From is after Until. Neither is in effect then. */
export function areReversed({ from, until }: AlarmFilters): boolean {
  return from !== null && until !== null && from > until;
}

function countedAlarmFilters(filters: AlarmFilters): AlarmFilters {
  return areReversed(filters) ? { ...filters, from: null, until: null } : filters;
}

type AlarmQuery = { -readonly [Name in (typeof names)[number]]?: NonNullable<AlarmFilters[Name]> } & { folded?: 'yes' };

/** Returns the filters in effect as the query of the call. */
export function alarmQuery(filters: AlarmFilters): AlarmQuery {
  const counted = countedAlarmFilters(filters);
  const chosen = Object.fromEntries(names.flatMap((name) => (counted[name] === null ? [] : [[name, counted[name]]])));
  return filters.lines === null ? { ...chosen, folded: 'yes' } : chosen;
}
