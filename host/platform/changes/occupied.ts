import { sql } from 'kysely';
import { inTheWay } from '../api-error.ts';
import type { ChangeWriter, MadeEntity } from './change-writer.ts';

/** How many names a refusal tells. */
const maxNamed = 20;

/** Refuses to delete what others still need. @throws ApiError 409 naming them. */
export async function refuseOccupied(writer: ChangeWriter, entity: MadeEntity, id: number): Promise<void> {
  if (entity === 'site') return refuseSite(writer, id);
  if (entity === 'receiver') return refuseHeard(writer, id);
}

async function refuseSite({ db, systemId }: ChangeWriter, siteId: number): Promise<void> {
  const rows = await db
    .selectFrom('receivers')
    .select('alias')
    .where('system_id', '=', systemId)
    .where('site_id', '=', siteId)
    .orderBy(sql`lower(alias)`)
    .limit(maxNamed + 1)
    .execute();
  if (rows.length === 0) return;
  const named = rows.slice(0, maxNamed).map(({ alias }) => alias);
  if (rows.length > maxNamed) named.push('…');
  throw inTheWay(`There are receivers at this site: ${named.join(', ')}. Move or delete them first.`);
}

async function refuseHeard({ db, systemId }: ChangeWriter, rxId: number): Promise<void> {
  const heard = await db
    .selectFrom('contacts_hourly')
    .select('rx_id')
    .where('system_id', '=', systemId)
    .where('rx_id', '=', rxId)
    .limit(1)
    .executeTakeFirst();
  if (heard !== undefined) throw inTheWay('This receiver has contacts, which would lose their name: it stays.');
}
