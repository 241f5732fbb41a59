import { toJsonSchema, type ConversionConfig } from '@valibot/to-json-schema';
import { operationId } from '#model/fields/value-fields.ts';
import { operationHeader, type Schema } from '#model/contract/call.ts';
import { failures, parameterText } from './openapi-texts.ts';
import { pathParamNames, pathParamSchemas } from './path-params.ts';

/** A piece of the OpenAPI document. */
export type Json = Record<string, unknown>;

/**
 * Returns references to the shared responses of these statuses, and a default response for all other
 * failures.
 */
export function failureResponses(statuses: readonly number[]): Json {
  const named = statuses
    .toSorted((a, b) => a - b)
    .map((status) => [status, { $ref: `#/components/responses/${failures[status]?.name}` }]);
  const otherwise = { description: 'Any other failure', content: jsonContent({ $ref: '#/components/schemas/Error' }) };
  return { ...Object.fromEntries(named), default: otherwise };
}

/** Returns the parameters of a path, in order. */
export function pathParameters(path: string): Json[] {
  return pathParamNames(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    description: parameterText(name),
    schema: jsonSchema(pathParamSchemas[name], 'output'),
  }));
}

/** The header with the operation id, by which the host recognises a repeated request. */
export const operationParameter: Json = {
  name: operationHeader,
  in: 'header',
  required: false,
  description: 'An id of the caller for what it asks: a repeat with the same id changes nothing and is answered as the first was',
  schema: jsonSchema(operationId, 'input'),
};

/** Returns a JSON body with this schema. */
export function jsonContent(schema: Json): Json {
  return { 'application/json': { schema } };
}

/**
 * Converts a schema to JSON Schema. Leaves out what JSON Schema cannot express (transformations, checks by
 * code); the host still checks it.
 */
export function jsonSchema(schema: Schema, typeMode: 'input' | 'output'): Json {
  const config: ConversionConfig = { target: 'draft-2020-12', typeMode, errorMode: 'ignore' };
  const { $schema: _, ...rest } = toJsonSchema(schema, config) as Json;
  return rest;
}
