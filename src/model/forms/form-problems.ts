import * as v from 'valibot';
import { inWords } from '../fields/issue-text.ts';

/** The first problem of each field, by the field's name. A problem of the complete form has the name ''. */
export type FormProblems = Readonly<Record<string, string | undefined>>;

/** Validates a form's values against a schema; returns an empty object if they are valid. */
export function problemsOf(schema: v.GenericSchema<unknown, unknown>, values: object): FormProblems {
  const { issues } = v.safeParse(schema, values, inWords);
  if (issues === undefined) return {};
  const { root, nested } = v.flatten(issues);
  const all = Object.entries({ ...nested, ...(root === undefined ? {} : { '': root }) });
  return Object.fromEntries(all.map(([field, texts]) => [field, texts?.[0]]));
}
