import type { Generated } from 'kysely';
import type { ChangeItem, ChangeWay, StoredItem } from '#model/changes/change.ts';
import type { ChangedEntity } from '#model/changes/change-kinds.ts';
import type { DefaultTimestamp, NullableJson, Timestamp } from './column-types.ts';

/**
 * A system's epoch and revision; the row is created with the system. Changes up to revision `kept_after` are
 * deleted.
 */
export type SystemRevisionTable = {
  system_id: string;
  epoch: Generated<string>;
  revision: Generated<number>;
  changed_at: DefaultTimestamp;
  kept_after: Generated<number>;
};

/**
 * Written only by changes/change.ts. `kept`: what an undo needs, by `entity id` or `placesKey`. `bytes`: the
 * size of `items` as JSON.
 */
export type ChangeTable = {
  system_id: string;
  revision: number;
  at: Timestamp;
  user_id: number | null;
  user_name: string | null;
  through: ChangeWay;
  operation: string;
  undoes: number | null;
  items: StoredItem[];
  item_count: number;
  bytes: number;
  kept: NullableJson<Record<string, Record<string, unknown>>>;
};

/** The rows that a change touched. */
export type ChangeEntityTable = {
  system_id: string;
  entity: ChangedEntity;
  entity_id: number;
  revision: number;
  user_id: number | null;
};

/**
 * A person's request, by its operation id. `reply` is null while the request is in progress; `revision` is
 * set even if it changed nothing.
 */
export type OperationTable = {
  user_id: number;
  id: string;
  hash: Buffer;
  system_id: string;
  epoch: string | null;
  revision: number | null;
  reply: NullableJson<{ items: ChangeItem[]; reply: unknown }>;
  at: DefaultTimestamp;
};

/** A single row: where the database was stored when a host last checked that (changes/epochs.ts). */
export type DatabaseOriginTable = {
  only_row: Generated<boolean>;
  cluster: string;
  timeline: number;
  database_oid: number;
  table_oid: number;
  files_since: string | null;
};

/** The tables of changes. */
export type ChangeTables = {
  system_revisions: SystemRevisionTable;
  changes: ChangeTable;
  change_entities: ChangeEntityTable;
  operations: OperationTable;
  database_origin: DatabaseOriginTable;
};
