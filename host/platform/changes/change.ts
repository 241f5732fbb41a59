import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type ChangeItem, type ChangeWay } from '#model/changes/change.ts';
import { changeKinds, type ChangedEntity, type ChangeKind } from '#model/changes/change-kinds.ts';
import { notFound, operationReused } from '../api-error.ts';
import { type Database, inTransaction } from '../store/database.ts';
import { settleInChange } from '../store/detection/visits.ts';
import { prepared } from '../store/prepared.ts';
import { triedAgain } from '../store/tried-again.ts';
import { announce } from './announce.ts';
import { ChangeWriter, placeTracks } from './change-writer.ts';
import { entityTables, lockOrder } from '../store/entity-tables.ts';

/** One request of a person, identified so that a repeat is recognised: its id, and a hash of its content. */
export type Operation = { id: string; hash: Buffer };

/** An operation of which only the id may be known: the hash is missing until the request's body was read. */
export type NamedOperation = Pick<Operation, 'id'> & Partial<Operation>;

/** The person and system of an operation. */
export type Asker = { userId: number; systemId: string };

/** Who requests a change, in which system, and how. */
export type ChangeRequest = {
  systemId: string;
  /**
   * The person who requests the change; their present name is stored with it. Null: the host itself, or a
   * person at the host's machine.
   */
  by: { id: number } | null;
  through: ChangeWay;
  /** The operation, if the person gave an id. A repeat of it changes nothing and gets the first result. */
  operation?: Operation | undefined;
  /** The revision that this change undoes. */
  undoes?: number | null;
};

/**
 * The result of a change: its revision and items, and what `work` returned. If nothing changed, `revision` is
 * the present one and `items` is empty.
 */
export type ChangeOutcome<Reply> = { epoch: string; revision: number; items: ChangeItem[]; reply: Reply };

/**
 * Makes a change in one transaction, with one revision and one row in `changes`. All writes to a system's
 * data go this way (CHG-1). `work` writes through the given writer. It must be fast, and may run up to four
 * times, because deadlocks are retried. Its result must be JSON: a repeat of the operation gets it too. The
 * system's counter is raised after all rows are locked and stays locked until the commit, so revisions become
 * visible in order and without gaps.
 * @throws ApiError 404 if the system does not exist, 422 if the operation's id was used for something else,
 * or whatever `work` throws. Then nothing is changed, and the operation is not remembered.
 */
export async function change<Reply>(
  database: Pick<Database, 'db' | 'pool'>,
  request: ChangeRequest,
  work: (writer: ChangeWriter) => Promise<Reply>,
): Promise<ChangeOutcome<Reply>> {
  const { isNew, ...outcome } = await triedAgain(() =>
    database.db.transaction().execute((db) => attemptChange(db, request, work)),
  );
  if (isNew) announce(database, request.systemId);
  return outcome;
}

async function attemptChange<Reply>(
  db: Database['db'],
  request: ChangeRequest,
  work: (writer: ChangeWriter) => Promise<Reply>,
): Promise<ChangeOutcome<Reply> & { isNew: boolean }> {
  const earlier = await begin<Reply>(db, request);
  if (earlier !== undefined) return { ...earlier, isNew: false };
  const writer = new ChangeWriter(db, request.systemId);
  const reply = await work(writer);
  const items = [...writer.items];
  const at = items.length === 0 ? await leaveUnchanged(db, request, reply) : await raise(db, request, writer, reply);
  if (items.some(({ kind }) => changeKinds[kind].entity === 'tag' || Object.hasOwn(placeTracks, kind)))
    await settleInChange({ db }, request.systemId);
  return { ...at, items, reply, isNew: items.length > 0 };
}

/**
 * Marks the transaction as writing and claims the operation. Returns undefined if the change is to be made.
 * If the operation was already done, it returns that outcome; while a parallel repeat is in progress, it
 * waits for its end.
 */
async function begin<Reply>(
  db: Database['db'],
  { by, operation, systemId }: ChangeRequest,
): Promise<ChangeOutcome<Reply> | undefined> {
  if (by === null || operation === undefined) {
    await sql`select set_config('console.writing', 'change', true)`.execute(db);
    return undefined;
  }
  if (await claim({ db }, { userId: by.id, systemId }, operation)) return undefined;
  const first = await earlierOutcome<Reply>({ db }, by.id, operation);
  if (first === undefined) throw noSuchSystem(systemId);
  return first;
}

