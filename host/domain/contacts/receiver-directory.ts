import type { Db } from '../../platform/store/database.ts';
import { addressedReceivers } from '../../platform/store/fleet/receivers.ts';

/**
 * The receivers of one system, by id and by alias: what a sender may call them. Retired ones are among them,
 * by a name only while no other has it (RX-37).
 */
export type ReceiverDirectory = { has(rxId: number): boolean; idOf(alias: string): number | undefined };

/** Reads the receivers of a system as they stand now. */
export async function readDirectory(database: Db, systemId: string): Promise<ReceiverDirectory> {
  const rows = await addressedReceivers(database, systemId);
  const ids = new Set(rows.map((row) => row.id));
  const byAlias = new Map(rows.map((row) => [row.alias, row.id]));
  return { has: (rxId) => ids.has(rxId), idOf: (alias) => byAlias.get(alias) };
}
