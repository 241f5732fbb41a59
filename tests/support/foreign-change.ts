import type { ChangeItem } from '#model/changes/change.ts';
import type { ChangedEntity } from '#model/changes/change-kinds.ts';
import type { Database } from '../../host/platform/store/database.ts';
import { planted } from './planted.ts';

/** An item of a kind that this version does not know. */
export type ForeignItem = { kind: string; id: number; name: string; before: unknown; after: unknown };

/**
 * Makes a change as a host of a newer version on the same database would, of kinds unknown to this one.
 * Returns its revision.
 */
export async function foreignChange(
  database: Pick<Database, 'db' | 'pool'>,
  { systemId = 'river', userId = null }: { systemId?: string; userId?: number | null },
  items: readonly ForeignItem[],
): Promise<number> {
  return planted(database)
    .transaction()
    .execute(async (transaction) => {
      const { revision } = await transaction
        .updateTable('system_revisions')
        .set((eb) => ({ revision: eb('revision', '+', 1) }))
        .where('system_id', '=', systemId)
        .returning('revision')
        .executeTakeFirstOrThrow();
      const common = { system_id: systemId, revision, user_id: userId };
      await transaction
        .insertInto('changes')
        .values({
          ...common,
          at: new Date(),
          user_name: userId === null ? null : 'somebody',
          through: 'console',
          operation: `foreign-operation-${revision}`,
          undoes: null,
          items: JSON.stringify(items) as unknown as ChangeItem[],
          item_count: items.length,
          bytes: 100,
          kept: null,
        })
        .execute();
      const concerned = items.map(({ kind, id }) => ({
        ...common,
        entity: kind.slice(0, kind.indexOf('.')) as ChangedEntity,
        entity_id: id,
      }));
      await transaction.insertInto('change_entities').values(concerned).execute();
      return revision;
    });
}
