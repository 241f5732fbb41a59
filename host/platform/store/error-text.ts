/**
 * Returns the message of anything thrown. For an AggregateError (all addresses of a name refused), returns
 * the messages of its errors.
 */
export function errorText(thrown: unknown): string {
  if (thrown instanceof AggregateError) return thrown.errors.map(errorText).join(', ');
  // `String` is needed because JSON.stringify returns undefined for undefined.
  return thrown instanceof Error ? thrown.message : String(JSON.stringify(thrown));
}
