/** Returns a field's props for an error message; none without a message. */
export const invalid = (errorMessage: string | null | undefined) =>
  errorMessage === null || errorMessage === undefined ? {} : { validationState: 'invalid' as const, errorMessage };
