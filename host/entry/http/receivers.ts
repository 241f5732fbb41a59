import type { ReceiverState } from '#model/entities/receiver.ts';
import type { Db } from '../../platform/store/database.ts';
import { recentStates, type StateChange } from '../../platform/store/fleet/receiver-states.ts';
import type { Handlers } from './call-handlers.ts';

/** CALL-3: receivers. */
export function receivers(database: Db): Handlers {
  return {
    async getReceiverStates({ system }) {
      const { states, before } = await recentStates(database, system.mitasId);
      return { states: states.map(toState), initialStates: before.map(toState) };
    },
  };
}

function toState({ rxId, status, ts }: StateChange): ReceiverState {
  return { rxId, state: status, ts };
}
