import { receiverStatuses } from '#model/entities/receiver.ts';
import type { BusEvent } from '../../platform/bus/bus.ts';
import type { NotedReceiver } from '../../platform/store/fleet/heard-receivers.ts';
import type { StateChange } from '../../platform/store/fleet/receiver-states.ts';

/** The state of a receiver that never said anything. */
export const firstStatus = receiverStatuses.offline;

/** What consoles hear of it (SOCK-2). */
export function stateMessage(systemId: string, { rxId, status, ts }: StateChange): BusEvent {
  return { kind: 'message', mitasId: systemId, message: { type: 'newRxState', payload: { rxId, state: status, ts } } };
}

/** What consoles hear of when receivers were heard (RX-43), in as many messages as they have room in. */
export function heardMessages(systemId: string, noted: readonly NotedReceiver[]): BusEvent[] {
  const heard = noted.map(({ rxId, at, uploadsEveryMs }) => ({ rxId, ts: at, uploadsEveryMs }));
  return Array.from({ length: Math.ceil(heard.length / mostInMessage) }, (_, nth) => ({
    kind: 'message',
    mitasId: systemId,
    message: { type: 'rxHeard', payload: heard.slice(nth * mostInMessage, (nth + 1) * mostInMessage) },
  }));
}

/** Few enough for what one host tells another at once. */
const mostInMessage = 100;
