import { type Insertable, type Selectable, sql } from 'kysely';
import { entityTables } from '../entity-tables.ts';
import type { Db } from '../database.ts';
import type { SystemKind, SystemTable } from '../schema-accounts.ts';
import { systemState } from '../system-state.ts';

export type SystemRow = Selectable<SystemTable>;

export async function findSystem({ db }: Db, id: string): Promise<SystemRow | undefined> {
  return db.selectFrom('systems').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns all systems with their number of receivers and members. */
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
 * Adds systems that do not exist yet; the transaction must be marked with `markWriting`. Returns the ids of
 * the added systems.
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
 * Locks a system's row until the transaction ends, so that additions with a limit run one after the other.
 * Rows that refer to the system can still be written in that time.
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

/** The parts of a system that the fleet needs; `replay` holds its replay settings as stored. */
export type WatchedSystem = {
  id: string;
  kind: SystemKind;
  running: boolean;
  replay: Record<string, unknown> | null;
  /**
   * A hash of the columns whose edits no change reports (changes/change.ts); it changes when one of them is
   * edited.
   */
  version: string;
};

/** The columns whose edits changes report, and `rev`. */
const reported = [...Object.values(entityTables.system.columns), entityTables.system.settings, 'rev'];

/** Returns the parts of all systems that the fleet needs, ordered by id. */
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

/** Returns a system's settings, one person's own settings for it, and the database's version. */
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
