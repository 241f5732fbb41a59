import { sql } from 'kysely';
import type { ChangedEntity } from '#model/changes/change-kinds.ts';
import { inTheWay, notFound } from '../api-error.ts';
import type { ChangeWriter } from './change-writer.ts';
import { touchesAfter } from './conflicts.ts';
import { entityTables } from '../store/entity-tables.ts';
import { owned } from './owned-rows.ts';

/** A deleted row to bring back, its fields, and the revision of the change that is undone. */
type Return = { entity: ChangedEntity; id: number; name: string; fields: object; revision: number };

/**
 * Refuses to bring back a row that refers to something deleted. Rows that do exist are locked until the
 * commit.
 * @throws ApiError 409 naming what is missing, and who deleted it if known.
 */
export async function refuseMissing(writer: ChangeWriter, { entity, id, name, fields, revision }: Return): Promise<void> {
  const { refers, name: naming } = entityTables[entity];
  for (const [field, other] of Object.entries(refers)) {
    const needed = (fields as Record<string, unknown>)[field];
    if (typeof needed === 'number' && !(await isThere(writer, other, needed)))
      throw missing(await describeMissing(writer, other, needed, revision), 'it');
  }
  if (entity === 'system') await refuseDeletedWebhook(writer, fields);
  if (!('ofUser' in naming)) return;
  const user = await writer.db.selectFrom('users').select('id').where('id', '=', id).forKeyShare().executeTakeFirst();
  if (user === undefined) throw missing(`The person '${name}' no longer exists`, 'them');
}

/**
 * Refuses a reference to a row that the system does not have. If the row exists, it is locked until the
 * commit.
 * @throws ApiError 404.
 */
export async function refuseAbsent(writer: ChangeWriter, entity: ChangedEntity, id: number): Promise<void> {
  if (!(await isThere(writer, entity, id))) throw notFound(`There is no ${entityTables[entity].word} ${id} here`);
}

/** Refuses settings with a webhook that no longer exists: its secret was deleted with it (ALM-22). */
async function refuseDeletedWebhook({ db, systemId }: ChangeWriter, fields: object): Promise<void> {
  const { webhook } = fields as Record<string, unknown>;
  if (typeof webhook !== 'number') return;
  const kept = await db
    .selectFrom('webhooks')
    .select('id')
    .where('id', '=', webhook)
    .where('system_id', '=', systemId)
    .forKeyShare()
    .executeTakeFirst();
  if (kept === undefined) throw inTheWay('That webhook is no longer kept: set it again');
}

const missing = (what: string, it: string) => inTheWay(`${what}: without ${it} this cannot be taken back`);

async function isThere({ db, systemId }: ChangeWriter, entity: ChangedEntity, id: number): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(entityTables[entity].table)}
    where ${owned(entity, systemId, [id])} for key share`.execute(db);
  return rows.length > 0;
}

/**
 * Describes a deleted row by its last name and who deleted it, or by its id if the deletion is no longer
 * known.
 */
async function describeMissing(writer: ChangeWriter, entity: ChangedEntity, id: number, after: number): Promise<string> {
  const { word } = entityTables[entity];
  for (const { by, items } of await touchesAfter(writer, [{ entity, id }], after)) {
    const deletion = items.find((item) => item.id === id && item.after === null);
    if (deletion !== undefined) return `The ${word} '${deletion.name}' no longer exists (${by?.name ?? 'the host'} deleted it)`;
  }
  return `The ${word} ${id} no longer exists`;
}
