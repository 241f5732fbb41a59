import { receiverStatuses } from '#model/entities/receiver.ts';
import type { BusEvent } from '../../platform/bus/bus.ts';
import type { NotedReceiver } from '../../platform/store/fleet/heard-receivers.ts';
import type { StateChange } from '../../platform/store/fleet/receiver-states.ts';

/** The state of a receiver that has never sent anything. */
export const firstStatus = receiverStatuses.offline;

/** Returns the message about a state for consoles (SOCK-2). */
export function stateMessage(systemId: string, { rxId, status, ts }: StateChange): BusEvent {
  return { kind: 'message', mitasId: systemId, message: { type: 'newRxState', payload: { rxId, state: status, ts } } };
}

/** Returns the messages about when receivers were heard (RX-43), split to the size of a message. */
export function heardMessages(systemId: string, noted: readonly NotedReceiver[]): BusEvent[] {
  const heard = noted.map(({ rxId, at, uploadsEveryMs }) => ({ rxId, ts: at, uploadsEveryMs }));
  return Array.from({ length: Math.ceil(heard.length / mostInMessage) }, (_, nth) => ({
    kind: 'message',
    mitasId: systemId,
    message: { type: 'rxHeard', payload: heard.slice(nth * mostInMessage, (nth + 1) * mostInMessage) },
  }));
}

/** How many receivers one message has, so that it is small enough to pass between hosts. */
const mostInMessage = 100;
