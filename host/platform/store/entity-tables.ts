import { type RawBuilder, sql } from 'kysely';
import type { ChangedEntity, FieldsOf, wholeKinds } from '#model/changes/change-kinds.ts';
import { registryOf, registryEntities, type RegistryEntity } from '#model/registry/registries.ts';

/** All that changes say of a thing that came or went. */
export type EntityFields<Entity extends ChangedEntity> = Entity extends keyof typeof wholeKinds
  ? FieldsOf<(typeof wholeKinds)[Entity][0]>
  : never;

type Codec = { read: (column: RawBuilder<unknown>) => RawBuilder<unknown>; write: (value: unknown) => unknown };

/** A time, which changes tell in ms since the epoch. */
const time: Codec = {
  read: (column) => sql`floor(extract(epoch from ${column}) * 1000)`,
  write: (value) => (typeof value === 'number' ? new Date(value).toISOString() : null),
};

/** A time, which changes and the wire tell as 'YYYY-MM-DD HH:mm:ss' in UTC (REG-9). */
const plainTime: Codec = {
  read: (column) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`,
  write: (value) => (typeof value === 'string' ? `${value}Z` : null),
};

/** A number that changes tell in a unit so many times as large. */
function scaled(factor: number): Codec {
  return {
    read: (column) => sql`${column}::float8 / ${sql.lit(factor)}`,
    write: (value) => Math.round(Number(value) * factor),
  };
}

/** Whether a tag that is not retrieved yet names a row of the table. */
export function isTaggedBy(column: 'animal_id' | 'transmitter_id', table: 'animals' | 'transmitters'): RawBuilder<unknown> {
  return sql`exists (select from tags where ${sql.ref(`tags.${column}`)} = ${sql.ref(`${table}.id`)}
    and (retrieve_time is null or retrieve_time > now()))`;
}

/** How the things that changes are of lie in the database. */
export type EntityTable = {
  table: string;
  /** The column of its number, and that of the system it belongs to. */
  id: string;
  system: string;
  /** What it is called: a column, or SQL over its row. */
  name: { column: string } | { ofUser: string } | { said: RawBuilder<unknown> };
  /** The columns of its fields; null for one that is read from elsewhere and cannot be written. */
  columns: Readonly<Record<string, string | null>>;
  /** How those of these columns are read and written that hold another unit than changes tell. */
  codecs?: Readonly<Record<string, Codec>>;
  /**
   * The column that holds further fields by their names, which are none of the above; a change writes the
   * ones it touches, and takes away those that it sets to null.
   */
  settings: string | null;
  /** The table that keeps these fields as they stood after each change of them. */
  versions: string | null;
  /** Its fields that name another thing of the system, which must be there. */
  refers: Readonly<Record<string, ChangedEntity>>;
  /** The columns that no change shows and that come back with a row that was deleted. */
  kept: readonly string[];
  /**
   * The column that is set while it is kept out of sight, as if it were not there; null for what is always
   * seen.
   */
  hidden: 'retired_at' | null;
  /** What lists show of a row and no change holds: a JSON object over the row. */
  derived?: RawBuilder<unknown>;
  /** What it is called in a sentence. */
  word: string;
};

/** What of a registry lies otherwise than by its description. */
const registryTables: Partial<Record<RegistryEntity, Partial<EntityTable>>> = {
  animal: {
    columns: { weight: 'weight_g', age: 'age_days' },
    // REG-6: an animal is tagged while it carries a transmitter.
    derived: sql`jsonb_build_object('isTagged', ${isTaggedBy('animal_id', 'animals')})`,
  },
  transmitter: {
    columns: {
      frequency: 'frequency_hz',
      frequencyVariance: 'frequency_variance_hz',
      emitInterval: 'emit_interval_ms',
      emitIntervalVariance: 'emit_interval_variance_ms',
    },
    codecs: { frequency_hz: scaled(1e6), frequency_variance_hz: scaled(1e3) },
    derived: sql`jsonb_build_object('isTagged', ${isTaggedBy('transmitter_id', 'transmitters')}, 'TransmitterModelId',
      (select model.id from transmitter_models model
        where model.system_id = transmitters.system_id and model.model_number = transmitters.model_number),
      'measuredInterval', (select measured_interval_ms from detections
        where detections.system_id = transmitters.system_id and transmitter_id = transmitters.id
          and last_ts > now() - interval '1 day' and measured_interval_ms is not null
          and registered_interval_ms = emit_interval_ms order by last_ts desc limit 1))`,
  },
  tag: {
    name: {
      said: sql`(select alias from animals where animals.id = tags.animal_id) || ' with '
        || (select serial_number from transmitters where transmitters.id = tags.transmitter_id)`,
    },
    codecs: { release_time: plainTime, retrieve_time: plainTime },
    refers: { AnimalId: 'animal', TransmitterId: 'transmitter' },
    derived: sql`(select jsonb_build_object(
        'lastContacted', to_char(max(heard.last_contacted) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'), 'ReceiverId', max(heard.rx_id))
      from tag_contacts heard where heard.tag_id = tags.id)`,
  },
};

/** A registry lies in a table of its name, a column for each field: 'emitInterval' in 'emit_interval'. */
function registryTable(entity: RegistryEntity): EntityTable {
  const { many, fields } = registryOf(entity);
  const { columns: named = {}, ...parts } = registryTables[entity] ?? {};
  const columns = Object.fromEntries(Object.keys(fields).map((field) => [field, named[field] ?? snakeCase(field)]));
  return {
    table: many,
    id: 'id',
    system: 'system_id',
    name: { column: Object.values(columns)[0] ?? 'id' },
    columns,
    settings: null,
    versions: null,
    refers: {},
    kept: ['created_at'],
    hidden: null,
    word: entity,
    ...parts,
  };
}

/** 'AnimalId' is 'animal_id'. */
function snakeCase(name: string): string {
  return name.replace(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

/** To add a thing of a system: its kinds in the contract (change-kinds.ts), and here where its fields lie. */
export const entityTables: Readonly<Record<ChangedEntity, EntityTable>> = {
  receiver: {
    table: 'receivers',
    id: 'id',
    system: 'system_id',
    name: { column: 'alias' },
    columns: {
      SiteId: 'site_id',
      alias: 'alias',
      model: 'model',
      ipAddress: 'ip_address',
      portNumber: 'port_number',
      enabled: 'enabled',
      color: 'color',
      latitude: 'latitude',
      longitude: 'longitude',
    },
    settings: 'config',
    versions: 'receiver_configs',
    refers: { SiteId: 'site' },
    kept: ['config', 'created_at'],
    hidden: 'retired_at',
    word: 'receiver',
  },
  site: {
    table: 'sites',
    id: 'id',
    system: 'system_id',
    name: { column: 'alias' },
    columns: { alias: 'alias', color: 'color', pointStyle: 'point_style' },
    settings: null,
    versions: null,
    refers: {},
    kept: ['created_at'],
    hidden: null,
    word: 'site',
  },
  system: {
    table: 'systems',
    id: 'number',
    system: 'id',
    name: { column: 'common_name' },
    columns: {
      commonName: 'common_name',
      timezone: 'timezone',
      clockSyncInterval: 'clock_sync_interval',
      offlineAlarmMinutes: 'offline_alarm_minutes',
      webhook: 'webhook_id',
      maxReceivers: 'max_receivers',
      offline: 'offline',
      collaborators: 'collaborators_page',
      expiry: 'expiry',
    },
    codecs: { expiry: time },
    settings: 'retention',
    versions: null,
    refers: {},
    kept: [],
    hidden: null,
    word: 'system',
  },
  member: {
    table: 'memberships',
    id: 'user_id',
    system: 'system_id',
    name: { ofUser: 'user_id' },
    columns: { username: null, RoleId: 'role_id' },
    settings: null,
    versions: null,
    refers: {},
    kept: [
      'last_seen_alarm_id',
      'last_seen_version',
      'emails_enabled',
      'email_alarms',
      'email_reports',
      'email_tag_spotted',
      'created_at',
    ],
    hidden: null,
    word: 'member',
  },
  invitation: {
    table: 'invitations',
    id: 'id',
    system: 'system_id',
    name: { column: 'email' },
    columns: { email: 'email', RoleId: 'role_id', expiresAt: 'expires_at' },
    codecs: { expires_at: time },
    settings: null,
    versions: null,
    refers: {},
    kept: ['created_at'],
    hidden: null,
    word: 'invitation',
  },
  layer: {
    table: 'map_layers',
    id: 'id',
    system: 'system_id',
    name: { column: 'name' },
    columns: { name: 'name', color: 'color', shown: 'shown', place: 'place', content: 'content' },
    settings: null,
    versions: null,
    refers: {},
    kept: ['created_at'],
    hidden: null,
    word: 'map layer',
  },
  ...(Object.fromEntries(registryEntities.map((entity) => [entity, registryTable(entity)])) as Record<
    RegistryEntity,
    EntityTable
  >),
};

/** The order in which rows of several tables are locked, so that no two changes wait for each other. */
export const lockOrder = Object.keys(entityTables) as ChangedEntity[];
