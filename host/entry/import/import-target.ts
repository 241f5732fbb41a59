import { owner as ownerRole } from '#model/entities/role.ts';
import { aliasMaxLength } from '#model/entities/receiver.ts';
import { Mistake } from '../../platform/mistake.ts';
import { ownerOfName, sharedNameText } from '../../domain/accounts/login-names.ts';
import { change, markWriting } from '../../platform/changes/change.ts';
import type { ChangeWriter } from '../../platform/changes/change-writer.ts';
import { lockRoom, roomOf } from '../../platform/changes/full-system.ts';
import { makeReceiver, siteNamed } from '../../domain/fleet/new-receivers.ts';
import { addMemberships } from '../../platform/store/accounts/memberships.ts';
import { addSystems, findSystem, setReplay } from '../../platform/store/accounts/systems.ts';
import { demoUsers } from '../../platform/store/accounts/users.ts';
import { type Database, type Db, inTransaction } from '../../platform/store/database.ts';
import { addressedReceivers, namedSites } from '../../platform/store/fleet/receivers.ts';
import { accepted, refused, type Result } from '#model/result.ts';
import { isTimezone } from '#model/time/timezone.ts';
import { wantedSystem } from '../wanted-system.ts';
import { type ImportOptions } from './import-options.ts';
import type { FileSite } from './sites-file.ts';

/**
 * The system to import into, and its receivers by name. Even a name of digits is a name: this product's own
 * files use names, not numbers.
 */
export type ImportTarget = {
  created: boolean;
  /** The username of the new system's owner; null if it has none or the system existed before. */
  owner: string | null;
  /**
   * Returns the id of the receiver with this name, or why there is none. Call `make` first to create missing
   * receivers.
   */
  receiver(alias: string): Result<number>;
  /** True if missing receivers may be created and the system has room for more. */
  makesReceivers: boolean;
  /** Creates those of these receivers that are missing, with their sites, as one change of the system. */
  make(aliases: readonly string[]): Promise<void>;
  /** The names of the created receivers and sites. */
  made: { receivers: string[]; sites: string[] };
  /** Returns the sites of the sites file that the system does not have after the import, by reason. */
  sitesLeftOut(): Promise<Map<string, string[]>>;
};

/**
 * Opens the system to import into. Creates it if it is missing and the options allow it.
 * @throws Mistake if it does not exist, is simulated, or its member is unknown.
 */
export async function openTarget(database: Database, options: ImportOptions, sites: readonly FileSite[]): Promise<ImportTarget> {
  const opened = await openSystem(database, options);
  const { systemId, create } = options;
  await wantedSystem(database, systemId);
  const { most, more, hasExpired } = await roomOf(database, systemId);
  const ids = await receiversOf(database, systemId);
  const made: ImportTarget['made'] = { receivers: [], sites: [] };
  const siteOf = new Map(sites.flatMap((site) => site.receivers.map((alias) => [alias, site] as const)));

  /**
   * Creates what is missing and returns what it created. The change may run again from the start; only its
   * last run is reported.
   */
  const makeAll = async (writer: ChangeWriter, aliases: readonly string[]) => {
    const room = await lockRoom(writer);
    const there = await receiversOf(writer, systemId);
    const receivers: [alias: string, id: number][] = [];
    const newSites: string[] = [];
    for (const alias of aliases) {
      const usable = alias.length > 0 && alias.length <= aliasMaxLength;
      if (!usable || there.has(alias) || receivers.length >= room.more) continue;
      const site = siteOf.get(alias);
      const { id: siteId, isNew } = await siteNamed(writer, site?.name ?? null);
      if (site !== undefined && isNew) newSites.push(site.name);
      const [latitude, longitude] = [site?.latitude ?? null, site?.longitude ?? null];
      const id = await makeReceiver(writer, { alias, siteId, latitude, longitude }, room.receivers + receivers.length);
      there.set(alias, id);
      receivers.push([alias, id]);
    }
    return { there: [...there], receivers, sites: newSites };
  };
  const receiver = (alias: string): Result<number> => {
    const id = ids.get(alias);
    if (id !== undefined) return accepted(id);
    if (alias.length === 0 || alias.length > aliasMaxLength) return refused('a receiver without a usable name');
    if (!create) return refused(`unknown receiver '${alias}' (--create adds it)`);
    if (hasExpired) return refused('the system has expired and takes no more receivers');
    return refused(
      `the system takes at most ${most} receivers ('npm run admin -- systems set ${systemId} --max-receivers N' raises the limit)`,
    );
  };
  return {
    ...opened,
    made,
    receiver,
    sitesLeftOut: async () => {
      const there = await namedSites(database, systemId);
      const names = new Set(there.map(({ alias }) => alias));
      const leftOut = new Map<string, string[]>();
      for (const site of sites) {
        if (names.has(site.name)) continue;
        const why = whyLeftOut(site, ids);
        leftOut.set(why, [...(leftOut.get(why) ?? []), site.name]);
      }
      return leftOut;
    },
    makesReceivers: create && more > 0,
    make: async (aliases) => {
      if (aliases.every((alias) => ids.has(alias))) return;
      const { reply } = await change(database, { systemId, by: null, through: 'import' }, (writer) => makeAll(writer, aliases));
      for (const [alias, id] of reply.there) ids.set(alias, id);
      made.receivers.push(...reply.receivers.map(([alias]) => alias));
      made.sites.push(...reply.sites);
    },
  };
}

