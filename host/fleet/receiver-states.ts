import type { Kysely } from 'kysely';
import type { BusEvent } from '../realtime/bus.ts';
import type { Schema } from '../store/schema.ts';

/** A receiver came into a state (spec §4); `ts` in ms since the epoch. */
export type StateChange = { rxId: number; status: number; ts: number };

/** Writes a receiver's new state, and the event by which the timeline knows it. */
export async function setReceiverState(db: Kysely<Schema>, systemId: string, { rxId, status, ts }: StateChange): Promise<void> {
  const at = new Date(ts);
  await db
    .updateTable('receivers')
    .set({ status, status_time: at })
    .where('id', '=', rxId)
    .where('system_id', '=', systemId)
    .execute();
  await db
    .insertInto('receiver_state_events')
    .values({ system_id: systemId, rx_id: rxId, at, status })
    .onConflict((conflict) => conflict.columns(['rx_id', 'at']).doUpdateSet({ status }))
    .execute();
}

/** What consoles hear of it (spec §4, newRxState). */
export function stateMessage(systemId: string, { rxId, status, ts }: StateChange): BusEvent {
  return { kind: 'message', mitasId: systemId, message: { type: 'newRxState', payload: { rxId, state: status, ts } } };
}
