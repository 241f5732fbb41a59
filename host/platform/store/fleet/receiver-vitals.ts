import { type RawBuilder, sql } from 'kysely';
import type { NewestVitals, VitalsPoint } from '#model/entities/vitals.ts';
import type { Db } from '../database.ts';
import { prepared } from '../prepared.ts';
import type { ReportOutcome } from './first-of-each.ts';

/**
 * A receiver's vitals (VIT-2): `ts` in ms since 1970, by its own clock; null: not reported. State as in
 * RX-10, model as in RX-1, voltage in V, memory in MB (total 0: no card), temperature in °C. `clockOffsetMs`:
 * its clock minus the host's when they arrived.
 */
export type ReceiverVitals = {
  rxId: number;
  ts: number;
  status: number | null;
  model: number | null;
  voltage: number | null;
  memoryUsedMb: number | null;
  memoryTotalMb: number | null;
  temperature: number | null;
  firmware: readonly [major: number, minor: number, patch: number] | null;
  clockOffsetMs: number | null;
};

const wordColumns = [
  'status',
  'model',
  'voltage',
  'memory_used_mb',
  'memory_total_mb',
  'temperature',
  'firmware_major',
  'firmware_minor',
  'firmware_patch',
] as const;
const said = sql.join(wordColumns.map((column) => sql.ref(column)));

/**
 * Adds new vitals to the history, at most one for each receiver and time. Returns each one's result, in the
 * same order. Locks the receivers until the transaction ends, like `writeReports`.
 */
export async function addVitals({ db }: Db, systemId: string, vitals: readonly ReceiverVitals[]): Promise<ReportOutcome[]> {
  if (vitals.length === 0) return [];
  const held = await heldReceivers({ db }, systemId, [...new Set(vitals.map(({ rxId }) => rxId))]);
  const rows = vitals.map(toRow).filter(({ rx_id }) => held.has(rx_id));
  const { rows: added } = await sql<{ rx_id: number; ts: Date }>`${prepared}
    insert into receiver_vitals (rx_id, ts, ${said}, clock_offset_ms)
    select rx_id, ts, ${said}, clock_offset_ms from ${given(rows)} order by rx_id, ts
    on conflict do nothing returning rx_id, ts`.execute(db);
  const isAdded = new Set(added.map(({ rx_id, ts }) => `${rx_id} ${ts.getTime()}`));
  const outcomes = vitals.map(({ rxId, ts }): ReportOutcome => {
    if (!held.has(rxId)) return 'gone';
    return isAdded.has(`${rxId} ${ts}`) ? 'added' : 'duplicate';
  });
  for (const place of await differingAmong(
    { db },
    rows.filter(({ place: at }) => outcomes[at] === 'duplicate'),
  ))
    outcomes[place] = 'differs';
  return outcomes;
}

