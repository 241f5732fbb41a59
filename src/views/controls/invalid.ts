/** Returns the props of a field by what is wrong with what is typed in it; none if nothing is. */
export const invalid = (errorMessage: string | null | undefined) =>
  errorMessage === null || errorMessage === undefined ? {} : { validationState: 'invalid' as const, errorMessage };
