import { sql } from 'kysely';
import { isInOrder, tagOrderText } from '#model/registry/tags/tag.ts';
import { conflict, inTheWay } from '../api-error.ts';
import type { EntityFields } from '../store/entity-tables.ts';
import type { ChangeWriter } from './change-writer.ts';
import { refuseAbsent } from './missing.ts';

type Tag = EntityFields<'tag'>;

/**
 * Refuses a tag whose animal or transmitter is not of the system, or has another tag at that time (REG-23).
 * If two such tags are written simultaneously, the database refuses the second (`takenName`).
 * @throws ApiError 404, or 409 naming the other tag and the field.
 */
export async function refuseTag(writer: ChangeWriter, id: number | null, tag: Tag): Promise<void> {
  await refuseAbsent(writer, 'animal', tag.AnimalId);
  await refuseAbsent(writer, 'transmitter', tag.TransmitterId);
  if (!isInOrder(tag)) throw inTheWay(tagOrderText);
  const utc = (time: string | null) => (time === null ? null : `${time}Z`);
  const { rows } = await sql<{ alias: string; serial: string; ofAnimal: boolean }>`
    select alias, serial_number as serial, tags.animal_id = ${tag.AnimalId} as "ofAnimal"
    from tags join animals on animals.id = animal_id join transmitters on transmitters.id = transmitter_id
    where tags.system_id = ${writer.systemId} and tags.id is distinct from ${id}::int
      and (tags.animal_id = ${tag.AnimalId} or tags.transmitter_id = ${tag.TransmitterId})
      and tstzrange(release_time, retrieve_time) && tstzrange(${utc(tag.releaseTime)}::timestamptz, ${utc(tag.retrieveTime)}::timestamptz)
    order by tags.id limit 1`.execute(writer.db);
  const [other] = rows;
  if (other === undefined) return;
  throw other.ofAnimal
    ? conflict(`${other.alias} carries ${other.serial} at that time: retrieve that tag first`, 'tagData.AnimalId')
    : conflict(`${other.serial} is on ${other.alias} at that time: retrieve that tag first`, 'tagData.TransmitterId');
}
