/**
 * Up to where the contacts of a system were deleted, or are being (RET-5), as SQL; null where none were. A
 * midnight in UTC. `system` is the parameter that names it.
 */
export function contactsFloor(system: `$${number}`): string {
  return `(select before from data_floors where system_id = ${system} and sort = 'contacts')`;
}
