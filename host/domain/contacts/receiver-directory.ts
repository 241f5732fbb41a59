import { gatheredIn } from '../../platform/gathered.ts';
import type { Db } from '../../platform/store/database.ts';
import { addressedReceivers } from '../../platform/store/fleet/receivers.ts';

/**
 * The receivers of a system by id and alias, as senders name them. Includes retired ones; their names only
 * while no other receiver has them (RX-37).
 */
export type ReceiverDirectory = { has(rxId: number): boolean; idOf(alias: string): number | undefined };

type Kept = { asOf: string; directory: ReceiverDirectory };

/** The last directory of each system, and the revision at which it was read. */
const keptIn = new WeakMap<Db['db'], Map<string, Kept>>();

const directoriesOf = gatheredIn(async (database, systemIds) => {
  const rows = Map.groupBy(await addressedReceivers(database, systemIds), ({ system_id }) => system_id);
  return new Map([...rows].map(([systemId, receivers]) => [systemId, directoryOf(receivers)]));
});

function directoryOf(receivers: readonly { id: number; alias: string }[]): ReceiverDirectory {
  const ids = new Set(receivers.map(({ id }) => id));
  const byAlias = new Map(receivers.map(({ id, alias }) => [alias, id]));
  return { has: (rxId) => ids.has(rxId), idOf: (alias) => byAlias.get(alias) };
}

/** Returns the current receivers of a system. Concurrent callers share one query. */
export async function readDirectory(database: Db, systemId: string): Promise<ReceiverDirectory> {
  return (await directoriesOf(database, systemId)) ?? directoryOf([]);
}

/**
 * Returns the receivers of a system at revision `asOf`, which the caller has just read. Reads them once per
 * revision. If a receiver is deleted without a new revision, its contacts are refused when they are stored
 * (RX-35).
 */
export async function directoryAt({ db }: Db, systemId: string, asOf: string): Promise<ReceiverDirectory> {
  const kept = keptIn.get(db) ?? new Map<string, Kept>();
  keptIn.set(db, kept);
  const last = kept.get(systemId);
  if (last?.asOf === asOf) return last.directory;
  const directory = await readDirectory({ db }, systemId);
  kept.set(systemId, { asOf, directory });
  return directory;
}
