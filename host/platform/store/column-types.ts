import type { ColumnType } from 'kysely';

/** A time: read as a Date, written as a Date or ISO text. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>;
export type NullableTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
export type DefaultTimestamp = ColumnType<Date, Date | string | undefined, Date | string>;

/** JSON: read as a value, written as text. */
export type JsonColumn<T> = ColumnType<T, string, string>;
export type DefaultJson<T> = ColumnType<T, string | undefined, string>;
export type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
