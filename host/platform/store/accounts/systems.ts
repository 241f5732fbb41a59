import { type Insertable, type Selectable, sql } from 'kysely';
import { entityTables } from '../entity-tables.ts';
import type { Db } from '../database.ts';
import type { SystemKind, SystemTable } from '../schema-accounts.ts';
import { systemState } from '../system-state.ts';

export type SystemRow = Selectable<SystemTable>;

export async function findSystem({ db }: Db, id: string): Promise<SystemRow | undefined> {
  return db.selectFrom('systems').selectAll().where('id', '=', id).executeTakeFirst();
}

/** All systems, with how many receivers and members each has. */
export function listSystems({ db }: Db) {
  return db
    .selectFrom('systems')
    .select(['id', 'common_name', 'kind', 'offline', 'timezone', 'max_receivers', 'created_at', 'expiry'])
    .select((eb) => [
      eb
        .selectFrom('receivers')
        .whereRef('system_id', '=', 'systems.id')
        .where('retired_at', 'is', null)
        .select(eb.fn.countAll<number>().as('n'))
        .as('receivers'),
      eb.selectFrom('memberships').whereRef('system_id', '=', 'systems.id').select(eb.fn.countAll<number>().as('n')).as('people'),
    ])
    .orderBy('id')
    .execute();
}

/**
 * Makes those that are not there yet, in a transaction that is marked for it (`markWriting`). Answers the ids
 * of those that were made.
 */
export async function addSystems({ db }: Db, systems: Insertable<SystemTable>[]): Promise<string[]> {
  const made = await db
    .insertInto('systems')
    .values(systems)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute();
  return made.map(({ id }) => id);
}

/**
 * Locks a system's row to the end of the transaction: who counts its things does it one after the other.
 * What refers to the system is still written meanwhile.
 */
export async function lockSystem({ db }: Db, id: string): Promise<void> {
  await db.selectFrom('systems').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

export async function setReplay({ db }: Db, id: string, replay: Record<string, unknown>): Promise<void> {
  await db
    .updateTable('systems')
    .set({ replay: JSON.stringify(replay) })
    .where('id', '=', id)
    .execute();
}

/**
 * What the fleet needs to know of a system. `replay` are its replay settings, as they stand in the database.
 */
export type WatchedSystem = {
  id: string;
  kind: SystemKind;
  running: boolean;
  replay: Record<string, unknown> | null;
  /** Another one when something of it was changed that no change reports (changes/change.ts). */
  version: string;
};

/** The columns of a system that changes report, and the number of the last one. */
const reported = [...Object.values(entityTables.system.columns), entityTables.system.settings, 'rev'];

/** All systems by id, as the fleet sees them. */
export async function watchedSystems({ db }: Db): Promise<WatchedSystem[]> {
  const version = sql<string>`md5((to_jsonb(systems) - ${reported}::text[])::text)`.as('version');
  const rows = await db
    .selectFrom('systems')
    .select(['id', 'kind', 'offline', 'status', 'replay', version])
    .orderBy('id')
    .execute();
  return rows.map(({ id, kind, offline, status, replay, version: of }) => ({
    id,
    kind,
    running: systemState({ offline, status }) === 'running',
    replay,
    version: of,
  }));
}

/** A system's settings with those of one person in it, and the database's version. */
export function systemSettings({ db }: Db, id: string, userId: number) {
  return db
    .selectFrom('systems')
    .innerJoin('users', (join) => join.on('users.id', '=', userId))
    .leftJoin('memberships as member', (join) =>
      join.onRef('member.system_id', '=', 'systems.id').on('member.user_id', '=', userId),
    )
    .selectAll('systems')
    .select(['users.auto_timezone as person_follows_browser'])
    .select(['member.email_alarms', 'member.email_reports', 'member.email_tag_spotted'])
    .select(['member.emails_enabled as member_emails', sql<string>`current_setting('server_version')`.as('db_version')])
    .where('systems.id', '=', id)
    .executeTakeFirst();
}
