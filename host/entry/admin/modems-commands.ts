import { noteSecurity } from '../../domain/accounts/security-notes.ts';
import { siteNamed } from '../../domain/fleet/new-receivers.ts';
import type { ChangeWriter } from '../../platform/changes/change-writer.ts';
import { Mistake } from '../../platform/mistake.ts';
import { lockSystem } from '../../platform/store/accounts/systems.ts';
import type { Database, Db } from '../../platform/store/database.ts';
import {
  addModem,
  countModemReadings,
  deleteModem,
  listedModems,
  modemNamed,
  mostModems,
  placeModem,
  roomForModems,
} from '../../platform/store/fleet/modems.ts';
import { adminName, changeByAdmin, table, timeText, type AdminCommand } from './admin-command.ts';
import { atSite, nameFrom, realSystem, siteFrom } from './real-systems.ts';
import { wantedSystem } from '../wanted-system.ts';

/** Commands for the modems of a system. Reports add no modems, so a typo creates none (REG-28). */
export const modemsCommands: readonly AdminCommand[] = [
  {
    name: 'modems list',
    parameters: ['SYSTEM'],
    summary: 'list the modems of a system, their sites, and when they last reported',
    async run({ database }, [systemId = '']) {
      const system = await wantedSystem(database, systemId);
      const rows = await listedModems(database, system.id);
      return table(
        ['NUMBER', 'NAME', 'SITE', 'MODEL', 'LAST CONTACTED'],
        rows.map((row) => [
          String(row.id),
          row.name,
          row.site ?? '–',
          row.facts.model?.[0] ?? '–',
          row.last_contacted === null ? 'never' : timeText(row.last_contacted),
        ]),
        `System '${system.id}' has no modems yet. Add one with 'modems add ${system.id} NAME'.`,
      );
    },
  },
  {
    name: 'modems add',
    parameters: ['SYSTEM', 'NAME'],
    options: { site: { takes: 'NAME', summary: 'its site, created if it does not exist' } },
    summary: 'add a modem, so that the host accepts its reports',
    async run({ database }, [systemId = '', name = ''], options) {
      const modem = nameFrom(name, 'modem');
      const site = siteFrom(options);
      const system = await realSystem(database, systemId, 'modems');
      const { id, isNewSite } = await changeModems(database, system.id, { event: 'modem.added', name: modem }, async (writer) => {
        if ((await roomForModems(writer, system.id)) === 0)
          throw new Mistake(`System '${system.id}' takes at most ${mostModems} modems. Remove one with 'modems remove'.`);
        const { id: siteId, isNew } = await siteNamed(writer, site);
        const placed = { site_id: siteId, placed_at: site === null ? null : new Date() };
        const made = await addModem(writer, { system_id: system.id, name: modem, ...placed });
        if (made === undefined)
          throw new Mistake(`System '${system.id}' already has a modem '${modem}'. 'modems list ${system.id}' shows all modems.`);
        return { id: made, isNewSite: isNew };
      });
      return [`Added modem '${modem}' (number ${id})${atSite(site, isNewSite)} to system '${system.id}'.`];
    },
  },
  {
    name: 'modems move',
    parameters: ['SYSTEM', 'NAME'],
    options: { site: { takes: 'NAME', summary: 'its new site, created if it does not exist; without --site, none' } },
    summary: 'move a modem; a newer report that names a site moves it again',
    async run({ database }, [systemId = '', name = ''], options) {
      const site = siteFrom(options);
      const system = await realSystem(database, systemId, 'modems');
      const isNewSite = await changeModems(database, system.id, { event: 'modem.moved', name }, async (writer) => {
        const modem = await wantedModem(writer, system.id, name);
        const { id: siteId, isNew } = await siteNamed(writer, site);
        await placeModem(writer, system.id, modem.id, siteId, Date.now());
        return isNew;
      });
      return [`Modem '${name}' of system '${system.id}' is${site === null ? ' at no site' : atSite(site, isNewSite)}.`];
    },
  },
  {
    name: 'modems remove',
    parameters: ['SYSTEM', 'NAME'],
    options: { yes: { summary: 'delete its readings too, permanently' } },
    summary: 'delete a modem and its readings; if it has any, only with --yes',
    async run({ database }, [systemId = '', name = ''], { yes }) {
      const system = await realSystem(database, systemId, 'modems');
      const count = await changeModems(database, system.id, { event: 'modem.removed', name }, async (writer) => {
        const modem = await wantedModem(writer, system.id, name);
        const readings = await countModemReadings(writer, system.id, modem.id);
        if (readings > 0 && yes !== true)
          throw new Mistake(
            `Modem '${modem.name}' of system '${system.id}' has ${readings} readings. Add --yes to delete them permanently.`,
          );
        await deleteModem(writer, system.id, modem.id);
        return readings;
      });
      return [`Removed modem '${name}' from system '${system.id}'${count === 0 ? '' : `, and its ${count} readings`}.`];
    },
  },
];

/**
 * Runs a change of modems as one transaction and records it in the security log. A site created in it is
 * recorded as a change of the system.
 */
function changeModems<Reply>(
  database: Database,
  systemId: string,
  { event, name }: { event: 'modem.added' | 'modem.moved' | 'modem.removed'; name: string },
  work: (writer: ChangeWriter) => Promise<Reply>,
): Promise<Reply> {
  return changeByAdmin(database, systemId, async (writer) => {
    await lockSystem(writer, systemId);
    const reply = await work(writer);
    await noteSecurity(writer, { event, mitasId: systemId, name, by: adminName });
    return reply;
  });
}

async function wantedModem(database: Db, systemId: string, name: string) {
  const modem = await modemNamed(database, systemId, name);
  if (modem === undefined)
    throw new Mistake(`System '${systemId}' has no modem '${name}'. 'modems list ${systemId}' shows all modems.`);
  return modem;
}
