/** Returns true if a form's values differ from its initial values (FORM-21). */
export function hasTyped<Values extends object>(began: Values, typed: Partial<Values>): boolean {
  return Object.entries(typed).some(([field, value]) => value !== undefined && !isSame(value, began[field as keyof Values]));
}

/** NaN (unreadable input) needs its own check, because JSON writes it like null. */
function isSame(one: unknown, other: unknown): boolean {
  return Object.is(one, other) || (!Number.isNaN(one) && JSON.stringify(one) === JSON.stringify(other));
}
