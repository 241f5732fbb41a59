import { takenName } from '../../platform/changes/taken-name.ts';
import { change, type ChangeOutcome, type Operation } from '../../platform/changes/change.ts';
import type { ChangeWriter, EditKind } from '../../platform/changes/change-writer.ts';
import type { Database } from '../../platform/store/database.ts';
import type { FieldsOf } from '#model/changes/change-kinds.ts';
import type { ChangeReply } from './call-handlers.ts';

/** The caller, the system and the operation of a change. */
export type Asking = { caller: { userId: number }; system: { mitasId: string }; operation: Operation | undefined };

/**
 * Runs a change that a person makes by a call. `nameField` is the request's field for the name of the item.
 * @throws ApiError as `change` does, and 409 if another item of the system has the name.
 */
export async function consoleChange<Reply>(
  database: Pick<Database, 'db' | 'pool'>,
  { caller, system, operation }: Asking,
  work: (writer: ChangeWriter) => Promise<Reply>,
  nameField?: string,
): Promise<ChangeOutcome<Reply>> {
  try {
    return await change(database, { systemId: system.mitasId, by: { id: caller.userId }, through: 'console', operation }, work);
  } catch (error) {
    throw takenName(error, nameField) ?? error;
  }
}

/**
 * Runs a quick edit of one item (CHG-16): the last write wins, whatever the caller saw before.
 * @throws ApiError as `consoleChange` does.
 */
export async function quickEdit<Kind extends EditKind>(
  database: Pick<Database, 'db' | 'pool'>,
  call: Asking & { params: { id: number } },
  kind: Kind,
  fields: FieldsOf<Kind>,
  nameField?: string,
): Promise<ChangeReply> {
  const { reply: _, ...done } = await consoleChange(
    database,
    call,
    (writer) => writer.edit(kind, call.params.id, fields),
    nameField,
  );
  return done;
}
