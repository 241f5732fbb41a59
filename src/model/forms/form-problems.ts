import * as v from 'valibot';
import { inWords } from '../fields/issue-text.ts';

/** The first thing that is wrong with each field, by its name; what is wrong with all of them is under ''. */
export type FormProblems = Readonly<Record<string, string | undefined>>;

/** What a schema finds wrong with what is in a form; nothing where it fits. */
export function problemsOf(schema: v.GenericSchema<unknown, unknown>, values: object): FormProblems {
  const { issues } = v.safeParse(schema, values, inWords);
  if (issues === undefined) return {};
  const { root, nested } = v.flatten(issues);
  const all = Object.entries({ ...nested, ...(root === undefined ? {} : { '': root }) });
  return Object.fromEntries(all.map(([field, texts]) => [field, texts?.[0]]));
}
