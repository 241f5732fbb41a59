import { notFound } from '../../platform/api-error.ts';
import { inOneState, type Database } from '../../platform/store/database.ts';
import { tagHistory } from '../../platform/store/detection/tag-history.ts';
import type { Handlers } from './call-handlers.ts';

/** Returns the handler that tells where a tag went (VISIT-5). */
export function tagHistories(database: Pick<Database, 'reads'>) {
  return {
    async getTagHistory({ caller, system, params, exchange }) {
      const found = await database.reads.read(caller.userId, exchange.gone(), (lane) =>
        inOneState(lane, (state) => tagHistory(state, system.mitasId, params.id)),
      );
      if (found === undefined) throw notFound(`There is no tag ${params.id} in this system`);
      return found;
    },
  } satisfies Partial<Handlers>;
}
