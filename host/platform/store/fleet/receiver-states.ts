import { sql } from 'kysely';
import type { Db } from '../database.ts';

/** A receiver came into a state (RX-10); `ts` in ms since the epoch. */
export type StateChange = { rxId: number; status: number; ts: number };

/**
 * Writes a receiver's new state, and the event by which the timeline knows it. Answers false, and writes
 * nothing, where the receiver is gone, is not in the state `before` any more (another host has set it since),
 * or came into it later than this is of.
 */
export async function setReceiverState(
  { db }: Db,
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

type StateRow = { rx_id: number; at: Date; status: number };
const toChange = ({ rx_id, at, status }: StateRow): StateChange => ({ rxId: rx_id, status, ts: at.getTime() });

/** A system's state changes of the last seven days by time, and of each receiver the last one before them. */
export async function recentStates({ db }: Db, systemId: string): Promise<{ states: StateChange[]; before: StateChange[] }> {
  const since = sql<Date>`now() - interval '7 days'`;
  const events = () => db.selectFrom('receiver_state_events').select(['rx_id', 'at', 'status']).where('system_id', '=', systemId);
  const [states, before] = await Promise.all([
    events().where('at', '>=', since).orderBy('at').orderBy('rx_id').execute(),
    events().distinctOn('rx_id').where('at', '<', since).orderBy('rx_id').orderBy('at', 'desc').execute(),
  ]);
  return { states: states.map(toChange), before: before.map(toChange) };
}

const rowsPerInsert = 2_000;

/**
 * Writes past states of several receivers. Of one receiver and moment there is one, the last written;
 * `changes` holds no two.
 */
export async function addStateEvents({ db }: Db, systemId: string, changes: readonly StateChange[]): Promise<void> {
  const rows = changes.map(({ rxId, ts, status }) => ({ system_id: systemId, rx_id: rxId, at: new Date(ts), status }));
  for (let start = 0; start < rows.length; start += rowsPerInsert)
    await db
      .insertInto('receiver_state_events')
      .values(rows.slice(start, start + rowsPerInsert))
      .onConflict((conflict) => conflict.columns(['rx_id', 'at']).doUpdateSet((row) => ({ status: row.ref('excluded.status') })))
      .execute();
}

/** Writes the first states of receivers that have none yet. */
export async function addFirstStates({ db }: Db, states: readonly StateChange[]): Promise<void> {
  await db
    .insertInto('receiver_reports')
    .values(states.map(({ rxId, status, ts }) => ({ rx_id: rxId, status, status_time: new Date(ts) })))
    .onConflict((conflict) => conflict.column('rx_id').doNothing())
    .execute();
}
