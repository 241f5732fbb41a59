import { change } from '../../platform/changes/change.ts';
import { readModemDirectory } from '../../domain/modems/modem-directory.ts';
import { unknownModem } from '../../domain/modems/wire-modem.ts';
import { siteNamed } from '../../domain/fleet/new-receivers.ts';
import { lockSystem } from '../../platform/store/accounts/systems.ts';
import type { Database } from '../../platform/store/database.ts';
import { addModem, mostModems, roomForModems } from '../../platform/store/fleet/modems.ts';
import { aliasMaxLength } from '#model/entities/receiver.ts';
import { accepted, refused, type Result } from '#model/result.ts';
import type { ImportOptions } from './import-options.ts';
import type { FileSite } from './sites-file.ts';

/** The modems of the system to import into. */
export type ModemTarget = {
  /**
   * Returns the id of the modem with this name, or why there is none. Call `make` first to create missing
   * modems.
   */
  modem(name: string): Result<number>;
  /** True if missing modems may be created. */
  makesModems: boolean;
  /** Creates those of these modems that are missing, at their sites in the sites file, in one transaction. */
  make(names: readonly string[]): Promise<void>;
  /** The names of the created modems and sites. */
  made: { modems: string[]; sites: string[] };
};

/** Opens the modems of an existing system. */
export async function openModems(
  database: Database,
  { systemId, createModems }: Pick<ImportOptions, 'systemId' | 'createModems'>,
  sites: readonly FileSite[],
): Promise<ModemTarget> {
  let directory = await readModemDirectory(database, systemId);
  const made: ModemTarget['made'] = { modems: [], sites: [] };
  const siteOf = new Map(sites.flatMap((site) => site.receivers.map((alias) => [alias, site] as const)));
  const isUsable = (name: string) => name.length > 0 && name.length <= aliasMaxLength;

  return {
    made,
    makesModems: createModems,
    modem: (name) => {
      const id = directory.modemOf(name);
      if (id !== undefined) return accepted(id);
      if (!isUsable(name)) return refused('a modem without a usable name');
      if (createModems) return refused(`the system takes at most ${mostModems} modems`);
      return refused(`${unknownModem(systemId, name)}, --create-modems all`);
    },
    make: async (names) => {
      const missing = names.filter((name) => isUsable(name) && directory.modemOf(name) === undefined);
      if (missing.length === 0) return;
      // The change may run again from the start; only its last run is reported.
      const { reply } = await change(database, { systemId, by: null, through: 'import' }, async (writer) => {
        await lockSystem(writer, systemId);
        const found: ModemTarget['made'] = { modems: [], sites: [] };
        for (const name of missing.slice(0, await roomForModems(writer, systemId))) {
          const site = siteOf.get(name)?.name ?? null;
          const { id: siteId, isNew } = await siteNamed(writer, site);
          if (site !== null && isNew) found.sites.push(site);
          const id = await addModem(writer, { system_id: systemId, name, site_id: siteId });
          if (id !== undefined) found.modems.push(name);
        }
        return found;
      });
      made.modems.push(...reply.modems);
      made.sites.push(...reply.sites);
      directory = await readModemDirectory(database, systemId);
    },
  };
}
