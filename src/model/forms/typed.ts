/** True where a form holds something else than it began with (FORM-21). */
export function hasTyped<Values extends object>(began: Values, typed: Partial<Values>): boolean {
  return Object.entries(typed).some(([field, value]) => value !== undefined && !isSame(value, began[field as keyof Values]));
}

/** What cannot be read as a number is NaN, which JSON writes as it does null. */
function isSame(one: unknown, other: unknown): boolean {
  return Object.is(one, other) || (!Number.isNaN(one) && JSON.stringify(one) === JSON.stringify(other));
}
