/** The message of anything thrown; an AggregateError (every address of a name refused) has its messages in its parts. */
export function errorText(thrown: unknown): string {
  if (thrown instanceof AggregateError) return thrown.errors.map(errorText).join(', ');
  return thrown instanceof Error ? thrown.message : JSON.stringify(thrown);
}
