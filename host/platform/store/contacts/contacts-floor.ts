/**
 * Returns SQL for the time before which a system's contacts were or are being deleted (RET-5): a midnight in
 * UTC, or null. `system` is the query parameter with the system's id.
 */
export function contactsFloor(system: `$${number}`): string {
  return `(select before from data_floors where system_id = ${system} and sort = 'contacts')`;
}
