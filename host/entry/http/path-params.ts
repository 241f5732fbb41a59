import * as v from 'valibot';
import { operationId, maxId, systemName } from '#model/fields/value-fields.ts';
import { pathParameters } from '#model/contract/call.ts';

const id = v.pipe(
  v.string(),
  v.regex(/^\d{1,10}$/, 'An id is a whole number'),
  v.transform(Number),
  v.number(),
  v.integer(),
  v.minValue(1),
  v.maxValue(maxId),
);

/**
 * The valid values of each parameter in the contract's paths. The start fails on a parameter without a
 * schema.
 */
export const pathParamSchemas = {
  mitasId: systemName,
  id,
  receiverId: id,
  collaboratorId: id,
  revision: v.pipe(
    v.string(),
    v.regex(/^\d{1,15}$/, 'A revision is a whole number'),
    v.transform(Number),
    v.number(),
    v.integer(),
    v.minValue(1),
  ),
  noteId: id,
  version: v.pipe(
    v.string(),
    v.regex(/^\d{1,15}$/, 'A version is a whole number'),
    v.transform(Number),
    v.number(),
    v.integer(),
    v.minValue(0),
  ),
  commandId: operationId,
  jobId: v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,64}$/, 'A job is named by letters, digits and -')),
  previewId: v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,64}$/, 'A preview is named by letters, digits and -')),
} as const;

export type PathParamName = keyof typeof pathParamSchemas;
export type PathParamValue<Name> = Name extends PathParamName ? v.InferOutput<(typeof pathParamSchemas)[Name]> : never;

/**
 * Returns the names of the parameters in a path, in order. Throws on one without a schema, which is a defect
 * of the contract.
 */
export function pathParamNames(path: string): PathParamName[] {
  return pathParameters(path).map((name) => {
    if (!Object.hasOwn(pathParamSchemas, name))
      throw new TypeError(`The path ${path} has a parameter {${name}} without a schema`);
    return name as PathParamName;
  });
}
