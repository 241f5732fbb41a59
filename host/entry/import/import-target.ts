import { owner as ownerRole } from '#model/entities/role.ts';
import { aliasMaxLength } from '#model/entities/receiver.ts';
import { ownerOfName, tellShared } from '../../domain/accounts/login-names.ts';
import { change, markWriting } from '../../platform/changes/change.ts';
import type { ChangeWriter } from '../../platform/changes/change-writer.ts';
import { makeReceiver, siteNamed } from '../../domain/fleet/new-receivers.ts';
import { isTimezone } from '../../platform/timezone.ts';
import type { Database } from '../../platform/store/database.ts';
import { ImportMistake, type ImportOptions } from './import-options.ts';
import type { FileSite } from './sites-file.ts';

/** The system that is imported into, and its receivers by alias: a name of digits is a name, as this product's own files hold names too. */
export type ImportTarget = {
  created: boolean;
  /** Who owns the system that was made, by username; null when nobody does or it was there before. */
  owner: string | null;
  /** The receiver a file means, or why there is none. New ones are made by `make` first. */
  receiver(alias: string): number | string;
  /** True where receivers that are missing are to be made, and the system takes more. */
  makesReceivers: boolean;
  /** Makes those of these receivers that are missing, with their sites, as one change of the system. */
  make(aliases: readonly string[]): Promise<void>;
  /** The aliases of the receivers and sites that were made. */
  made: { receivers: string[]; sites: string[] };
  /** The sites of the sites file that the system does not have after all, by why that is. */
  sitesLeftOut(): Promise<Map<string, string[]>>;
};

/**
 * Opens the system to import into, making it when it is new and that was asked for.
 * @throws ImportMistake when it does not exist, is simulated, or its member is unknown.
 */
export async function openTarget(database: Database, options: ImportOptions, sites: readonly FileSite[]): Promise<ImportTarget> {
  const opened = await openSystem(database, options);
  const { systemId, create } = options;
  const { number, max_receivers: most } = await database.db
    .selectFrom('systems')
    .select(['number', 'max_receivers'])
    .where('id', '=', systemId)
    .executeTakeFirstOrThrow();
  const ids = await receiversOf(database, systemId);
  const made: ImportTarget['made'] = { receivers: [], sites: [] };
  const siteOf = new Map(sites.flatMap((site) => site.receivers.map((alias) => [alias, site] as const)));

  /** Answers what it made: it may run again from the start, and only the run that counts is told. */
  const makeAll = async (writer: ChangeWriter, aliases: readonly string[]) => {
    // The lock makes whoever else makes receivers count before or after.
    await writer.lock('system', [number]);
    const there = await receiversOf(writer, systemId);
    const receivers: [alias: string, id: number][] = [];
    const newSites: string[] = [];
    for (const alias of aliases) {
      const usable = alias.length > 0 && alias.length <= aliasMaxLength;
      if (!usable || there.has(alias) || there.size >= most) continue;
      const site = siteOf.get(alias);
      const place = site === undefined ? null : await siteNamed(writer, site.name);
      if (site !== undefined && place?.isNew === true) newSites.push(site.name);
      const [latitude, longitude] = [site?.latitude ?? null, site?.longitude ?? null];
      const id = await makeReceiver(writer, { alias, siteId: place?.id ?? null, latitude, longitude }, there.size);
      there.set(alias, id);
      receivers.push([alias, id]);
    }
    return { there: [...there], receivers, sites: newSites };
  };
  const receiver = (alias: string) => {
    const id = ids.get(alias);
    if (id !== undefined) return id;
    if (alias.length === 0 || alias.length > aliasMaxLength) return 'a receiver without a usable name';
    if (!create) return `unknown receiver '${alias}' (--create makes it)`;
    return `the system takes at most ${most} receivers ('npm run admin -- systems set ${systemId} --max-receivers N' raises it)`;
  };
  return {
    ...opened,
    made,
    receiver,
    sitesLeftOut: async () => {
      const there = await database.db.selectFrom('sites').select('alias').where('system_id', '=', systemId).execute();
      const names = new Set(there.map(({ alias }) => alias));
      const leftOut = new Map<string, string[]>();
      for (const site of sites) {
        if (names.has(site.name)) continue;
        const why = whyLeftOut(site, ids);
        leftOut.set(why, [...(leftOut.get(why) ?? []), site.name]);
      }
      return leftOut;
    },
    makesReceivers: create && ids.size < most,
    make: async (aliases) => {
      if (aliases.every((alias) => ids.has(alias))) return;
      const { reply } = await change(database, { systemId, by: null, through: 'import' }, (writer) => makeAll(writer, aliases));
      for (const [alias, id] of reply.there) ids.set(alias, id);
      made.receivers.push(...reply.receivers.map(([alias]) => alias));
      made.sites.push(...reply.sites);
    },
  };
}

