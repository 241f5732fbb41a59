import { sql } from 'kysely';
import type { Db } from '../database.ts';
import { inBatches } from '../in-batches.ts';
import type { SimulatedAction } from '../schema-commands.ts';

/** What a simulated receiver did because of a command, and when (ms). */
export type ActionDone = { rxId: number; at: number; action: SimulatedAction };

/** An action with the command that caused it. */
type CommandedAction = ActionDone & { commandId: string };

/** Returns all actions of a simulated system's receivers, in the order of time. */
export async function actionsDone({ db }: Db, systemId: string): Promise<ActionDone[]> {
  const rows = await db
    .selectFrom('simulated_deeds')
    .select(['rx_id', 'at', 'deed as action'])
    .where('system_id', '=', systemId)
    .orderBy('at')
    .orderBy('rx_id')
    .orderBy('deed')
    .execute();
  return rows.map(toDone);
}

type ActionRow = { rx_id: number; at: Date; action: SimulatedAction };
const toDone = ({ rx_id, at, action }: ActionRow): ActionDone => ({ rxId: rx_id, at: at.getTime(), action });

const forgottenAfter = '1 day';

/**
 * Records actions before they take effect. Clock settings and reports are kept for a day only. Returns the
 * recorded actions of these commands, even if another host or an earlier try recorded them.
 */
export async function noteActions({ db }: Db, systemId: string, actions: readonly CommandedAction[]): Promise<ActionDone[]> {
  const rows = actions.map(({ rxId, at, action, commandId }) => {
    return { system_id: systemId, rx_id: rxId, at: new Date(at), deed: action, command_id: commandId };
  });
  await inBatches(rows, (some) =>
    db
      .insertInto('simulated_deeds')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  await sql`
    delete from simulated_deeds as old
    using unnest(${rows.map((row) => row.rx_id)}::integer[], ${rows.map(({ at }) => at)}::timestamptz[],
      ${rows.map(({ deed }) => deed)}::text[]) as done (rx_id, at, deed)
    where old.system_id = ${systemId} and old.rx_id = done.rx_id and old.deed = done.deed and old.deed in ('sync', 'report')
      and old.at < done.at - ${forgottenAfter}::interval`.execute(db);
  const { rows: noted } = await sql<ActionRow>`
    select rx_id, at, deed as action from simulated_deeds
    where system_id = ${systemId} and command_id = any(${rows.map((row) => row.command_id)}::text[])
    order by at, rx_id, deed`.execute(db);
  return noted.map(toDone);
}
