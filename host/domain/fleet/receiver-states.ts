import { type Kysely, sql } from 'kysely';
import { receiverStatuses } from '#model/entities/receiver.ts';
import type { BusEvent } from '../../platform/bus/bus.ts';
import type { Schema } from '../../platform/store/schema.ts';

/** A receiver came into a state (RX-10); `ts` in ms since the epoch. */
export type StateChange = { rxId: number; status: number; ts: number };

/** The state of a receiver that never said anything. */
export const firstStatus = receiverStatuses.offline;

/**
 * Writes a receiver's new state, and the event by which the timeline knows it. Answers false, and writes nothing, where the receiver is
 * gone, is not in the state `before` any more (another host has told it since), or came into it later than this is of.
 */
export async function setReceiverState(
  db: Kysely<Schema>,
  systemId: string,
  { rxId, status, ts }: StateChange,
  before: number,
): Promise<boolean> {
  const at = new Date(ts);
  const written = await db
    .insertInto('receiver_reports')
    .columns(['rx_id', 'status', 'status_time'])
    .expression((eb) =>
      eb
        .selectFrom('receivers')
        .select(['id', eb.cast<number>(eb.val(status), 'smallint').as('status')])
        .select(eb.cast<Date>(eb.val(at), 'timestamptz').as('at'))
        .where('id', '=', rxId)
        .where('system_id', '=', systemId),
    )
    .onConflict((conflict) =>
      conflict
        .column('rx_id')
        .doUpdateSet({ status, status_time: at })
        .where('receiver_reports.status', '=', before)
        .where(sql<boolean>`coalesce(receiver_reports.status_time <= excluded.status_time, true)`),
    )
    .returning('rx_id')
    .executeTakeFirst();
  if (written === undefined) return false;
  await db
    .insertInto('receiver_state_events')
    .values({ system_id: systemId, rx_id: rxId, at, status })
    .onConflict((conflict) => conflict.columns(['rx_id', 'at']).doUpdateSet({ status }))
    .execute();
  return true;
}

/** What consoles hear of it (SOCK-2). */
export function stateMessage(systemId: string, { rxId, status, ts }: StateChange): BusEvent {
  return { kind: 'message', mitasId: systemId, message: { type: 'newRxState', payload: { rxId, state: status, ts } } };
}
