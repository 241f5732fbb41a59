import { type Receiver, statusBy } from '#model/entities/receiver.ts';
import type { StoredReceiver } from '../../platform/store/fleet/receivers.ts';

/**
 * Converts a stored receiver to the contract's form. The model it reported takes precedence over the one
 * people entered.
 */
export function toReceiver(row: StoredReceiver): Receiver {
  return {
    id: row.id,
    SiteId: row.site_id,
    alias: row.alias,
    model: row.reported_model ?? row.model,
    ipAddress: row.ip_address,
    portNumber: row.port_number,
    enabled: row.enabled,
    status: statusBy(row, row.status),
    statusTime: row.status_time?.getTime() ?? null,
    color: row.color,
    latitude: row.latitude,
    longitude: row.longitude,
    memoryUsedMb: row.memory_used_mb,
    memoryTotalMb: row.memory_total_mb,
    voltage: row.voltage,
    firmwareMajor: row.firmware_major,
    firmwareMinor: row.firmware_minor,
    firmwarePatch: row.firmware_patch,
    infoTime: row.info_time?.getTime() ?? null,
    heardTime: row.heard_at?.getTime() ?? null,
    uploadsEveryMs: row.uploads_every_ms,
    ...(row.contact_at !== null && { contactTime: row.contact_at.getTime() }),
    ...(row.snooze_until !== null && { snoozeUntil: row.snooze_until.getTime() }),
    rev: row.rev,
  };
}
