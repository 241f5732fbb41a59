import { sql } from 'kysely';
import type { Level } from '#model/entities/receiver-health.ts';
import { receiverModels } from '#model/entities/receiver.ts';
import type { Db } from '../database.ts';
import { prepared } from '../prepared.ts';

/**
 * A receiver's report about itself (SOCK-27): `ts` in ms since 1970, voltage in V, memory in MB (total 0: no
 * card), `model` as in RX-1. Null: not reported.
 */
export type ReceiverReport = {
  rxId: number;
  ts: number;
  model: number | null;
  voltage: number | null;
  memoryUsedMb: number | null;
  memoryTotalMb: number | null;
  firmware: readonly [major: number, minor: number, patch: number] | null;
};

/**
 * A receiver's newest values after a report, its model before the report, and the levels at which it was last
 * judged (ALM-6). `judged` is null if the receiver raises no alarms, because it is disabled or retired.
 */
export type KnownReport = ReceiverReport & {
  modelBefore: number | null;
  judged: { memory: Level | null; voltage: Level | null } | null;
};

type KnownRow = Record<
  'voltage' | 'memory_used_mb' | 'memory_total_mb' | 'firmware_major' | 'firmware_minor' | 'firmware_patch',
  number | null
> & {
  rx_id: number;
  info_time: Date;
  model: number | null;
  model_before: number | null;
  memory_level: Level | null;
  voltage_level: Level | null;
  is_watched: boolean;
};

/**
 * Stores what receivers of a system report. A report older than the stored one is ignored; values missing in
 * a report are kept. Returns the present values of the receivers for which a report was stored. Locks the
 * receivers until the transaction ends: a receiver that is being deleted is either heard first, and then
 * kept, or already gone (RX-35).
 */
export async function writeReports({ db }: Db, systemId: string, reports: readonly ReceiverReport[]): Promise<KnownReport[]> {
  if (reports.length === 0) return [];
  const rxIds = reports.map(({ rxId }) => rxId);
  const newest = (column: string) => {
    const said = sql.ref(`report.${column}`);
    return sql`(array_agg(${said} order by report.info_time desc) filter (where ${said} is not null))[1] as ${sql.ref(column)}`;
  };
  // Lock in the order of ids, so that concurrent writers wait for each other instead of deadlocking.
  const { rows } = await sql<KnownRow>`${prepared}
    with reporting as materialized (
      select id, enabled and retired_at is null as is_watched from receivers where system_id = ${systemId} and id = any(${rxIds})
      order by id for key share
    ), before as materialized (
      select rx_id, info_time, model from receiver_reports where rx_id = any(${rxIds})
    ), report as (
      select * from jsonb_to_recordset(${JSON.stringify(reports.map(toRow))}::jsonb) as report (rx_id integer, info_time timestamptz,
        model smallint, voltage real, memory_used_mb real, memory_total_mb real, firmware_major smallint, firmware_minor smallint,
        firmware_patch smallint)
    ), written as (
      insert into receiver_reports as known (rx_id, info_time, model, voltage, memory_used_mb, memory_total_mb,
          firmware_major, firmware_minor, firmware_patch)
        select reporting.id, max(report.info_time), ${newest('model')}, ${newest('voltage')}, ${newest('memory_used_mb')},
          ${newest('memory_total_mb')}, ${newest('firmware_major')}, ${newest('firmware_minor')}, ${newest('firmware_patch')}
        from report join reporting on reporting.id = report.rx_id left join before on before.rx_id = report.rx_id
        where before.info_time is null or before.info_time <= report.info_time
        group by reporting.id order by reporting.id
      on conflict (rx_id) do update set
        info_time = excluded.info_time,
        -- One that does not say what it said before has not lost it.
        model = coalesce(excluded.model, known.model),
        voltage = coalesce(excluded.voltage, known.voltage),
        memory_used_mb = coalesce(excluded.memory_used_mb, known.memory_used_mb),
        memory_total_mb = coalesce(excluded.memory_total_mb, known.memory_total_mb),
        firmware_major = coalesce(excluded.firmware_major, known.firmware_major),
        firmware_minor = coalesce(excluded.firmware_minor, known.firmware_minor),
        firmware_patch = coalesce(excluded.firmware_patch, known.firmware_patch)
      where known.info_time is null or known.info_time <= excluded.info_time
      returning *
    )
    select written.*, before.model as model_before, is_watched
    from written join reporting on reporting.id = rx_id left join before using (rx_id) order by rx_id`.execute(db);
  return rows.map(toReport);
}

function toRow({ rxId, ts, model, voltage, memoryUsedMb, memoryTotalMb, firmware }: ReceiverReport) {
  const [firmware_major, firmware_minor, firmware_patch] = firmware ?? [null, null, null];
  return {
    rx_id: rxId,
    info_time: new Date(ts),
    model: model === receiverModels.unknown ? null : model,
    voltage,
    memory_used_mb: memoryUsedMb,
    memory_total_mb: memoryTotalMb,
    firmware_major,
    firmware_minor,
    firmware_patch,
  };
}

function toReport(row: KnownRow): KnownReport {
  const { firmware_major: major, firmware_minor: minor, firmware_patch: patch } = row;
  return {
    rxId: row.rx_id,
    ts: row.info_time.getTime(),
    model: row.model,
    modelBefore: row.model_before,
    judged: row.is_watched ? { memory: row.memory_level, voltage: row.voltage_level } : null,
    voltage: row.voltage,
    memoryUsedMb: row.memory_used_mb,
    memoryTotalMb: row.memory_total_mb,
    firmware: major === null || minor === null || patch === null ? null : [major, minor, patch],
  };
}
