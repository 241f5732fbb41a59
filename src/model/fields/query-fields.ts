import * as v from 'valibot';
import { maxId, maxListed } from './value-fields.ts';
import { isoInstant } from '../time/iso-instant.ts';
import { endsFirst, latestMs } from './instant-fields.ts';

/*
 * The fields of query strings. They arrive as texts, but the client checks values with the same schemas, so
 * each schema also accepts its own output.
 */

const decimal = /^-?\d{1,20}(\.\d{1,20})?$/;
const digits = /^\d{1,20}$/;
const numeral = v.union([v.number(), v.pipe(v.string(), v.regex(decimal, 'A number is written in digits'))]);

export function queryNumber(min: number, max: number) {
  return v.pipe(numeral, v.transform(Number), v.number(), v.minValue(min), v.maxValue(max));
}

export function queryWhole(min: number, max: number) {
  return v.pipe(numeral, v.transform(Number), v.number(), v.integer(), v.minValue(min), v.maxValue(max));
}

/** The id of a row of the database. */
export const queryId = queryWhole(1, maxId);

/**
 * Builds the schema of a list, given as comma-separated text or as a repeated parameter. With `minLength` 0,
 * the list may be empty.
 */
export function queryList<Item extends v.GenericSchema<string | number>>(item: Item, minLength = 0, maxLength = maxListed) {
  return v.pipe(
    v.union([v.string(), v.array(v.union([v.string(), v.number()]))]),
    v.transform((value) => (Array.isArray(value) ? value : value.split(',')).filter((part) => part !== '')),
    v.array<v.GenericSchema<string | number, v.InferOutput<Item>>>(item as never),
    v.minLength(minLength),
    v.maxLength(maxLength),
  );
}

/** Ids to filter by; the list may be empty. */
export const queryIds = queryList(queryId);

/** Ids of things to delete; at least one. */
export const someIds = queryList(queryId, 1);

/** An instant in ms since 1970, or an ISO 8601 time with its offset. The output is in ms. */
export const queryInstant = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.maxLength(40))]),
  v.transform((value) => (typeof value === 'number' || digits.test(value) ? Number(value) : isoInstant(value))),
  v.number('A time is ms since 1970, or ISO 8601 with its offset'),
  v.integer(),
  v.minValue(0),
  v.maxValue(latestMs),
);

/** Two instants, the first one not after the second. */
export const querySpan = v.pipe(
  queryList(queryInstant, 2, 2),
  v.check(([from = 0, to = 0]) => from <= to, endsFirst()),
);

const unitDays = { minute: 1 / 1_440, hour: 1 / 24, day: 1, week: 7, month: 31 };
/**
 * How far back a 'recent' period may go, in days: a hundred years, because no older contacts exist. A 'range'
 * is not limited by this.
 */
const longestDays = 100 * 366;

const timeSelect = v.picklist(['recent', 'range']);
/** The time of a query as an optional field, for calls of `timeQuery` with a default time. */
export const optionalTime = { timeSelect: v.optional(timeSelect) };

const timeEntries = {
  timeSelect,
  recentAmount: v.optional(queryWhole(1, 1_000_000)),
  recentUnit: v.optional(v.picklist(['minute', 'hour', 'day', 'week', 'month'])),
  range: v.optional(querySpan),
};

/**
 * Builds the schema of a query about a period of time (STAT-1), with further fields: 'recent' needs an amount
 * and its unit, 'range' two instants. A recent period goes back at most a hundred years.
 */
export function timeQuery<const More extends v.ObjectEntries>(more: More) {
  return v.pipe(
    v.object({ ...timeEntries, ...more } as Omit<typeof timeEntries, keyof More> & More),
    v.check((query) => isWholeSelection(query as TimeSelection), 'recent needs recentAmount and recentUnit, range needs range'),
    v.check((query) => !isTooLong(query as TimeSelection), 'The time goes back more than a hundred years'),
  );
}

export type TimeSelection = v.InferOutput<
  v.ObjectSchema<Omit<typeof timeEntries, 'timeSelect'> & typeof optionalTime, undefined>
>;

function isWholeSelection({ timeSelect, recentAmount, recentUnit, range }: TimeSelection): boolean {
  if (timeSelect === undefined) return true;
  return timeSelect === 'range' ? range !== undefined : recentAmount !== undefined && recentUnit !== undefined;
}

function isTooLong({ recentAmount, recentUnit }: TimeSelection): boolean {
  return recentAmount !== undefined && recentUnit !== undefined && recentAmount * unitDays[recentUnit] > longestDays;
}

/** A page of a list, counted from 1 (CALL-14). */
export const pageOf = { page: v.optional(queryWhole(1, 1_000_000)), limit: v.optional(queryWhole(1, 500)) };