/**
 * Claims an operation's id for this transaction and marks the transaction as writing. Waits for any other
 * transaction that has claimed the id. Returns false if the id is taken.
 */
async function claim({ db }: Pick<Database, 'db'>, { userId, systemId }: Asker, { id, hash }: Operation): Promise<boolean> {
  const claimed = await sql<{
    id: string;
  }>`${prepared} with marked as materialized (select set_config('console.writing', 'change', true))
    insert into operations (user_id, id, hash, system_id)
      select ${userId}::integer, ${id}::text, ${hash}::bytea, system_id from system_revisions, marked where system_id = ${systemId}
      on conflict do nothing returning id`.execute(db);
  return claimed.rows.length > 0;
}

/**
 * Returns the outcome of a person's earlier operation; undefined if it was not carried out (CHG-5).
 * @throws ApiError 422 if the id was used for something else.
 */
export async function earlierOutcome<Reply>(
  { db }: Pick<Database, 'db'>,
  userId: number,
  { id, hash }: Operation,
): Promise<ChangeOutcome<Reply> | undefined> {
  const first = await db
    .selectFrom('operations')
    .select(['hash', 'epoch', 'revision', 'reply'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (first === undefined) return undefined;
  if (!first.hash.equals(hash)) throw operationReused();
  const { epoch, revision, reply } = first;
  if (epoch === null || revision === null || reply === null) throw new Error('An operation was remembered without its reply');
  return { epoch, revision, items: reply.items, reply: reply.reply as Reply };
}

/**
 * Returns whether the person's operation was done, so that `change` would only return its outcome again
 * (CHG-5). Waits for one in progress in any process. Without a hash, it checks only the id.
 * @throws ApiError 422 if the id was used for something else.
 */
export async function wasDone(database: Pick<Database, 'db'>, who: Asker, { id, hash }: NamedOperation): Promise<boolean> {
  let first = await hashOf(database, who.userId, id);
  if (first === undefined && !(await isFree(database, who, id))) first = await hashOf(database, who.userId, id);
  if (first === undefined) return false;
  if (hash !== undefined && !first.equals(hash)) throw operationReused();
  return true;
}

/** Returns the hash of the operation that was done under an id; undefined if there is none. */
async function hashOf({ db }: Pick<Database, 'db'>, userId: number, id: string): Promise<Buffer | undefined> {
  const done = await db
    .selectFrom('operations')
    .select('hash')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return done?.hash;
}

/**
 * Returns whether an id is free, by claiming it and giving it back. Waits for another transaction that has
 * claimed the same id, but for no others.
 */
function isFree(database: Pick<Database, 'db'>, who: Asker, id: string): Promise<boolean> {
  return inTransaction(database, async ({ db }) => {
    const isClaimed = await claim({ db }, who, { id, hash: Buffer.alloc(0) });
    if (isClaimed) await db.deleteFrom('operations').where('user_id', '=', who.userId).where('id', '=', id).execute();
    return isClaimed;
  });
}

/**
 * Lets the transaction write tables that triggers protect, without making a change. For creating or removing
 * a system, restores, and the sweep.
 */
export async function markWriting(db: Database['db']): Promise<void> {
  await sql`select set_config('console.writing', 'on', true)`.execute(db);
}

/** Records an operation that changed nothing. Returns the present epoch and revision. */
async function leaveUnchanged(
  db: Database['db'],
  { by, operation, systemId }: ChangeRequest,
  reply: unknown,
): Promise<{ epoch: string; revision: number }> {
  const at = await db
    .selectFrom('system_revisions')
    .select(['epoch', 'revision'])
    .where('system_id', '=', systemId)
    .executeTakeFirst();
  if (at === undefined) throw noSuchSystem(systemId);
  if (by !== null && operation !== undefined)
    await db
      .updateTable('operations')
      .set({ ...at, reply: JSON.stringify({ items: [], reply: reply ?? null }) })
      .where('user_id', '=', by.id)
      .where('id', '=', operation.id)
      .execute();
  return at;
}

/**
 * Raises the counter and writes everything that needs the new revision. Does so in one round trip, because
 * other changes of the system wait for this commit.
 */
async function raise(
  db: Database['db'],
  { by, through, operation, undoes = null, systemId }: ChangeRequest,
  { items, kept }: ChangeWriter,
  reply: unknown,
): Promise<{ epoch: string; revision: number }> {
  const text = JSON.stringify(items);
  const things = new Map(
    items.map(({ kind, id }) => [`${changeKinds[kind].entity} ${id}`, { entity: changeKinds[kind].entity, id }]),
  );
  const idsOf = (entity: ChangedEntity) => [...things.values()].filter((thing) => thing.entity === entity).map(({ id }) => id);
  const revised = lockOrder.flatMap((entity) => {
    const { table, id, system } = entityTables[entity];
    const ids = idsOf(entity);
    if (ids.length === 0) return [];
    return [
      sql`, ${sql.ref(`revised_${table}`)} as (update ${sql.table(table)} set rev = raised.revision from raised
        where ${sql.ref(`${table}.${system}`)} = ${systemId} and ${sql.ref(`${table}.${id}`)} = any(${ids}))`,
    ];
  });
  const versions = lockOrder.flatMap((entity) => {
    const { table, id, system, settings, versions: kept } = entityTables[entity];
    const ids = items
      .filter((item) => changeKinds[item.kind].entity === entity && versioned.has(item.kind))
      .map((item) => item.id);
    if (settings === null || kept === null || ids.length === 0) return [];
    return [
      sql`, ${sql.ref(`kept_${kept}`)} as (
        insert into ${sql.table(kept)} (system_id, rx_id, revision, at, user_id, user_name, through, config)
        select ${systemId}, thing.id, raised.revision, raised.changed_at, written.user_id, written.user_name, ${through}, thing.settings
        from raised, written, (select ${sql.ref(`${table}.${id}`)} as id, ${sql.ref(`${table}.${settings}`)} as settings
          from ${sql.table(table)} where ${sql.ref(`${table}.${system}`)} = ${systemId} and ${sql.ref(`${table}.${id}`)} = any(${ids})) as thing)`,
    ];
  });
  const answered =
    by === null || operation === undefined
      ? sql``
      : sql`, answered as (update operations set epoch = raised.epoch, revision = raised.revision,
          reply = ${JSON.stringify({ items, reply: reply ?? null })}::jsonb
          from raised where operations.user_id = ${by.id} and operations.id = ${operation.id})`;
  const { rows } = await sql<{ epoch: string; revision: number }>`${prepared}
    with raised as (
      update system_revisions set revision = revision + 1, changed_at = greatest(changed_at, clock_timestamp())
      where system_id = ${systemId} returning epoch, revision, changed_at
    ), written as (
      insert into changes (system_id, revision, at, user_id, user_name, through, operation, undoes, items, item_count, bytes, kept)
      select ${systemId}, revision, changed_at, ${by?.id ?? null}::integer, (select ${personName} from users where id = ${by?.id ?? null}::integer),
        ${through}, ${operation?.id ?? randomUUID()}, ${undoes}::bigint, ${text}::jsonb, ${items.length}::integer,
        ${Buffer.byteLength(text)}::integer, ${Object.keys(kept).length === 0 ? null : JSON.stringify(kept)}::jsonb
      from raised returning user_id, user_name
    ), concerned as (
      insert into change_entities (system_id, entity, entity_id, revision, user_id)
      select ${systemId}, thing.entity, thing.id, raised.revision, ${by?.id ?? null}::integer
      from raised, jsonb_to_recordset(${JSON.stringify([...things.values()])}::jsonb) as thing (entity text, id integer)
    ) ${sql.join([...revised, ...versions, answered], sql` `)}
    select epoch, revision from raised`.execute(db);
  const [at] = rows;
  if (at === undefined) throw noSuchSystem(systemId);
  return at;
}

/** The kinds of change after which a version of the receiver's settings is stored. */
const versioned: ReadonlySet<ChangeKind> = new Set(['receiver.created', 'receiver.configured']);

/** SQL for a person's name as consoles show it (`accountName`, #model/entities/account.ts). */
const personName = sql`coalesce(nullif(regexp_replace(first_name || ' ' || last_name, '^\\s+|\\s+$', '', 'g'), ''), username)`;

const noSuchSystem = (systemId: string) => notFound(`There is no system '${systemId}'`);
