import type { Db } from '../../platform/store/database.ts';
import { addAlarms } from '../../platform/store/fleet/alarms.ts';
import { addStateEvents } from '../../platform/store/fleet/receiver-states.ts';
import { receiversAtSites } from '../../platform/store/fleet/receivers.ts';
import type { Chronicle } from './chronicle.ts';
import type { World, WorldReceiver } from './world.ts';

/** What became of one receiver, with its id in the database. */
export type ReceiverPast = Chronicle & { receiver: WorldReceiver; rxId: number };

/**
 * Writes state changes and alarms of several receivers (RX-10, ALM-1), alarms in the order in which they were
 * raised. Of one receiver and moment there is one state, the last of `pasts`, which holds no two. Receivers
 * and sites may have been renamed since the study was founded: an alarm has the names of its time.
 */
export async function recordPasts(db: Db, systemId: string, world: World, pasts: readonly ReceiverPast[]): Promise<void> {
  await addStateEvents(
    db,
    systemId,
    pasts.flatMap(({ rxId, changes }) => changes.map((change) => ({ rxId, ...change }))),
  );
  const names = new Map((await receiversAtSites(db, systemId)).map((row) => [row.id, row]));
  const alarms = pasts
    .flatMap(({ rxId, receiver, alarms: raised }) => raised.map(({ ts, code }) => ({ ts, code, rxId, receiver })))
    .sort((a, b) => a.ts - b.ts)
    .map(({ ts, code, rxId, receiver }) => ({
      system_id: systemId,
      alarm_code_id: code,
      rx_id: rxId,
      alias: names.get(rxId)?.alias ?? receiver.alias,
      site_name: names.get(rxId)?.site ?? world.sites[receiver.site]?.alias ?? '',
      at: new Date(ts),
    }));
  await addAlarms(db, alarms);
}