async function receiversOf({ db }: Pick<Database, 'db'>, systemId: string): Promise<Map<string, number>> {
  const rows = await db.selectFrom('receivers').select(['id', 'alias']).where('system_id', '=', systemId).execute();
  return new Map(rows.map(({ id, alias }) => [alias, id]));
}

function whyLeftOut({ receivers }: FileSite, there: ReadonlyMap<string, number>): string {
  if (receivers.length === 0) return 'they name no receivers';
  if (receivers.some((alias) => there.has(alias))) return 'their receivers exist already and keep their place';
  return 'none of their receivers is in the files or could be made';
}

/** Makes the system where it is new; answers whether it was, and who owns it then. */
async function openSystem({ db }: Database, options: ImportOptions): Promise<Pick<ImportTarget, 'created' | 'owner'>> {
  const { systemId, create, name, timezone, replaySpeed } = options;
  const found = await db.selectFrom('systems').select('kind').where('id', '=', systemId).executeTakeFirst();
  if (found?.kind === 'simulated')
    throw new ImportMistake(`System ${systemId} is simulated: real contacts belong into another system.`);
  if (found === undefined && !create) throw new ImportMistake(`System ${systemId} does not exist. Add --create to make it.`);
  const member = await memberOf(db, options.member);
  if (found !== undefined) return { created: false, owner: null };
  const zone = isTimezone(timezone) ? timezone : 'UTC';
  const replay = replaySpeed === null ? {} : { speed: replaySpeed };
  await db.transaction().execute(async (transaction) => {
    await markWriting(transaction);
    await transaction
      .insertInto('systems')
      .values({ id: systemId, common_name: name ?? systemId, kind: 'replay', timezone: zone, replay: JSON.stringify(replay) })
      .execute();
    if (member === null) return;
    await transaction.insertInto('memberships').values({ user_id: member.id, system_id: systemId, role_id: ownerRole }).execute();
  });
  return { created: true, owner: member?.username ?? null };
}

async function memberOf(db: Database['db'], member: string | null): Promise<{ id: number; username: string } | null> {
  const users = db.selectFrom('users').select(['id', 'username']);
  if (member === null) return (await users.where('demo', '=', true).executeTakeFirst()) ?? null;
  const found = await ownerOfName({ db }, member);
  if (found.kind === 'shared') throw new ImportMistake(`--member names nobody alone: ${tellShared(found)}`);
  if (found.kind === 'none')
    throw new ImportMistake(
      `--member is '${member.slice(0, 100)}', but there is no such user; the admin command tells who there is.`,
    );
  return found.holder;
}

/**
 * Notes that an import has ended, and the speed that was asked for. The running host sees the change and plays the history anew.
 */
export async function noteImport({ db }: Database, { systemId, replaySpeed }: ImportOptions, now: number): Promise<void> {
  const { replay } = await db.selectFrom('systems').select('replay').where('id', '=', systemId).executeTakeFirstOrThrow();
  const settings = { ...replay, ...(replaySpeed !== null && { speed: replaySpeed }), importedAt: new Date(now).toISOString() };
  await db
    .updateTable('systems')
    .set({ replay: JSON.stringify(settings) })
    .where('id', '=', systemId)
    .execute();
}
