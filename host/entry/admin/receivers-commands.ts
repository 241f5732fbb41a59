import { sql } from 'kysely';
import * as v from 'valibot';
import { latitude, longitude, maxDegrees } from '#model/contract/value-fields.ts';
import {
  aliasMaxLength,
  receiverAliasSchema,
  receiverModels,
  receiverStatuses,
  receiverStatusName,
} from '#model/entities/receiver.ts';
import { makeReceiver, siteNamed } from '../../domain/fleet/new-receivers.ts';
import { numberIn } from '../../platform/number-text.ts';
import type { Database } from '../../platform/store/database.ts';
import { AdminError, changeByAdmin, refuse, table, textOption, type AdminCommand, type AdminOptions } from './admin-command.ts';
import { countReceivers, findSystem } from './find.ts';

/** The receivers of a system: only what it knows is taken in from outside (RX-24). */
export const receiversCommands: readonly AdminCommand[] = [
  {
    name: 'receivers list',
    parameters: ['SYSTEM'],
    tells: 'the receivers of a system; contacts name one by its name, or by its number as rxId',
    async run({ database }, [systemId = '']) {
      const system = await findSystem(database, systemId);
      const rows = await database.db
        .selectFrom('receivers')
        .leftJoin('sites', 'sites.id', 'receivers.site_id')
        .leftJoin('receiver_reports as report', 'report.rx_id', 'receivers.id')
        .selectAll('receivers')
        .select(['sites.alias as site', 'report.status', 'report.model as reported_model'])
        .where('receivers.system_id', '=', system.id)
        .orderBy(sql`lower(receivers.alias)`)
        .orderBy('receivers.id')
        .execute();
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
        `System '${system.id}' has no receivers yet: 'receivers add ${system.id} NAME' makes one.`,
      );
    },
  },
  {
    name: 'receivers add',
    parameters: ['SYSTEM', 'NAME'],
    options: {
      site: { takes: 'NAME', tells: 'where it stands; the site is made when it is not there' },
      model: { takes: 'orion|ares', tells: 'its family, where it is known' },
      latitude: { takes: 'DEGREES', tells: `from -${maxDegrees.latitude} to ${maxDegrees.latitude}; south is negative` },
      longitude: { takes: 'DEGREES', tells: `from -${maxDegrees.longitude} to ${maxDegrees.longitude}; west is negative` },
    },
    tells: 'make a receiver, so that contacts of that name are taken in',
    async run({ database }, [systemId = '', name = ''], options) {
      const alias = nameOf(name, 'receiver');
      const site = textOption(options, 'site');
      const siteAlias = site === undefined ? null : nameOf(site, 'site');
      const known = { alias, model: modelOf(textOption(options, 'model')), ...placeOf(options) };
      const system = await findWritable(database, systemId);
      const made = await changeByAdmin(database, system.id, async (writer) => {
        const { db } = writer;
        // The lock makes two commands at once count one after the other.
        await writer.lock('system', [system.number]);
        const { max_receivers: most } = await findSystem({ db }, system.id);
        await refuseTaken(db, system.id, alias);
        const count = await countReceivers({ db }, system.id);
        if (count >= most)
          throw new AdminError(
            `System '${system.id}' takes at most ${most} receivers: 'systems set ${system.id} --max-receivers N' raises it.`,
          );
        const at = siteAlias === null ? null : await siteNamed(writer, siteAlias);
        const id = await makeReceiver(writer, { siteId: at?.id ?? null, ...known }, count);
        return { id, isNewSite: at?.isNew ?? false };
      });
      const where = siteAlias === null ? '' : ` at ${made.isNewSite ? 'the new' : 'the'} site '${siteAlias}'`;
      return [
        `Made receiver '${alias}' (number ${made.id})${where} in system '${system.id}'.`,
        ...((await hasKey(database, system.id))
          ? ["Its contacts are taken in at once, with any key of the system: 'keys list' shows which there are."]
          : ['Next:', `  npm run admin -- keys create ${system.id} NAME`]),
      ];
    },
  },
  {
    name: 'receivers remove',
    parameters: ['SYSTEM', 'NAME'],
    tells: 'take back a receiver that was never heard; one with contacts stays, as they would lose their name',
    async run({ database }, [systemId = '', name = '']) {
      const system = await findWritable(database, systemId);
      await changeByAdmin(database, system.id, async (writer) => {
        const { db } = writer;
        const receivers = db.selectFrom('receivers').where('system_id', '=', system.id).where('alias', '=', name);
        const found = await receivers.select('id').executeTakeFirst();
        if (found === undefined)
          throw new AdminError(`System '${system.id}' has no receiver '${name}': 'receivers list ${system.id}' shows all.`);
        await writer.lock('receiver', [found.id], 'delete');
        const heard = db.selectFrom('contacts_hourly').where('system_id', '=', system.id).where('rx_id', '=', found.id);
        if ((await heard.select('rx_id').limit(1).executeTakeFirst()) !== undefined)
          throw new AdminError(`Receiver '${name}' has contacts, which would lose their name: it stays.`);
        await writer.remove('receiver', found.id);
      });
      return [`Removed receiver '${name}' from system '${system.id}'.`];
    },
  },
];

/** RX-3, SITE-2. */
function nameOf(text: string, what: string): string {
  const result = v.safeParse(receiverAliasSchema, text);
  return result.success
    ? result.output
    : refuse(`'${text}' cannot be the name of a ${what}: it takes 1 to ${aliasMaxLength} characters.`);
}

function modelOf(text: string | undefined): number {
  if (text === undefined) return receiverModels.unknown;
  const name = text.toLowerCase();
  if (name === 'orion' || name === 'ares') return receiverModels[name];
  return refuse(`'${text}' cannot be the --model: it is orion or ares.`);
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
    throw new AdminError('Give --latitude and --longitude together, or neither.');
  // RX-30: that both are 0 means that nobody set them.
  if (place.latitude === 0 && place.longitude === 0)
    throw new AdminError('--latitude and --longitude cannot both be 0: leave both out where the place is not known.');
  return place;
}

function degrees(options: AdminOptions, name: 'latitude' | 'longitude', schema: v.GenericSchema<number, number>): number | null {
  const text = textOption(options, name);
  if (text === undefined) return null;
  const result = v.safeParse(schema, numberIn(text));
  const most = maxDegrees[name];
  return result.success
    ? result.output
    : refuse(`'${text}' cannot be the --${name}: it takes degrees from -${most} to ${most}, such as 45.19.`);
}

async function findWritable(database: Database, id: string) {
  const system = await findSystem(database, id);
  if (system.kind === 'simulated')
    throw new AdminError(
      `System '${system.id}' is simulated: its receivers are the simulator's. 'systems add' makes a system for real ones.`,
    );
  return system;
}

async function refuseTaken(db: Database['db'], systemId: string, alias: string): Promise<void> {
  const taken = await db
    .selectFrom('receivers')
    .select('id')
    .where('system_id', '=', systemId)
    .where('alias', '=', alias)
    .executeTakeFirst();
  if (taken !== undefined)
    throw new AdminError(
      `System '${systemId}' has a receiver '${alias}' already (number ${taken.id}): 'receivers list ${systemId}' shows all.`,
    );
}

async function hasKey({ db }: Database, systemId: string): Promise<boolean> {
  const key = await db
    .selectFrom('receiver_keys')
    .select('id')
    .where('system_id', '=', systemId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return key !== undefined;
}
