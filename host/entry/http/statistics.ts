import type { Database } from '../../platform/store/database.ts';
import { countByAntenna, sumByReceiver } from '../../platform/store/contacts/contact-counts.ts';
import { receiversAtSites } from '../../platform/store/fleet/receivers.ts';
import type { CallContext, Handlers } from './call-handlers.ts';
import { spanOf } from './time-span.ts';

/** STAT-1 has every question say its time. */
const noUsualDays = 0;

/** CALL-3: what was heard, in figures. */
export function statistics(database: Pick<Database, 'reads'>): Handlers {
  /** What each antenna heard in the time asked for, and what `more` reads by the same connection. */
  function heard<More>(
    { caller, system, query, exchange }: CallContext<'countContactsPerReceiver' | 'countContactsPerAntenna'>,
    rxIds: readonly number[] | null,
    more: (read: Pick<Database, 'db'>) => Promise<More>,
  ) {
    const now = Date.now();
    const span = spanOf(query, now, noUsualDays);
    return database.reads.read(caller.userId, exchange.gone(), async (read) => ({
      counts: await countByAntenna(read, system.mitasId, { ...span, now, rxIds }),
      more: await more(read),
    }));
  }

  return {
    async countContactsPerReceiver(call) {
      const { counts, more: fleet } = await heard(call, null, (read) => receiversAtSites(read, call.system.mitasId));
      const sums = sumByReceiver(counts);
      return {
        rxContacts: fleet
          .toSorted((one, other) => one.id - other.id)
          .map(({ id, alias, site }) => ({ rxId: id, rxName: alias, siteName: site ?? '', count: sums.get(id) ?? 0 })),
      };
    },

    async countContactsPerAntenna(call) {
      const { counts } = await heard(call, call.query.filteredRxIds ?? null, () => Promise.resolve());
      return { contacts: counts.map(({ rxId, ant, count }) => ({ ReceiverId: rxId, antenna: ant, count })) };
    },
  };
}
