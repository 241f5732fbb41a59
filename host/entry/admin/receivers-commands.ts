import * as v from 'valibot';
import { isNowhere, latitude, longitude, maxDegrees } from '#model/fields/value-fields.ts';
import { receiverModels, receiverStatuses, receiverStatusName } from '#model/entities/receiver.ts';
import { lockRoom } from '../../platform/changes/full-system.ts';
import { Mistake } from '../../platform/mistake.ts';
import { makeReceiver, siteNamed } from '../../domain/fleet/new-receivers.ts';
import { leaveFleet } from '../../domain/fleet/receiver-lifecycle.ts';
import { numberIn } from '../../platform/number-text.ts';
import { validReceiverKey } from '../../platform/store/accounts/receiver-keys.ts';
import type { Db } from '../../platform/store/database.ts';
import { receiverNamed, receiversWithReports } from '../../platform/store/fleet/receivers.ts';
import { changeByAdmin, refuse, table, textOption, type AdminCommand, type AdminOptions } from './admin-command.ts';
import { atSite, nameFrom, realSystem, siteFrom } from './real-systems.ts';
import { wantedSystem } from '../wanted-system.ts';

/**
 * Commands for the receivers of a system. The host accepts data only from receivers that it knows (RX-24).
 */
export const receiversCommands: readonly AdminCommand[] = [
  {
    name: 'receivers list',
    parameters: ['SYSTEM'],
    summary: 'list the receivers of a system; contacts give a receiver by name, or by number as rxId',
    async run({ database }, [systemId = '']) {
      const system = await wantedSystem(database, systemId);
      const rows = await receiversWithReports(database, system.id);
      return table(
        ['NUMBER', 'NAME', 'SITE', 'MODEL', 'STATE', 'LATITUDE', 'LONGITUDE'],
        rows.map((row) => [
          String(row.id),
          row.alias,
          row.site ?? '–',
          modelName(row.reported_model ?? row.model),
          row.enabled ? receiverStatusName(row.status ?? receiverStatuses.offline) : 'disabled',
          String(row.latitude ?? '–'),
          String(row.longitude ?? '–'),
        ]),
        `System '${system.id}' has no receivers yet. Add one with 'receivers add ${system.id} NAME'.`,
      );
    },
  },
  {
    name: 'receivers add',
    parameters: ['SYSTEM', 'NAME'],
    options: {
      site: { takes: 'NAME', summary: 'its site, created if it does not exist' },
      model: { takes: 'orion|ares', summary: 'its family, if known' },
      latitude: { takes: 'DEGREES', summary: `from -${maxDegrees.latitude} to ${maxDegrees.latitude}; south is negative` },
      longitude: { takes: 'DEGREES', summary: `from -${maxDegrees.longitude} to ${maxDegrees.longitude}; west is negative` },
    },
    summary: 'add a receiver, so that the host accepts its contacts',
    async run({ database }, [systemId = '', name = ''], options) {
      const alias = nameFrom(name, 'receiver');
      const site = siteFrom(options);
      const known = { alias, model: modelOf(textOption(options, 'model')), ...placeOf(options) };
      const system = await realSystem(database, systemId, 'receivers');
      const made = await changeByAdmin(database, system.id, async (writer) => {
        const { receivers: count, most, more, hasExpired } = await lockRoom(writer);
        await refuseTaken(writer, system.id, alias);
        if (hasExpired) throw new Mistake(`System '${system.id}' has expired. It takes no more receivers.`);
        if (more === 0)
          throw new Mistake(
            `System '${system.id}' takes at most ${most} receivers. Raise the limit with 'systems set ${system.id} --max-receivers N'.`,
          );
        const { id: siteId, isNew } = await siteNamed(writer, site);
        return { id: await makeReceiver(writer, { siteId, ...known }, count), isNewSite: isNew };
      });
      return [
        `Added receiver '${alias}' (number ${made.id})${atSite(site, made.isNewSite)} to system '${system.id}'.`,
        ...((await validReceiverKey(database, system.id)) !== undefined
          ? ["The host accepts its contacts from now on, with any key of the system. 'keys list' shows the keys."]
          : ['Next:', `  npm run admin -- keys create ${system.id} NAME`]),
      ];
    },
  },
  {
    name: 'receivers remove',
    parameters: ['SYSTEM', 'NAME'],
    summary: 'remove a receiver; one that was heard is retired: hidden, its name free, its data kept',
    async run({ database }, [systemId = '', name = '']) {
      const system = await realSystem(database, systemId, 'receivers');
      const outcome = await changeByAdmin(database, system.id, async (writer) => {
        const found = await receiverNamed(writer, system.id, name);
        if (found === undefined)
          throw new Mistake(
            `System '${system.id}' has no receiver '${name}'. 'receivers list ${system.id}' shows all receivers.`,
          );
        return leaveFleet(writer, found);
      });
      if (outcome === 'removed') return [`Removed receiver '${name}' from system '${system.id}'.`];
      return [
        `Retired receiver '${name}' of system '${system.id}'. It was heard before, and its data stay under its name.`,
        "Restore it in the console: 'Retired' on the Receivers page.",
      ];
    },
  },
];

function modelOf(text: string | undefined): number {
  if (text === undefined) return receiverModels.unknown;
  const name = text.toLowerCase();
  if (name === 'orion' || name === 'ares') return receiverModels[name];
  return refuse(`'${text}' is not valid for --model: use orion or ares.`);
}

function modelName(model: number): string {
  if (model === receiverModels.ares) return 'Ares';
  return model === receiverModels.orion ? 'Orion' : 'unknown';
}

function placeOf(options: AdminOptions): { latitude: number | null; longitude: number | null } {
  const place = {
    latitude: degrees(options, 'latitude', latitude),
    longitude: degrees(options, 'longitude', longitude),
  };
  if ((place.latitude === null) !== (place.longitude === null))
    throw new Mistake('Give --latitude and --longitude together, or neither.');
  // RX-30: 0 and 0 mean that the location was never set.
  if (isNowhere(place.latitude, place.longitude))
    throw new Mistake('--latitude and --longitude cannot both be 0. Leave both out if the location is unknown.');
  return place;
}

function degrees(options: AdminOptions, name: 'latitude' | 'longitude', schema: v.GenericSchema<number, number>): number | null {
  const text = textOption(options, name);
  if (text === undefined) return null;
  const result = v.safeParse(schema, numberIn(text));
  const most = maxDegrees[name];
  return result.success
    ? result.output
    : refuse(`'${text}' is not valid for --${name}: use degrees from -${most} to ${most}, such as 45.19.`);
}

async function refuseTaken(database: Db, systemId: string, alias: string): Promise<void> {
  const taken = await receiverNamed(database, systemId, alias);
  if (taken !== undefined)
    throw new Mistake(
      `System '${systemId}' already has a receiver '${alias}' (number ${taken}). 'receivers list ${systemId}' shows all receivers.`,
    );
}
