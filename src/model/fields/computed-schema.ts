import type * as v from 'valibot';

/**
 * Gives a schema with computed entries its output type, which TypeScript cannot infer. Only this function
 * makes such a cast.
 */
export function computedSchema<Output>(schema: v.GenericSchema): v.GenericSchema<unknown, Output> {
  return schema as v.GenericSchema<unknown, Output>;
}
