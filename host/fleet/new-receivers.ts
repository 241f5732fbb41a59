import type { Database } from '../store/database.ts';

/** What is known of a receiver when it is made (spec §3); the rest is as the database has it by default. Coordinates in degrees. */
export type NewReceiver = {
  systemId: string;
  alias: string;
  siteId: number | null;
  latitude: number | null;
  longitude: number | null;
  model?: number;
};

const colors = ['#66bb6a', '#ffb74d', '#4fc3f7', '#ba68c8', '#e57373', '#a1887f', '#4db6ac', '#fff176', '#90a4ae', '#aed581'];
const pointStyles = ['circle', 'triangle', 'rect', 'rectRot', 'star', 'cross'];

/** Makes a receiver and answers its id. Its colour follows from how many the system has already (`order`). */
export async function makeReceiver(
  { db }: Pick<Database, 'db'>,
  { systemId, siteId, ...receiver }: NewReceiver,
  order: number,
): Promise<number> {
  const { id } = await db
    .insertInto('receivers')
    .values({ ...receiver, system_id: systemId, site_id: siteId, color: colors[order % colors.length] as string })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** How a site looks that was just made; it follows from how many the system has already. */
export function siteLook(order: number): { color: string; pointStyle: string } {
  return { color: colors[order % colors.length] as string, pointStyle: pointStyles[order % pointStyles.length] as string };
}

/** The site of that name in a system, made now where there is none. */
export async function siteNamed(
  { db }: Pick<Database, 'db'>,
  systemId: string,
  alias: string,
): Promise<{ id: number; isNew: boolean }> {
  const sites = await db.selectFrom('sites').select(['id', 'alias']).where('system_id', '=', systemId).execute();
  const found = sites.find((site) => site.alias === alias);
  if (found !== undefined) return { id: found.id, isNew: false };
  const { color, pointStyle: point_style } = siteLook(sites.length);
  const { id } = await db
    .insertInto('sites')
    .values({ system_id: systemId, alias, color, point_style })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, isNew: true };
}
