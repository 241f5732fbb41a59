import { type RawBuilder, sql } from 'kysely';
import type { ChangedEntity, FieldsOf, wholeKinds } from '#model/changes/change-kinds.ts';
import { registryOf, registryEntities, type RegistryEntity } from '#model/registry/registries.ts';

/** The fields of a created or deleted row in a change. */
export type EntityFields<Entity extends ChangedEntity> = Entity extends keyof typeof wholeKinds
  ? FieldsOf<(typeof wholeKinds)[Entity][0]>
  : never;

type Codec = { read: (column: RawBuilder<unknown>) => RawBuilder<unknown>; write: (value: unknown) => unknown };

/** Codec of a time that changes contain in ms since 1970. */
const time: Codec = {
  read: (column) => sql`floor(extract(epoch from ${column}) * 1000)`,
  write: (value) => (typeof value === 'number' ? new Date(value).toISOString() : null),
};

/** Codec of a time that changes and the wire contain as 'YYYY-MM-DD HH:mm:ss' in UTC (REG-9). */
const plainTime: Codec = {
  read: (column) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`,
  write: (value) => (typeof value === 'string' ? `${value}Z` : null),
};

/**
 * Codec of a number that the database stores in a unit `factor` times smaller than in a change: Hz and MHz
 * for 1e6.
 */
function scaled(factor: number): Codec {
  return {
    read: (column) => sql`${column}::float8 / ${sql.lit(factor)}`,
    write: (value) => Math.round(Number(value) * factor),
  };
}

/**
 * SQL that is true if a row has a tag that is not retrieved yet; `table` is the row's table name or alias in
 * the query.
 */
export function isTaggedBy(column: 'animal_id' | 'transmitter_id', table: string): RawBuilder<unknown> {
  return sql`exists (select from tags where ${sql.ref(`tags.${column}`)} = ${sql.ref(`${table}.id`)}
    and (retrieve_time is null or retrieve_time > now()))`;
}

/** How an entity is stored. */
export type EntityTable = {
  table: string;
  /** The columns of its id and of its system. */
  id: string;
  system: string;
  /** Its name: a column, a user's name, or SQL over the row. */
  name: { column: string } | { ofUser: string } | { said: RawBuilder<unknown> };
  /** The column of each field; null for a field that is derived from elsewhere and read-only. */
  columns: Readonly<Record<string, string | null>>;
  /** Codecs of columns whose values have another form than in changes. */
  codecs?: Readonly<Record<string, Codec>>;
  /**
   * The JSON column that holds further fields by name. A change writes the fields that it contains, and
   * removes those that it sets to null.
   */
  settings: string | null;
  /** The table that stores all settings after each change of them; null if there is none. */
  versions: string | null;
  /** Fields that refer to other rows of the system, which must exist. */
  refers: Readonly<Record<string, ChangedEntity>>;
  /** Columns that no change shows. An undo restores them when it brings a deleted row back. */
  kept: readonly string[];
  /**
   * The column that is set while the row is hidden and treated as if it did not exist; null if rows of this
   * entity are never hidden.
   */
  hidden: 'retired_at' | null;
  /** Derived values that lists show and changes do not contain: a JSON object computed from the row. */
  derived?: RawBuilder<unknown>;
  /** The entity's name in sentences. */
  word: string;
};

/** The parts of a registry's table that do not follow from the registry's description. */
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

/**
 * Builds a registry's table: it has the registry's name and a column for each field, such as 'emit_interval'
 * for 'emitInterval'.
 */
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

/** Converts 'AnimalId' to 'animal_id'. */
function snakeCase(name: string): string {
  return name.replace(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

/** To give systems a further entity, add its kinds to the contract (change-kinds.ts) and its storage here. */
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

/** The order in which all changes lock rows of several tables, to avoid deadlocks. */
export const lockOrder = Object.keys(entityTables) as ChangedEntity[];
