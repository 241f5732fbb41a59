import * as v from 'valibot';

const id = v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'An id is a whole number'), v.transform(Number));

/** What may stand for each parameter in the contract's paths; the start fails on a parameter that is not listed. */
export const pathParamSchemas = {
  mitasId: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/, 'A system is named by letters, digits, _ and -')),
  id,
  receiverId: id,
  collaboratorId: id,
  jobId: v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,64}$/, 'A job is named by letters, digits and -')),
} as const;

export type PathParamName = keyof typeof pathParamSchemas;
export type PathParamValue<Name> = Name extends PathParamName ? v.InferOutput<(typeof pathParamSchemas)[Name]> : never;

/** The names of the braces in a path, in order. Throws on one without a schema: that is a defect of the contract. */
export function pathParamNames(path: string): PathParamName[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    if (!Object.hasOwn(pathParamSchemas, name))
      throw new TypeError(`The path ${path} has a parameter {${name}} without a schema`);
    return name as PathParamName;
  });
}
