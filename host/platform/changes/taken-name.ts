import { type ApiError, conflict } from '../api-error.ts';
import { sqlStates } from '../store/database-failure.ts';

/**
 * The refusal of a name that another thing of the system has, or null for any other failure.
 */
export function takenName(error: unknown, field = 'alias'): ApiError | null {
  if (!(error instanceof Error) || !('code' in error) || !('constraint' in error) || error.code !== sqlStates.uniqueViolation)
    return null;
  if (error.constraint === 'receivers_system_id_alias_key') return conflict('There is a receiver of this name already', field);
  if (error.constraint === 'sites_system_id_alias_key') return conflict('There is a site of this name already', field);
  if (error.constraint === 'map_layers_system_id_name_key') return conflict('There is a map layer of this name already', field);
  if (error.constraint === 'transmitters_system_id_serial_number_key')
    return conflict('There is a transmitter of this serial number already', field);
  return null;
}
