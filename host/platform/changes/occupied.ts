import { sql } from 'kysely';
import { inTheWay } from '../api-error.ts';
import { wasHeard } from '../store/fleet/receivers.ts';
import type { ChangeWriter, MadeEntity } from './change-writer.ts';

/** The largest number of names that a refusal lists. */
const maxNamed = 20;

/** Refuses to delete a row that other data need. @throws ApiError 409 naming them. */
export async function refuseOccupied(writer: ChangeWriter, entity: MadeEntity, id: number): Promise<void> {
  if (entity === 'site') return refuseSite(writer, id);
  if (entity === 'receiver') return refuseHeard(writer, id);
  if (entity === 'animal' || entity === 'transmitter') return refuseTagged(writer, entity, [id]);
}

/**
 * Refuses to delete animals or transmitters that have tags (REG-18). Their rows must be locked, so that no
 * tag is added before the commit.
 * @throws ApiError 409 naming the tags.
 */
export async function refuseTagged(
  { db, systemId }: ChangeWriter,
  entity: 'animal' | 'transmitter',
  ids: readonly number[],
): Promise<void> {
  const tags = await db
    .selectFrom('tags')
    .innerJoin('animals', 'animals.id', 'animal_id')
    .innerJoin('transmitters', 'transmitters.id', 'transmitter_id')
    .select(['alias', 'serial_number'])
    .where('tags.system_id', '=', systemId)
    .where(`${entity}_id`, 'in', ids)
    .orderBy('tags.id')
    .limit(maxNamed + 1)
    .execute();
  if (tags.length === 0) return;
  const named = tags.slice(0, maxNamed).map((tag) => `'${tag.alias}' with ${tag.serial_number}`);
  if (tags.length > maxNamed) named.push('…');
  throw inTheWay(`There are tags of ${ids.length === 1 ? 'it' : 'them'}: ${named.join(', ')}. Delete these tags first.`);
}

async function refuseSite({ db, systemId }: ChangeWriter, siteId: number): Promise<void> {
  const rows = await db
    .selectFrom('receivers')
    .select('alias')
    .where('system_id', '=', systemId)
    .where('site_id', '=', siteId)
    .where('retired_at', 'is', null)
    .orderBy(sql`lower(alias)`)
    .limit(maxNamed + 1)
    .execute();
  if (rows.length === 0) return;
  const named = rows.slice(0, maxNamed).map(({ alias }) => alias);
  if (rows.length > maxNamed) named.push('…');
  throw inTheWay(`There are receivers at this site: ${named.join(', ')}. Move or delete them first.`);
}

async function refuseHeard(writer: ChangeWriter, rxId: number): Promise<void> {
  if (!(await wasHeard(writer, writer.systemId, rxId))) return;
  const { alias: name = rxId } = (writer.fieldsOf('receiver', rxId) ?? {}) as { alias?: string };
  throw inTheWay(`'${name}' was heard since, or has field notes: delete it, and it is retired with all that is kept of it`);
}
