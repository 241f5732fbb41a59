/**
 * The message of anything thrown; an AggregateError (every address of a name refused) has its messages in its
 * parts.
 */
export function errorText(thrown: unknown): string {
  if (thrown instanceof AggregateError) return thrown.errors.map(errorText).join(', ');
  // Of undefined there is no JSON.
  return thrown instanceof Error ? thrown.message : String(JSON.stringify(thrown));
}
