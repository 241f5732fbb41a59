import { isDeepStrictEqual } from 'node:util';
import type { AsOf } from '#model/changes/change.ts';
import type { RegistryEntity } from '#model/registry/registries.ts';
import type { ChangeWriter } from '../../platform/changes/change-writer.ts';
import { refuseOtherOrder } from '../../platform/changes/conflicts.ts';
import { refuseTagged } from '../../platform/changes/occupied.ts';
import type { EntityFields } from '../../platform/store/entity-tables.ts';
import { type ListedRow, listRows } from '../../platform/changes/owned-rows.ts';
import { refuseTag } from '../../platform/changes/tag-rules.ts';
import { readAsOf } from '../../platform/changes/read-changes.ts';
import type { Database } from '../../platform/store/database.ts';
import type { ChangeReply } from './call-handlers.ts';
import { type Asking, consoleChange } from './console-change.ts';

type Fields = Readonly<Record<string, unknown>>;
type Of = { system: { mitasId: string } };
type Made = { row: ListedRow; done: ChangeReply };

/**
 * The calls of a registry (REG-16), each a change: `list` answers as of one revision; `update` refuses to
 * overwrite what somebody changed after the revision that was seen; `remove` is all or nothing.
 */
export function registryCalls(
  database: Pick<Database, 'db' | 'pool'>,
  entity: RegistryEntity,
  /** The field of the request that names a thing, for a name that is taken. */
  nameField?: string,
) {
  const kind = `${entity}.updated` as const;

  const made = async (call: Asking, write: (writer: ChangeWriter) => Promise<number>): Promise<Made> => {
    const { reply: row, ...done } = await consoleChange(
      database,
      call,
      async (writer) => {
        const [written] = await listRows(writer.db, entity, writer.systemId, [await write(writer)]);
        if (written === undefined) throw new Error(`The ${entity} was written and is not there`);
        return written;
      },
      nameField,
    );
    return { row, done };
  };

  return {
    list({ system: { mitasId } }: Of): Promise<{ asOf: AsOf; rows: ListedRow[] }> {
      return readAsOf(database, mitasId, async (db, { epoch, revision }) => ({
        asOf: { epoch, revision },
        rows: await listRows(db, entity, mitasId),
      }));
    },

    create: (call: Asking, fields: Fields) =>
      made(call, async (writer) => {
        if (entity === 'tag') await refuseTag(writer, null, fields as EntityFields<'tag'>);
        return writer.create(entity, fields as never);
      }),

    update(call: Asking & { params: { id: number } }, fields: Fields, asOf: AsOf | undefined): Promise<Made> {
      const { id } = call.params;
      return made(call, async (writer) => {
        await writer.lock(entity, [id]);
        await refuseOtherOrder(writer, asOf?.epoch);
        const present = writer.fieldsOf(entity, id) ?? {};
        const differing = Object.entries(fields).filter(([name, value]) => !isDeepStrictEqual(present[name], value));
        if (entity === 'tag') await refuseTag(writer, id, { ...present, ...fields } as EntityFields<'tag'>);
        await writer.edit(kind, id, Object.fromEntries(differing), { since: asOf?.revision });
        return id;
      });
    },

    async remove(call: Asking & { query: { ids: readonly number[] } }): Promise<ChangeReply> {
      const { reply: _, ...done } = await consoleChange(database, call, async (writer) => {
        const ids = [...new Set(call.query.ids)].toSorted((one, other) => one - other);
        await writer.lock(entity, ids, 'delete');
        if (entity !== 'tag') await refuseTagged(writer, entity, ids);
        for (const id of ids) await writer.remove(entity, id);
      });
      return done;
    },
  };
}
