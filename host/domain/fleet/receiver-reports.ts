import { type Kysely, sql } from 'kysely';
import { receiverModels } from '#model/entities/receiver.ts';
import type { BusEvent } from '../../platform/bus/bus.ts';
import type { Schema } from '../../platform/store/schema.ts';

/** What a receiver tells of itself (SOCK-27): `ts` in ms since the epoch, voltage in V, memory in MB; `model` as in RX-1. */
export type ReceiverReport = {
  rxId: number;
  ts: number;
  model: number;
  voltage: number;
  memoryUsedMb: number;
  memoryTotalMb: number;
  firmware: readonly [major: number, minor: number, patch: number];
};

/** Keeps what receivers of a system report, each as it is newest by its own time; of one receiver there is one report at the most. */
export async function writeReports(db: Kysely<Schema>, systemId: string, reports: readonly ReceiverReport[]): Promise<void> {
  if (reports.length === 0) return;
  // In the order of their numbers: two who write at once wait for each other, never for one another's next.
  await sql`
    insert into receiver_reports as known (rx_id, info_time, model, voltage, memory_used_mb, memory_total_mb,
        firmware_major, firmware_minor, firmware_patch)
      select receivers.id, report.info_time, report.model, report.voltage, report.memory_used_mb, report.memory_total_mb,
        report.firmware_major, report.firmware_minor, report.firmware_patch
      from jsonb_to_recordset(${JSON.stringify(reports.map(toRow))}::jsonb) as report (rx_id integer, info_time timestamptz, model smallint,
        voltage real, memory_used_mb real, memory_total_mb real, firmware_major smallint, firmware_minor smallint, firmware_patch smallint)
      join receivers on receivers.id = report.rx_id and receivers.system_id = ${systemId}
      order by receivers.id
    on conflict (rx_id) do update set
      info_time = excluded.info_time,
      -- One that does not tell its model has not lost it.
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

/** What consoles hear of a report (SOCK-27), and of the model where it was another one before, or none (newRxModel). */
export function reportMessages(systemId: string, report: ReceiverReport, modelBefore: number | null): BusEvent[] {
  const { rxId, ts, model, voltage, memoryUsedMb, memoryTotalMb, firmware } = report;
  const [firmwareMajor, firmwareMinor, firmwarePatch] = firmware;
  const payload = { rxId, ts, voltage, memoryUsedMb, memoryTotalMb, firmwareMajor, firmwareMinor, firmwarePatch };
  const info: BusEvent = { kind: 'message', mitasId: systemId, message: { type: 'rxInfo', payload } };
  if (model === receiverModels.unknown || model === modelBefore) return [info];
  return [{ kind: 'message', mitasId: systemId, message: { type: 'newRxModel', payload: { rxId, model } } }, info];
}
