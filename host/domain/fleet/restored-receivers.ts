import { receiverModels } from '#model/entities/receiver.ts';
import type { Bus, BusEvent } from '../../platform/bus/bus.ts';
import type { Db } from '../../platform/store/database.ts';
import { errorText } from '../../platform/store/error-text.ts';
import { type StoredReceiver, receiversWithSettings } from '../../platform/store/fleet/receivers.ts';
import { stateMessage } from './receiver-states.ts';

/** A log for warnings with details. */
type WarningLog = { warn(details: object, text: string): void };

/**
 * When a receiver is restored, sends consoles its last reports (RX-38): the change holds only what people set
 * (RX-21), so without this the receiver would seem never to have reported. Returns a function that stops it
 * once pending messages are sent.
 */
export function watchRestored({ database, bus, log }: { database: Db; bus: Bus; log: WarningLog }): () => Promise<void> {
  let sending: Promise<void> = Promise.resolve();
  const send = async (mitasId: string, rxIds: readonly number[]) => {
    try {
      const rows = await receiversWithSettings(database, mitasId, rxIds);
      for (const message of rows.flatMap((row) => reportsOf(mitasId, row))) bus.publish(message);
    } catch (error) {
      const details = { mitasId, rxIds, reason: errorText(error) };
      log.warn(details, 'reports of restored receivers could not be read; consoles show them after a reload');
    }
  };
  const end = bus.subscribe((event) => {
    if (event.kind !== 'changed') return;
    const rxIds = event.change.items.filter(({ kind }) => kind === 'receiver.restored').map(({ id }) => id);
    if (rxIds.length > 0) sending = sending.then(() => send(event.mitasId, rxIds));
  });
  return async () => {
    end();
    await sending;
  };
}

/** Returns the messages for what a receiver has reported. */
function reportsOf(mitasId: string, row: StoredReceiver): BusEvent[] {
  const { id: rxId, reported_model: model, info_time, status, status_time } = row;
  const messages: BusEvent[] = [];
  if (model !== null && model !== receiverModels.unknown)
    messages.push({ kind: 'message', mitasId, message: { type: 'newRxModel', payload: { rxId, model } } });
  if (status !== null && status_time !== null) messages.push(stateMessage(mitasId, { rxId, status, ts: status_time.getTime() }));
  if (info_time !== null) {
    const payload = {
      rxId,
      ts: info_time.getTime(),
      voltage: row.voltage,
      memoryUsedMb: row.memory_used_mb,
      memoryTotalMb: row.memory_total_mb,
      firmwareMajor: row.firmware_major,
      firmwareMinor: row.firmware_minor,
      firmwarePatch: row.firmware_patch,
    };
    messages.push({ kind: 'message', mitasId, message: { type: 'rxInfo', payload } });
  }
  if (row.contact_at !== null)
    messages.push({
      kind: 'message',
      mitasId,
      message: { type: 'rxContacts', payload: [{ rxId, ts: row.contact_at.getTime() }] },
    });
  return messages;
}
