import { sql } from 'kysely';
import type { ModemNumber, ModemPoint, ModemText } from '#model/entities/modem.ts';
import { pointWidth } from '#model/entities/vitals.ts';
import type { Db } from '../database.ts';
import { prepared } from '../prepared.ts';
import { type ModemWords, readingColumns, type ReadingNumber } from '../schema-modems.ts';
import type { ReportOutcome } from './first-of-each.ts';

/**
 * A modem's report at `ts` (ms since the epoch); null means not reported. A mean also has its lowest and
 * highest value, in the same unit.
 */
export type ModemReport = Record<ReadingNumber, number | null> & {
  modemId: number;
  ts: number;
  texts: { [Text in ModemText]?: string };
  /** The site that the report names, to which the modem is moved. */
  site: { id: number; alias: string } | null;
};

/** The columns in which two readings of the same modem and time may differ. */
const saidColumns = [...Object.values(readingColumns), 'words'];
const said = sql.join(saidColumns.map((column) => sql.ref(column)));
const saidOf = (table: string) => sql.join(saidColumns.map((column) => sql.ref(`${table}.${column}`)));

type ReadingRow = ReturnType<typeof toRow>;

function toRow(report: ModemReport, place: number) {
  const numbers = Object.entries(readingColumns).map(([name, column]) => [column, report[name as ReadingNumber]]);
  const ts = new Date(report.ts).toISOString();
  return { place, modem_id: report.modemId, ts, ...Object.fromEntries(numbers), words: wordsOf(report) };
}

/** Returns the texts of a report, or null if it has none. */
export function wordsOf({ texts, site }: Pick<ModemReport, 'texts' | 'site'>): ModemWords | null {
  const words = { ...texts, ...(site !== null && { site: site.alias }) };
  return Object.keys(words).length === 0 ? null : words;
}

function given(rows: readonly ReadingRow[]) {
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (place integer, modem_id integer, ts timestamptz, voltage real,
    voltage_min real, voltage_max real, temperature real, temperature_min real, temperature_max real, rssi real, words jsonb)`;
}

/**
 * Adds new readings of a system's modems, at most one per modem and time. Returns a result for each report,
 * in order. The caller must have locked the modems (`heldModems`); `held` holds their ids.
 */
export async function addModemReadings(
  { db }: Db,
  systemId: string,
  reports: readonly ModemReport[],
  held: ReadonlySet<number>,
): Promise<ReportOutcome[]> {
  const rows = reports.map(toRow).filter(({ modem_id }) => held.has(modem_id));
  if (rows.length === 0) return reports.map(() => 'gone');
  const { rows: added } = await sql<{ modem_id: number; ts: Date }>`${prepared}
    insert into modem_readings (system_id, modem_id, ts, ${said})
    select ${systemId}, modem_id, ts, ${said} from ${given(rows)} order by modem_id, ts
    on conflict do nothing returning modem_id, ts`.execute(db);
  const isAdded = new Set(added.map(({ modem_id, ts }) => `${modem_id} ${ts.getTime()}`));
  const outcomes = reports.map(({ modemId, ts }): ReportOutcome => {
    if (!held.has(modemId)) return 'gone';
    return isAdded.has(`${modemId} ${ts}`) ? 'added' : 'duplicate';
  });
  const doubled = rows.filter(({ place }) => outcomes[place] === 'duplicate');
  if (doubled.length === 0) return outcomes;
  const { rows: differing } = await sql<{ place: number }>`
    select given.place from ${given(doubled)} join modem_readings as there on there.modem_id = given.modem_id and there.ts = given.ts
    where row(${saidOf('there')}) is distinct from row(${saidOf('given')})`.execute(db);
  for (const { place } of differing) outcomes[place] = 'differs';
  return outcomes;
}

/** The most readings that are shown as single points (REG-29). */
export const mostPoints = 500;

const seriesColumns: Readonly<Record<ModemNumber, readonly [value: string, lowest: string, highest: string]>> = {
  supplyVoltage: ['voltage', 'voltage_min', 'voltage_max'],
  coreTemperature: ['temperature', 'temperature_min', 'temperature_max'],
  rssi: ['rssi', 'rssi', 'rssi'],
};

type SeriesRow = { at: Date; lowest: number; mean: number; highest: number; stepped: boolean };

/** Returns the shortest round step (ms) that divides `ms` into at most 500 points (REG-29). */
export function seriesStep(ms: number): number {
  // `pointWidth` allows 1,000 points, so give it twice the time.
  return pointWidth(2 * ms);
}

/**
 * Returns what a modem measured in from ≤ ts < to (ms), oldest first. A few readings are returned as single
 * points, with `stepMs` 0. More are summed up in steps aligned to UTC hours, with the lowest, mean and
 * highest value; every reading counts.
 */
export async function modemSeries(
  { db }: Db,
  { systemId, modemId, measured }: { systemId: string; modemId: number; measured: ModemNumber },
  { from, to }: { from: number; to: number },
): Promise<{ points: Omit<ModemPoint, 'siteName'>[]; stepMs: number }> {
  const [value, lowest, highest] = seriesColumns[measured].map((column) => sql.ref(column));
  const stepMs = seriesStep(to - from);
  const within = sql`from modem_readings where system_id = ${systemId} and modem_id = ${modemId}
    and ts >= ${new Date(from)} and ts < ${new Date(to)} and ${value} is not null`;
  const { rows } = await sql<SeriesRow>`
    with many as (select count(*) > ${mostPoints} as are from (select ${within} limit ${mostPoints + 1}) as first)
    select case when are then date_bin(${stepMs}::float8 * interval '1 ms', ts, 'epoch'::timestamptz) else ts end as at,
      least(min(${value}), min(${lowest})) as lowest, avg(${value}) as mean, greatest(max(${value}), max(${highest})) as highest,
      bool_and(are) as stepped
    from (select * ${within}) as readings, many
    group by 1 order by 1`.execute(db);
  const points = rows.map(({ at, lowest: minimum, mean, highest: maximum }) => {
    // A 4-byte number has about 6 significant digits; more would show its rounding error.
    const value = Math.min(maximum, Math.max(minimum, Number(mean.toPrecision(6))));
    return { time: at.getTime(), value, minimum, maximum };
  });
  return { points, stepMs: rows[0]?.stepped === true ? stepMs : 0 };
}
