import type { Db } from '../database.ts';
import { inBatches } from '../in-batches.ts';
import type { SimulatedDeed } from '../schema-commands.ts';

/** What a simulated receiver did at somebody's word, and when (ms). */
export type DeedDone = { rxId: number; at: number; deed: SimulatedDeed };

/** All that the receivers of a simulated system did, in order of time. */
export async function deedsDone({ db }: Db, systemId: string): Promise<DeedDone[]> {
  const rows = await db
    .selectFrom('simulated_deeds')
    .select(['rx_id', 'at', 'deed'])
    .where('system_id', '=', systemId)
    .orderBy('at')
    .orderBy('rx_id')
    .orderBy('deed')
    .execute();
  return rows.map(({ rx_id, at, deed }) => ({ rxId: rx_id, at: at.getTime(), deed }));
}

/** Notes what receivers do, before anything comes of it. */
export async function noteDeeds({ db }: Db, systemId: string, deeds: readonly DeedDone[]): Promise<void> {
  const rows = deeds.map(({ rxId, at, deed }) => ({ system_id: systemId, rx_id: rxId, at: new Date(at), deed }));
  await inBatches(rows, (some) =>
    db
      .insertInto('simulated_deeds')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}
