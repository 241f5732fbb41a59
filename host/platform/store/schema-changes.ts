import type { Generated } from 'kysely';
import type { ChangeItem, ChangeWay, StoredItem } from '#model/changes/change.ts';
import type { ChangedEntity } from '#model/changes/change-kinds.ts';
import type { DefaultTimestamp, NullableJson, Timestamp } from './column-types.ts';

/**
 * Where a system's changes stand; a row is made with the system. Changes up to `kept_after` are no longer
 * kept.
 */
export type SystemRevisionTable = {
  system_id: string;
  epoch: Generated<string>;
  revision: Generated<number>;
  changed_at: DefaultTimestamp;
  kept_after: Generated<number>;
};

/**
 * Written by changes/change.ts alone. `kept` are deleted rows by the number of their item; `bytes` those of
 * `items` as JSON.
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

/** Which things a change concerned. */
export type ChangeEntityTable = {
  system_id: string;
  entity: ChangedEntity;
  entity_id: number;
  revision: number;
  user_id: number | null;
};

/**
 * What a person asked for by an id of their own; `reply` is null while it is under way, `revision` also where
 * it changed nothing.
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

/** One row: where the database lay when a host last looked (changes/epochs.ts). */
export type DatabaseOriginTable = {
  only_row: Generated<boolean>;
  cluster: string;
  timeline: number;
  database_oid: number;
  table_oid: number;
  files_since: string | null;
};

/** The tables of the order of changes. */
export type ChangeTables = {
  system_revisions: SystemRevisionTable;
  changes: ChangeTable;
  change_entities: ChangeEntityTable;
  operations: OperationTable;
  database_origin: DatabaseOriginTable;
};
