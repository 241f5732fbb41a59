import { gathered } from '../../platform/gathered.ts';
import type { Db } from '../../platform/store/database.ts';
import { addressedModems } from '../../platform/store/fleet/modems.ts';

/** The modems and sites of one system by what a sender may call them; modems in capitals or not. */
export type ModemDirectory = { modemOf(name: string): number | undefined; siteOf(alias: string): number | undefined };

const directoriesIn = new WeakMap<Db['db'], (systemId: string) => Promise<ModemDirectory | undefined>>();

/** The modems of a system as they are now, read for all who ask at the same time. */
export async function readModemDirectory({ db }: Db, systemId: string): Promise<ModemDirectory> {
  let directories = directoriesIn.get(db);
  if (directories === undefined) {
    directories = gathered(async (systemIds: readonly string[]) => {
      const rows = Map.groupBy(await addressedModems({ db }, systemIds), ({ system_id }) => system_id);
      return new Map([...rows].map(([id, addressed]) => [id, directoryOf(addressed)]));
    });
    directoriesIn.set(db, directories);
  }
  return (await directories(systemId)) ?? directoryOf([]);
}

function directoryOf(rows: Awaited<ReturnType<typeof addressedModems>>): ModemDirectory {
  const modems = rows.filter(({ sort }) => sort === 'modem');
  const exactly = new Map(modems.map(({ name, id }) => [name, id]));
  const byName = new Map(modems.map(({ name, id }) => [name.toLowerCase(), id]));
  const sites = new Map(rows.filter(({ sort }) => sort === 'site').map(({ name, id }) => [name, id]));
  return { modemOf: (name) => exactly.get(name) ?? byName.get(name.toLowerCase()), siteOf: (alias) => sites.get(alias) };
}
