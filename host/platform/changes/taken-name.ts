import { tagOrderText } from '#model/registry/tags/tag.ts';
import { type ApiError, conflict, inTheWay } from '../api-error.ts';
import { sqlStates } from '../store/database-failure.ts';

/** Refusals of a tag that conflicts with another (REG-23), by the violated constraint. */
const tagConstraints: Readonly<Record<string, string>> = {
  tags_one_of_animal: 'The animal is on another tag at that time: retrieve that one first',
  tags_one_of_transmitter: 'The transmitter is on another tag at that time: retrieve that one first',
  tags_in_order: tagOrderText,
};

/**
 * Translates a database error into the refusal of a name or serial number that is taken, or of a tag that
 * conflicts with another. Returns null for any other error.
 */
export function takenName(error: unknown, field = 'alias'): ApiError | null {
  if (!(error instanceof Error) || !('code' in error) || !('constraint' in error)) return null;
  const inWay = tagConstraints[String(error.constraint)];
  if (inWay !== undefined) return inTheWay(inWay);
  if (error.code !== sqlStates.uniqueViolation) return null;
  if (error.constraint === 'receivers_system_id_alias_key') return conflict('There is a receiver of this name already', field);
  if (error.constraint === 'sites_system_id_alias_key') return conflict('A site with this name already exists', field);
  if (error.constraint === 'map_layers_system_id_name_key') return conflict('There is a map layer of this name already', field);
  if (error.constraint === 'transmitters_system_id_serial_number_key')
    return conflict('There is a transmitter of this serial number already', field);
  if (error.constraint === 'transmitters_serial_alike')
    return conflict('There is a transmitter of this serial number already, written in another way', field);
  return null;
}
