import { type ReceiverState } from '#model/entities/receiver.ts';
import { invalidRequest } from '../../platform/api-error.ts';
import type { Database } from '../../platform/store/database.ts';
import { recentStates, type StateChange } from '../../platform/store/fleet/receiver-states.ts';
import { stateSpans } from '../../platform/store/fleet/state-timeline.ts';
import type { Handlers } from './call-handlers.ts';
import { spanOf } from './time-span.ts';

/**
 * The most events in one timeline: as many as 500 receivers have in a week if each changes 14 times a day.
 */
const maxEvents = 50_000;
/** How many past days are returned if the call names no time (RX-42). */
const usualDays = 7;

/** Returns the handlers for receivers (CALL-3). */
export function receivers(database: Pick<Database, 'db' | 'reads'>) {
  return {
    async getReceiverStates({ system }) {
      const { states, before } = await recentStates(database, system.mitasId);
      return { states: states.map(toState), initialStates: before.map(toState) };
    },

    async getStateTimeline({ caller, system, query, exchange }) {
      const { from, to } = spanOf(query, Date.now(), usualDays);
      if (from >= to) return { timeline: [] };
      const rxIds = query.rxIds ?? null;
      const spans = await database.reads.read(caller.userId, exchange.gone(), (read) =>
        stateSpans(read, system.mitasId, { from, to, rxIds, limit: maxEvents }),
      );
      if (spans === null)
        throw invalidRequest(`These are more than ${maxEvents} states: ask for fewer receivers or a shorter time`, 'rxIds');
      return {
        timeline: spans.map((span) => ({
          ReceiverId: span.rxId,
          startTime: span.from,
          endTime: span.to,
          status: span.status,
          duration: span.to - span.from,
        })),
      };
    },
  } satisfies Partial<Handlers>;
}

function toState({ rxId, status, ts }: StateChange): ReceiverState {
  return { rxId, state: status, ts };
}
