/** True where a form holds something else than it began with (FORM-21). */
export function hasTyped<Values extends object>(began: Values, typed: Partial<Values>): boolean {
  return Object.entries(typed).some(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(began[field as keyof Values]) && value !== undefined,
  );
}
