import type { Refusal } from './refusal.ts';

/**
 * How a form is checked and what is said when it went well or not; `timeout` in ms, where it is not the
 * snackbar's own (MSG-1).
 */
export type FormRules<Values> = {
  /** The first field that is refused, in field order; undefined where the form can be sent. */
  check: (values: Values) => Refusal<string & keyof Values> | undefined;
  /** Without a message: what the host says, else 'Success' (MSG-1). */
  success: { message?: string; timeout?: number };
  failure: string;
};

/** Said at a field that must not be empty. */
export const emptyText = 'Cannot be empty';

/** A text with the space around it left out and the space within as one blank each. */
export function collapsed(value: string): string {
  return value.trim().replace(/\s+/g, ' ');
}
