/** The invalid field of a form, with its message. */
export type Refusal<Field extends string = string> = { field: Field; text: string };

/** The error of a missing required field. */
export const missingText = 'You are missing a required field';
