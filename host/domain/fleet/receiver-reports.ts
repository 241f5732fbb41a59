import { receiverModels } from '#model/entities/receiver.ts';
import type { BusEvent } from '../../platform/bus/bus.ts';
import type { ReceiverReport } from '../../platform/store/fleet/receiver-reports.ts';

/**
 * Returns the messages that tell consoles about a report (SOCK-27), and about the model if it changed
 * (newRxModel).
 */
export function reportMessages(systemId: string, report: ReceiverReport, modelBefore: number | null): BusEvent[] {
  const { rxId, ts, model, voltage, memoryUsedMb, memoryTotalMb, firmware } = report;
  const [firmwareMajor, firmwareMinor, firmwarePatch] = firmware ?? [null, null, null];
  const payload = {
    rxId,
    ts,
    voltage,
    memoryUsedMb,
    // A total of 0 means that there is no card (RX-19).
    memoryTotalMb: memoryTotalMb === 0 ? null : memoryTotalMb,
    firmwareMajor,
    firmwareMinor,
    firmwarePatch,
  };
  const info: BusEvent = { kind: 'message', mitasId: systemId, message: { type: 'rxInfo', payload } };
  if (model === null || model === receiverModels.unknown || model === modelBefore) return [info];
  return [{ kind: 'message', mitasId: systemId, message: { type: 'newRxModel', payload: { rxId, model } } }, info];
}
