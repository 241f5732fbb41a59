/** The field of a form that was refused, and the text the person sees at it. */
export type Refusal<Field extends string = string> = { field: Field; text: string };
