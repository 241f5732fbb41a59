/** The field of a form that was refused, and the text the person sees at it. */
export type Refusal<Field extends string = string> = { field: Field; text: string };

/** Said of a field that has to be filled in. */
export const missingText = 'You are missing a required field';