async function heldReceivers({ db }: Db, systemId: string, rxIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`${prepared}
    select id from receivers where system_id = ${systemId} and id = any(${rxIds}) order by id for key share`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Returns the indexes of vitals for which other values are stored. */
async function differingAmong({ db }: Db, rows: readonly VitalsRow[]): Promise<number[]> {
  if (rows.length === 0) return [];
  const wordsOf = (table: string) => sql.join(wordColumns.map((column) => sql.ref(`${table}.${column}`)));
  const { rows: differing } = await sql<{ place: number }>`
    select given.place from ${given(rows)} join receiver_vitals as there on there.rx_id = given.rx_id and there.ts = given.ts
    where row(${wordsOf('there')}) is distinct from row(${wordsOf('given')})`.execute(db);
  return differing.map(({ place }) => place);
}

function given(rows: readonly VitalsRow[]) {
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (place integer, rx_id integer, ts timestamptz, status smallint,
    model smallint, voltage real, memory_used_mb real, memory_total_mb real, temperature real, firmware_major smallint,
    firmware_minor smallint, firmware_patch smallint, clock_offset_ms bigint)`;
}

type VitalsRow = ReturnType<typeof toRow>;

function toRow({ rxId, ts, firmware, ...said }: ReceiverVitals, place: number) {
  const [firmware_major, firmware_minor, firmware_patch] = firmware ?? [null, null, null];
  return {
    place,
    rx_id: rxId,
    ts: new Date(ts).toISOString(),
    status: said.status,
    model: said.model,
    voltage: said.voltage,
    memory_used_mb: said.memoryUsedMb,
    memory_total_mb: said.memoryTotalMb,
    temperature: said.temperature,
    firmware_major,
    firmware_minor,
    firmware_patch,
    clock_offset_ms: said.clockOffsetMs,
  };
}

type SpreadRow = Record<`${'voltage' | 'memory' | 'temperature'}_${'min' | 'mean' | 'max'}`, number | null> & { at: Date };

/**
 * Returns a receiver's vitals with from ≤ ts < to (ms) as points of `pointMs`, aligned to UTC hours; its
 * newest values; and the offset of its clock. The offset is the largest one of the last day with reports,
 * among reports since the clock was last set: a report that arrives late makes a correct clock look slow
 * (VIT-8).
 */
export async function vitalsPoints(
  { db }: Db,
  rxId: number,
  { from, to, pointMs }: { from: number; to: number; pointMs: number },
): Promise<{ points: VitalsPoint[]; newest: NewestVitals; clockOffsetMs: number | null; clockTs: number | null }> {
  const within = sql`rx_id = ${rxId} and ts >= ${new Date(from)} and ts < ${new Date(to)}`;
  const [voltage, temperature] = [sql`voltage::numeric`, sql`temperature::numeric`];
  const memory = sql`100 * memory_used_mb::numeric / nullif(memory_total_mb, 0)::numeric`;
  const spread = (name: string, value: RawBuilder<unknown>) => sql`min(${value})::float8 as ${sql.ref(`${name}_min`)},
    avg(${value})::float8 as ${sql.ref(`${name}_mean`)}, max(${value})::float8 as ${sql.ref(`${name}_max`)}`;
  const { rows } = await sql<SpreadRow>`
    select date_bin(${pointMs}::float8 * interval '1 ms', ts, 'epoch'::timestamptz) as at, ${spread('voltage', voltage)},
      ${spread('memory', memory)}, ${spread('temperature', temperature)}
    from receiver_vitals where ${within}
    group by 1 having num_nonnulls(max(voltage), max(memory_total_mb), max(temperature)) > 0 order by 1`.execute(db);
  const lastSaid = (value: RawBuilder<unknown>, column: string) => sql`(
    select jsonb_build_object('ts', extract(epoch from ts) * 1000, 'value', ${value})
    from receiver_vitals where ${within} and ${sql.ref(column)} is not null order by ts desc limit 1)`;
  const { rows: said } = await sql<NewestVitals>`
    select ${lastSaid(voltage, 'voltage')} as voltage, ${lastSaid(memory, 'memory_total_mb')} as "memoryPercent",
      ${lastSaid(temperature, 'temperature')} as temperature`.execute(db);
  const { rows: clocks } = await sql<{ off: number | null; at: Date | null }>`
    with clocks as (
      select clock_offset_ms, ts from receiver_vitals
      where rx_id = ${rxId} and clock_offset_ms is not null and ts >= ${new Date(from)} and ts > coalesce((
        select max(changed_at) from commands where rx_id = ${rxId} and type = 'rxSyncClock' and status = 'completed'), '-infinity')
    )
    select max(clock_offset_ms) as off, max(ts) as at
    from clocks where ts > (select max(ts) from clocks) - interval '1 day'`.execute(db);
  const spreadOf = (row: SpreadRow, name: 'voltage' | 'memory' | 'temperature') => {
    const [min, mean, max] = [row[`${name}_min`], row[`${name}_mean`], row[`${name}_max`]];
    return min === null || mean === null || max === null ? null : { min, mean, max };
  };
  const points = rows.map((row) => ({
    from: row.at.getTime(),
    voltage: spreadOf(row, 'voltage'),
    memoryPercent: spreadOf(row, 'memory'),
    temperature: spreadOf(row, 'temperature'),
  }));
  const [clock] = clocks;
  const [newest = { voltage: null, memoryPercent: null, temperature: null }] = said;
  return { points, newest, clockOffsetMs: clock?.off ?? null, clockTs: clock?.at?.getTime() ?? null };
}
