import { sql } from 'kysely';
import type { ReceiverState } from '#model/entities/receiver.ts';
import type { Database } from '../../platform/store/database.ts';
import type { Handlers } from './call-handlers.ts';

/** CALL-3: receivers. */
export function receivers({ db }: Pick<Database, 'db'>): Handlers {
  return {
    async getReceiverStates({ system }) {
      const since = sql<Date>`now() - interval '7 days'`;
      const events = () =>
        db.selectFrom('receiver_state_events').select(['rx_id', 'at', 'status']).where('system_id', '=', system.mitasId);
      const [states, before] = await Promise.all([
        events().where('at', '>=', since).orderBy('at').orderBy('rx_id').execute(),
        events().distinctOn('rx_id').where('at', '<', since).orderBy('rx_id').orderBy('at', 'desc').execute(),
      ]);
      return { states: states.map(toState), initialStates: before.map(toState) };
    },
  };
}

function toState({ rx_id, at, status }: { rx_id: number; at: Date; status: number }): ReceiverState {
  return { rxId: rx_id, state: status, ts: at.getTime() };
}
