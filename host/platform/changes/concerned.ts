import { changeKinds, type ChangedEntity, isChangedEntity } from '#model/changes/change-kinds.ts';
import type { Db } from '../store/database.ts';
import type { StoredChange } from '../store/stored-change.ts';

/** Returns the entities that a change touched. */
export async function entitiesOf(database: Db, mitasId: string, change: StoredChange): Promise<ChangedEntity[]> {
  if (namesAll(change)) return [...new Set(change.items.map(({ kind }) => changeKinds[kind].entity))];
  const rows = await noted(database, mitasId, change).select('entity').distinct().execute();
  return rows.map(({ entity }) => entity).filter(isChangedEntity);
}

/** Returns the people whose membership a change touched. */
export async function membersIn(database: Db, mitasId: string, change: StoredChange): Promise<number[]> {
  if (namesAll(change)) return change.items.flatMap(({ kind, id }) => (changeKinds[kind].entity === 'member' ? [id] : []));
  const rows = await noted(database, mitasId, change).select('entity_id').where('entity', '=', 'member').execute();
  return rows.map(({ entity_id }) => entity_id);
}

/** Returns the people who have the system in their list: its members and all superusers. */
export async function peopleOf({ db }: Db, mitasId: string): Promise<number[]> {
  const members = db.selectFrom('memberships').select('user_id').where('system_id', '=', mitasId);
  const superusers = db.selectFrom('users').select('id as user_id').where('superuser', '=', true);
  const rows = await members.union(superusers).execute();
  return rows.map(({ user_id }) => user_id);
}

const namesAll = ({ isLarge, hasUnknown }: StoredChange) => !isLarge && !hasUnknown;

function noted({ db }: Db, mitasId: string, { revision }: StoredChange) {
  return db.selectFrom('change_entities').where('system_id', '=', mitasId).where('revision', '=', revision);
}
