import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { needsCsrf, csrfHeader, type Call, type Schema } from '../../src/model/contract/call.ts';
import { errorBodySchema } from '../../src/model/contract/failure.ts';
import { callNames, contract } from '../../src/model/contract/table.ts';
import { pathParamNames, pathParamSchemas } from './path-params.ts';

type Json = Record<string, unknown>;

/** The contract as an OpenAPI 3.1 document (design §5), made from the same table as the routes. */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const name of callNames) {
    const call: Call = contract[name];
    (paths[call.path] ??= {})[call.method.toLowerCase()] = operation(name, call);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Telemetry console', version },
    paths,
    components: {
      securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: jsonSchema(errorBodySchema, 'output') },
    },
  };
}

function operation(name: string, call: Call): Json {
  return {
    operationId: name,
    summary: call.summary,
    description: who(call),
    ...(call.access === 'public' ? {} : { security: [{ accessToken: [] }] }),
    parameters: [...pathParameters(call), ...queryParameters(call), ...csrfParameter(call)],
    ...(call.body === undefined ? {} : { requestBody: { required: true, content: jsonContent(jsonSchema(call.body, 'input')) } }),
    responses: {
      200: {
        description: 'Success',
        content: call.binary === true ? { 'application/gzip': {} } : jsonContent(jsonSchema(call.reply, 'output')),
      },
      default: { description: 'Failure', content: jsonContent({ $ref: '#/components/schemas/Error' }) },
    },
  };
}

function who({ access }: Call): string {
  if (access === 'public') return 'Anybody may call it.';
  if (access === 'session') return 'Whoever is logged in may call it.';
  if (access === 'superuser') return 'The operator of the host may call it.';
  return `Members of the system whose role id is at most ${access.role} may call it.`;
}

function pathParameters(call: Call): Json[] {
  return pathParamNames(call.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: jsonSchema(pathParamSchemas[name], 'input'),
  }));
}

function queryParameters({ query }: Call): Json[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = toJsonSchema(query, { typeMode: 'input', errorMode: 'ignore' });
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }));
}

function csrfParameter({ method }: Call): Json[] {
  return needsCsrf(method) ? [{ name: csrfHeader, in: 'header', required: true, schema: jsonSchema(v.string(), 'input') }] : [];
}

function jsonContent(schema: Json): Json {
  return { 'application/json': { schema } };
}

/** What JSON Schema cannot say (a transformation, a check by code) is left out; the host checks it all the same. */
function jsonSchema(schema: Schema, typeMode: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = toJsonSchema(schema, { typeMode, errorMode: 'ignore' });
  return rest;
}
