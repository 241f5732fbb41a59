import type { Database } from '../../platform/store/database.ts';

/** The receivers of one system, by id and by alias: what a sender may call them. */
export type ReceiverDirectory = { has(rxId: number): boolean; idOf(alias: string): number | undefined };

/** Reads the receivers of a system as they stand now. */
export async function readDirectory({ db }: Pick<Database, 'db'>, systemId: string): Promise<ReceiverDirectory> {
  const rows = await db.selectFrom('receivers').select(['id', 'alias']).where('system_id', '=', systemId).execute();
  const ids = new Set(rows.map((row) => row.id));
  const byAlias = new Map(rows.map((row) => [row.alias, row.id]));
  return { has: (rxId) => ids.has(rxId), idOf: (alias) => byAlias.get(alias) };
}
