import { sql } from 'kysely';
import { receiverModels } from '#model/entities/receiver.ts';
import type { Db } from '../database.ts';

/**
 * What a receiver reports of itself (SOCK-27): `ts` in ms since the epoch, voltage in V, memory in MB;
 * `model` as in RX-1.
 */
export type ReceiverReport = {
  rxId: number;
  ts: number;
  model: number;
  voltage: number;
  memoryUsedMb: number;
  memoryTotalMb: number;
  firmware: readonly [major: number, minor: number, patch: number];
};

/**
 * Keeps what receivers of a system report, each as it is newest by its own time; of one receiver there is one
 * report at the most. The receivers are held until the transaction ends, so that one that is being deleted is
 * either heard before, and kept, or gone (RX-35).
 */
export async function writeReports({ db }: Db, systemId: string, reports: readonly ReceiverReport[]): Promise<void> {
  if (reports.length === 0) return;
  // In the order of their numbers: two who write at once wait for each other, never for one another's next.
  await sql`
    with reporting as materialized (
      select id from receivers where system_id = ${systemId} and id = any(${reports.map(({ rxId }) => rxId)})
      order by id for key share)
    insert into receiver_reports as known (rx_id, info_time, model, voltage, memory_used_mb, memory_total_mb,
        firmware_major, firmware_minor, firmware_patch)
      select reporting.id, report.info_time, report.model, report.voltage, report.memory_used_mb, report.memory_total_mb,
        report.firmware_major, report.firmware_minor, report.firmware_patch
      from jsonb_to_recordset(${JSON.stringify(reports.map(toRow))}::jsonb) as report (rx_id integer, info_time timestamptz, model smallint,
        voltage real, memory_used_mb real, memory_total_mb real, firmware_major smallint, firmware_minor smallint, firmware_patch smallint)
      join reporting on reporting.id = report.rx_id
      order by reporting.id
    on conflict (rx_id) do update set
      info_time = excluded.info_time,
      -- One that does not name its model has not lost it.
      model = coalesce(excluded.model, known.model),
      voltage = excluded.voltage,
      memory_used_mb = excluded.memory_used_mb,
      memory_total_mb = excluded.memory_total_mb,
      firmware_major = excluded.firmware_major,
      firmware_minor = excluded.firmware_minor,
      firmware_patch = excluded.firmware_patch
    where known.info_time is null or known.info_time <= excluded.info_time`.execute(db);
}

function toRow({ rxId, ts, model, voltage, memoryUsedMb, memoryTotalMb, firmware }: ReceiverReport) {
  const [firmware_major, firmware_minor, firmware_patch] = firmware;
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