/**
 * Returns the ids of receivers by name. A retired receiver keeps its name until another one has it, so that
 * old files are stored under it (RX-37).
 */
async function receiversOf(database: Db, systemId: string): Promise<Map<string, number>> {
  const rows = await addressedReceivers(database, [systemId]);
  return new Map(rows.map(({ id, alias }) => [alias, id]));
}

function whyLeftOut({ receivers }: FileSite, there: ReadonlyMap<string, number>): string {
  if (receivers.length === 0) return 'they list no receivers';
  if (receivers.some((alias) => there.has(alias))) return 'their receivers already exist and keep their site';
  return 'none of their receivers is in the files or could be created';
}

/**
 * Creates the system if it does not exist. Returns whether it did so, and the owner.
 * @throws Mistake if the system cannot be used or created.
 */
async function openSystem(database: Db, options: ImportOptions): Promise<Pick<ImportTarget, 'created' | 'owner'>> {
  const { systemId, create, name, timezone, replaySpeed } = options;
  const found = await findSystem(database, systemId);
  if (found?.kind === 'simulated')
    throw new Mistake(`System ${systemId} is simulated. Import real contacts into another system.`);
  if (found === undefined && !create) throw new Mistake(`System ${systemId} does not exist. Add --create to create it.`);
  const member = await memberOf(database, options.member);
  if (found !== undefined) return { created: false, owner: null };
  const zone = isTimezone(timezone) ? timezone : 'UTC';
  const replay = replaySpeed === null ? {} : { speed: replaySpeed };
  await inTransaction(database, async (transaction) => {
    await markWriting(transaction.db);
    const system = { id: systemId, common_name: name ?? systemId, kind: 'replay' as const, timezone: zone };
    const made = await addSystems(transaction, [{ ...system, replay: JSON.stringify(replay) }]);
    if (made.length === 0) throw new Mistake(`Somebody else has just created system ${systemId}. Run the command again.`);
    if (member === null) return;
    await addMemberships(transaction, [{ user_id: member.id, system_id: systemId, role_id: ownerRole }]);
  });
  return { created: true, owner: member?.username ?? null };
}

async function memberOf(database: Db, member: string | null): Promise<{ id: number; username: string } | null> {
  if (member === null) return (await demoUsers(database))[0] ?? null;
  const found = await ownerOfName(database, member);
  if (found.kind === 'shared') throw new Mistake(`--member is ambiguous: ${sharedNameText(found)}`);
  if (found.kind === 'none')
    throw new Mistake(
      `--member is '${member.slice(0, 100)}', but there is no such user. 'npm run admin -- users list' shows all users.`,
    );
  return found.holder;
}

/**
 * Records the end of an import and the replay speed. The running host sees this and restarts the replay.
 * @throws Mistake if the system was removed.
 */
export async function noteImport(
  database: Db,
  { systemId, replaySpeed }: Pick<ImportOptions, 'systemId' | 'replaySpeed'>,
  now: number,
): Promise<void> {
  const system = await findSystem(database, systemId);
  if (system === undefined) throw new Mistake(`System '${systemId}' was removed, together with the imported data.`);
  const { replay } = system;
  const settings = { ...replay, ...(replaySpeed !== null && { speed: replaySpeed }), importedAt: new Date(now).toISOString() };
  await setReplay(database, systemId, settings);
}
