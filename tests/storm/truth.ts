import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Database } from '../../host/platform/store/database.ts';
import type { ChangeItem } from '#model/changes/change.ts';

/** What people set of receivers and sites, by 'receiver 1' or 'site 1', and nothing else of them. */
export type Things = Map<string, Record<string, unknown>>;

/** One row of `changes` as it stands in the database. */
export type KeptChange = {
  revision: number;
  userId: number | null;
  operation: string;
  undoes: number | null;
  items: ChangeItem[];
};

/** What stands in the database now. */
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
      ])
      .where('system_id', '=', systemId)
      .execute(),
    db
      .selectFrom('sites')
      .select(['id', 'alias', 'color', 'point_style as pointStyle'])
      .where('system_id', '=', systemId)
      .execute(),
  ]);
  return new Map<string, Record<string, unknown>>([
    ...receivers.map(({ id, ...fields }) => [`receiver ${id}`, fields] as const),
    ...sites.map(({ id, ...fields }) => [`site ${id}`, fields] as const),
  ]);
}

/** Every change of a system, oldest first. */
export async function changesIn({ db }: Database, systemId: string): Promise<KeptChange[]> {
  const { rows } = await sql<KeptChange>`select revision, user_id as "userId", operation, undoes, items from changes
    where system_id = ${systemId} order by revision`.execute(db);
  return rows;
}

/** The plainest fold there is: every item in its order, whatever the console's own fold does. */
export function folded(begin: Things, changes: readonly KeptChange[]): Things {
  const things: Things = new Map([...begin].map(([key, fields]) => [key, { ...fields }]));
  for (const { kind, id, after } of changes.flatMap(({ items }) => items)) {
    const [entity = '', what = ''] = kind.split('.');
    if (entity !== 'receiver' && entity !== 'site') continue;
    const key = `${entity} ${id}`;
    if (what === 'deleted') things.delete(key);
    else things.set(key, { ...things.get(key), ...after });
  }
  return things;
}

/** The first things that differ, in words; none where both are equal. */
export function differences(one: Things, other: Things): string[] {
  return [...new Set([...one.keys(), ...other.keys()])]
    .filter((key) => !isDeepStrictEqual(one.get(key), other.get(key)))
    .map((key) => `${key}: ${JSON.stringify(one.get(key))} against ${JSON.stringify(other.get(key))}`);
}
