import type { Database } from '../../platform/store/database.ts';
import { countAnimalsHeard } from '../../platform/store/detection/animals-heard.ts';
import type { Handlers } from './call-handlers.ts';

/** Returns the handler that counts the animals heard (NAV-37). */
export function animalsHeard(database: Pick<Database, 'reads'>) {
  return {
    async countAnimalsHeard({ caller, system, query, exchange }) {
      return database.reads.read(caller.userId, exchange.gone(), (lane) =>
        countAnimalsHeard(lane, system.mitasId, { from: query.from, now: Date.now() }),
      );
    },
  } satisfies Partial<Handlers>;
}
