import { gatheredIn } from '../../platform/gathered.ts';
import type { Db } from '../../platform/store/database.ts';
import { addressedModems } from '../../platform/store/fleet/modems.ts';

/** The modems and sites of one system by name. Upper and lower case do not matter for modems. */
export type ModemDirectory = { modemOf(name: string): number | undefined; siteOf(alias: string): number | undefined };

const directoriesOf = gatheredIn(async (database, systemIds) => {
  const rows = Map.groupBy(await addressedModems(database, systemIds), ({ system_id }) => system_id);
  return new Map([...rows].map(([systemId, addressed]) => [systemId, directoryOf(addressed)]));
});

/** Returns the current modems of a system. Concurrent callers share one query. */
export async function readModemDirectory(database: Db, systemId: string): Promise<ModemDirectory> {
  return (await directoriesOf(database, systemId)) ?? directoryOf([]);
}

function directoryOf(rows: Awaited<ReturnType<typeof addressedModems>>): ModemDirectory {
  const modems = rows.filter(({ sort }) => sort === 'modem');
  const exactly = new Map(modems.map(({ name, id }) => [name, id]));
  const byName = new Map(modems.map(({ name, id }) => [name.toLowerCase(), id]));
  const sites = new Map(rows.filter(({ sort }) => sort === 'site').map(({ name, id }) => [name, id]));
  return { modemOf: (name) => exactly.get(name) ?? byName.get(name.toLowerCase()), siteOf: (alias) => sites.get(alias) };
}
