import { receiverStatuses } from '#model/entities/receiver.ts';
import type { BusEvent } from '../../platform/bus/bus.ts';
import type { StateChange } from '../../platform/store/fleet/receiver-states.ts';

/** The state of a receiver that never said anything. */
export const firstStatus = receiverStatuses.offline;

/** What consoles hear of it (SOCK-2). */
export function stateMessage(systemId: string, { rxId, status, ts }: StateChange): BusEvent {
  return { kind: 'message', mitasId: systemId, message: { type: 'newRxState', payload: { rxId, state: status, ts } } };
}
