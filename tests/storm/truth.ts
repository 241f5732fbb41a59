import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Database } from '../../host/platform/store/database.ts';
import type { ChangeItem } from '#model/changes/change.ts';

/**
 * The fields that people set on receivers and sites, by 'receiver 1' or 'site 1', without retired receivers.
 * A receiver's settings are included, with a dot in their names.
 */
export type Things = Map<string, Record<string, unknown>>;

/** One row of the table `changes`. */
export type KeptChange = {
  revision: number;
  userId: number | null;
  operation: string;
  undoes: number | null;
  items: ChangeItem[];
};

/** Returns what the database holds now. */
export async function thingsIn({ db }: Database, systemId: string): Promise<Things> {
  const [receivers, sites] = await Promise.all([
    db
      .selectFrom('receivers')
      .select([
        'id',
        'site_id as SiteId',
        'alias',
        'model',
        'ip_address as ipAddress',
        'port_number as portNumber',
        'enabled',
        'color',
        'latitude',
        'longitude',
        'config',
      ])
      .where('system_id', '=', systemId)
      .where('retired_at', 'is', null)
      .execute(),
    db
      .selectFrom('sites')
      .select(['id', 'alias', 'color', 'point_style as pointStyle'])
      .where('system_id', '=', systemId)
      .execute(),
  ]);
  return new Map<string, Record<string, unknown>>([
    ...receivers.map(({ id, config, ...fields }) => [`receiver ${id}`, { ...fields, ...config }] as const),
    ...sites.map(({ id, ...fields }) => [`site ${id}`, fields] as const),
  ]);
}

/** Returns every change of a system, oldest first. */
export async function changesIn({ db }: Database, systemId: string): Promise<KeptChange[]> {
  const { rows } = await sql<KeptChange>`select revision, user_id as "userId", operation, undoes, items from changes
    where system_id = ${systemId} order by revision`.execute(db);
  return rows;
}

/** The simplest possible fold: applies every item in order. Independent of the console's own fold. */
export function folded(begin: Things, changes: readonly KeptChange[]): Things {
  const things: Things = new Map([...begin].map(([key, fields]) => [key, { ...fields }]));
  const retired: Things = new Map();
  for (const { kind, id, after } of changes.flatMap(({ items }) => items)) {
    const [entity = '', what = ''] = kind.split('.');
    if (entity !== 'receiver' && entity !== 'site') continue;
    const key = `${entity} ${id}`;
    const known = things.get(key) ?? retired.get(key);
    if (what === 'deleted' || what === 'retired') {
      things.delete(key);
      if (what === 'retired' && known !== undefined) retired.set(key, known);
    } else things.set(key, withoutUnset({ ...known, ...after }));
  }
  return things;
}

/** Removes settings that a change set to null. */
function withoutUnset(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== null || !name.includes('.')));
}

/** Returns what consoles show: things without settings. */
export function withoutSettings(things: Things): Things {
  const shown = (fields: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !name.includes('.')));
  return new Map([...things].map(([key, fields]) => [key, shown(fields)]));
}

/**
 * Returns what is wrong with the places of receivers (RX-39): a gap, two places at once, one place stored as
 * two, or a current place that is not the receiver's own.
 */
export async function placeFaults({ db }: Database, systemId: string): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    with places as (
      select *, lag(until) over own as ended,
        (latitude, longitude, site_id) is not distinct from
          (lag(latitude) over own, lag(longitude) over own, lag(site_id) over own) as stays
      from receiver_locations where system_id = ${systemId} window own as (partition by rx_id order by until)
    )
    select 'Place ' || id || ' of receiver ' || rx_id || ' does not go on where the last one ended' as fault from places
      where since is distinct from ended
    union all
    select 'Place ' || id || ' of receiver ' || rx_id || ' is the one before it' from places where stays and ended is not null
    union all
    select 'Receiver ' || receivers.id || ' does not stand where its present place is' from receivers
      left join places on rx_id = receivers.id and until is null
      where receivers.system_id = ${systemId} and retired_at is null
        and (receivers.latitude, receivers.longitude, receivers.site_id)
          is distinct from (places.latitude, places.longitude, places.site_id)`.execute(db);
  return rows.map(({ fault }) => fault);
}

/** Returns the first differences, in words; empty if both are equal. */
export function differences(one: Things, other: Things): string[] {
  return [...new Set([...one.keys(), ...other.keys()])]
    .filter((key) => !isDeepStrictEqual(one.get(key), other.get(key)))
    .map((key) => `${key}: ${JSON.stringify(one.get(key))} against ${JSON.stringify(other.get(key))}`);
}
