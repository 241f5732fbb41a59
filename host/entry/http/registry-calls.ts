import { isDeepStrictEqual } from 'node:util';
import type { ReplyFor } from '#model/contract/call.ts';
import type { AsOf } from '#model/changes/change.ts';
import { type RegistryCallName, registryCallNames, type registryCalls, wireOf } from '#model/contract/registry-calls.ts';
import { registryOf, type RegistryEntity } from '#model/registry/registries.ts';
import type { ChangeWriter } from '../../platform/changes/change-writer.ts';
import { refuseOtherOrder } from '../../platform/changes/conflicts.ts';
import { readAsOf } from '../../platform/changes/read-changes.ts';
import { listRows } from '../../platform/changes/owned-rows.ts';
import type { Database } from '../../platform/store/database.ts';
import type { CallContext } from './call-handlers.ts';
import { type Asking, consoleChange } from './console-change.ts';

type Fields = Readonly<Record<string, unknown>>;
type Call = Asking & { system: { mitasId: string }; body: Fields; params: { id: number }; query: { ids: readonly number[] } };

/** The handlers of the calls that every registry has. Special calls of a registry are handled separately. */
export type RegistryHandlers<Entity extends RegistryEntity> = {
  [Name in RegistryCallName<Entity>]: (call: CallContext<Name>) => Promise<ReplyFor<(typeof registryCalls)[Name]>>;
};

/** The special rules of one registry; each may refuse with an ApiError. */
export type RegistryRules = {
  /** Returns the fields to store for those the caller wrote. */
  fieldsOf?: (systemId: string, written: Fields) => Promise<Fields>;
  /** Runs before a row is written; `id` is null for a new one. */
  beforeWrite?: (writer: ChangeWriter, id: number | null, fields: Fields) => Promise<void>;
  /** Runs before locked rows are deleted. */
  beforeRemove?: (writer: ChangeWriter, ids: readonly number[]) => Promise<void>;
};

/**
 * Returns the handlers of a registry's calls (REG-16). All rows of a list are of one revision. An update is
 * refused if the row has changed since the revision that the caller saw. A removal deletes all rows or none.
 */
export function registryHandlers<Entity extends RegistryEntity>(
  database: Pick<Database, 'db' | 'pool'>,
  entity: Entity,
  { fieldsOf = async (_, written) => written, beforeWrite, beforeRemove }: RegistryRules = {},
): RegistryHandlers<Entity> {
  const { many, fields } = registryOf(entity);
  const { data, isWrapped, reply } = wireOf(registryOf(entity));
  const names = registryCallNames(registryOf(entity));
  const [name = ''] = Object.keys(fields);

  /**
   * Runs a change that writes a row, and returns the row. `nameField` is the request's field to which a
   * refused duplicate name refers.
   */
  const save = async (call: Call, nameField: string, write: (writer: ChangeWriter) => Promise<number>): Promise<object> => {
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
    return reply === null ? { ...row, ...done } : { [reply]: row, ...done };
  };

  const handlers = {
    [names.list]: ({ system: { mitasId } }: Call): Promise<object> =>
      readAsOf(database, mitasId, async (db, { epoch, revision }) => ({
        asOf: { epoch, revision },
        [many]: await listRows(db, entity, mitasId),
      })),

    async [names.create](call: Call): Promise<object> {
      const written = isWrapped ? (call.body[data] as Fields) : call.body;
      const kept = await fieldsOf(call.system.mitasId, written);
      return save(call, isWrapped ? `${data}.${name}` : name, async (writer) => {
        await beforeWrite?.(writer, null, kept);
        return writer.create(entity, kept as never);
      });
    },

    async [names.update](call: Call): Promise<object> {
      const { id } = call.params;
      const asOf = call.body['asOf'] as AsOf | undefined;
      const { id: _, ...written } = call.body[data] as Fields;
      const kept = await fieldsOf(call.system.mitasId, written);
      return save(call, `${data}.${name}`, async (writer) => {
        await writer.lock(entity, [id]);
        await refuseOtherOrder(writer, asOf?.epoch);
        const present = writer.fieldsOf(entity, id) ?? {};
        const differing = Object.entries(kept).filter(([name, value]) => !isDeepStrictEqual(present[name], value));
        await beforeWrite?.(writer, id, { ...present, ...kept });
        await writer.edit(`${entity}.updated`, id, Object.fromEntries(differing) as never, { since: asOf?.revision });
        return id;
      });
    },

    async [names.remove](call: Call): Promise<object> {
      const { reply: _, ...done } = await consoleChange(database, call, async (writer) => {
        const ids = [...new Set(call.query.ids)].toSorted((one, other) => one - other);
        await writer.lock(entity, ids, 'delete');
        await beforeRemove?.(writer, ids);
        for (const id of ids) await writer.remove(entity, id);
      });
      return done;
    },
  };
  return handlers as unknown as RegistryHandlers<Entity>;
}
