import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/store/schema.ts';
import type { Chronicle } from './chronicle.ts';
import type { World, WorldReceiver } from './world.ts';

/** What became of one receiver, with its id in the database. */
export type Told = Chronicle & { receiver: WorldReceiver; rxId: number };

const rowsPerInsert = 2_000;

/**
 * Writes state changes and alarms of several receivers (RX-10, ALM-1), alarms in the order in which they were raised. Of one receiver and
 * moment there is one state, the one told last; `told` holds no two.
 */
export async function recordChanges(db: Kysely<Schema>, systemId: string, world: World, told: readonly Told[]): Promise<void> {
  const events = told.flatMap(({ rxId, changes }) =>
    changes.map(({ ts, status }) => ({ system_id: systemId, rx_id: rxId, at: new Date(ts), status })),
  );
  for (let start = 0; start < events.length; start += rowsPerInsert) {
    await db
      .insertInto('receiver_state_events')
      .values(events.slice(start, start + rowsPerInsert))
      .onConflict((conflict) => conflict.columns(['rx_id', 'at']).doUpdateSet((row) => ({ status: row.ref('excluded.status') })))
      .execute();
  }
  const names = await namesOf(db, systemId);
  const alarms = told
    .flatMap(({ rxId, receiver, alarms: raised }) => raised.map(({ ts, code }) => ({ ts, code, rxId, receiver })))
    .sort((a, b) => a.ts - b.ts)
    .map(({ ts, code, rxId, receiver }) => ({
      system_id: systemId,
      alarm_code_id: code,
      rx_id: rxId,
      alias: names.get(rxId)?.alias ?? receiver.alias,
      site_name: names.get(rxId)?.site_name ?? world.sites[receiver.site]?.alias ?? '',
      at: new Date(ts),
    }));
  for (let start = 0; start < alarms.length; start += rowsPerInsert) {
    await db
      .insertInto('alarms')
      .values(alarms.slice(start, start + rowsPerInsert))
      .execute();
  }
}

/** Receivers and sites may have been renamed since the study was founded: an alarm tells the names of its time. */
async function namesOf(db: Kysely<Schema>, systemId: string) {
  const rows = await db
    .selectFrom('receivers')
    .leftJoin('sites', 'sites.id', 'receivers.site_id')
    .select(['receivers.id', 'receivers.alias', 'sites.alias as site_name'])
    .where('receivers.system_id', '=', systemId)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
