import type { Refusal } from './refusal.ts';

/**
 * How a form is checked, and its messages for success and failure. `timeout` is how long the success message
 * is shown, in ms; by default that of the snackbar (MSG-1).
 */
export type FormRules<Values> = {
  /** Returns the first invalid field, in field order; undefined if the form is valid. */
  check: (values: Values) => Refusal<string & keyof Values> | undefined;
  /** Without `message`, the host's message is shown, or 'Success' if it has none (MSG-1). */
  success: { message?: string; timeout?: number };
  failure: string;
};

/** The error of an empty required field. */
export const emptyText = 'Cannot be empty';

/** Trims a text and replaces each run of white space by one blank. */
export function collapsed(value: string): string {
  return value.trim().replace(/\s+/g, ' ');
}
