import { fileType, needsCsrf, type Call } from '#model/contract/call.ts';
import { errorBodySchema } from '#model/contract/failure.ts';
import { changeCalls } from '#model/contract/change-calls.ts';
import { callNames, contract, type CallName } from '#model/contract/table.ts';
import { ingestPaths } from './openapi-ingest.ts';
import { failureResponses, jsonContent, jsonSchema, operationParameter, pathParameters, type Json } from './openapi-parts.ts';
import { takesAccessKeys } from './access-key-gate.ts';
import { callSummaries } from './call-summaries.ts';
import { callGroups, failures, parameterText, securitySchemes } from './openapi-texts.ts';

const ingestTag = { name: 'Ingest', description: 'What receivers hear, and what they know of themselves' };

/**
 * Returns the contract as an OpenAPI 3.1 document (CALL-17), made from the same table as the routes, with the
 * ingest paths for receivers.
 */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const name of callNames) {
    const call: Call = contract[name];
    (paths[call.path] ??= {})[call.method.toLowerCase()] = operation(name, call);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Telemetry console',
      description: 'What the console asks its host, and how receivers tell it what they hear. Live events come by websocket.',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This host' }],
    tags: [...callGroups.map(({ name, description }) => ({ name, description })), ingestTag],
    paths: { ...paths, ...ingestPaths(ingestTag.name) },
    components: {
      securitySchemes,
      schemas: { Error: jsonSchema(errorBodySchema, 'output') },
      responses: Object.fromEntries(
        Object.values(failures).map(({ name, description }) => [
          name,
          { description, content: jsonContent({ $ref: '#/components/schemas/Error' }) },
        ]),
      ),
    },
  };
}

function operation(name: CallName, call: Call): Json {
  return {
    operationId: name,
    tags: callGroups.filter(({ calls }) => Object.hasOwn(calls, name)).map((group) => group.name),
    summary: callSummaries[name],
    description: who(call),
    security: securityOf(name, call),
    parameters: [...pathParameters(call.path), ...queryParameters(call), ...(call.changes === true ? [operationParameter] : [])],
    ...(call.body === undefined ? {} : { requestBody: { required: true, content: jsonContent(jsonSchema(call.body, 'input')) } }),
    ...(call.upload === undefined ? {} : { requestBody: { required: true, content: { [fileType]: {} } } }),
    responses: {
      200: {
        description: 'Success',
        content:
          call.binary === true
            ? { 'application/gzip': { schema: { type: 'string', format: 'binary' } } }
            : {
                ...jsonContent(jsonSchema(call.reply, 'output')),
                ...(call.packedAs === undefined ? {} : { [call.packedAs]: { schema: { type: 'string', format: 'binary' } } }),
              },
      },
      ...failuresOf(name, call),
    },
  };
}

function who({ access }: Call): string {
  if (access === 'public') return 'Anybody may call it.';
  if (access === 'session') return 'Whoever is logged in may call it.';
  if (access === 'superuser') return 'The operator of the host may call it.';
  return `Members of the system whose role id is at most ${access.role} may call it.`;
}

/** The calls that read the refresh cookie. For the public ones, only this cookie identifies the caller. */
const byCookie: readonly CallName[] = ['accessToken', 'renewToken', 'logout'];

/** The failures of public calls that check the caller themselves, by status. */
const ownFailures: Partial<Record<CallName, readonly number[]>> = { login: [401], accessToken: [401, 440] };

function securityOf(name: CallName, call: Call): Json[] {
  const { access, method } = call;
  const needed: Record<string, []> = {};
  if (access !== 'public') needed['accessToken'] = [];
  if (byCookie.includes(name)) needed['refreshToken'] = [];
  if (needsCsrf(method)) needed['csrfToken'] = [];
  if (takesAccessKeys(call)) return [needed, { accessKey: [] }];
  return Object.keys(needed).length === 0 ? [] : [needed];
}

function failuresOf(name: CallName, { access, method, body, upload, changes }: Call): Json {
  const hasBody = body !== undefined || upload !== undefined;
  const statuses = [400, 429, 503, ...(ownFailures[name] ?? [])];
  if (access !== 'public') statuses.push(401, 440);
  if (typeof access === 'object' || access === 'superuser' || needsCsrf(method)) statuses.push(403);
  if (hasBody) statuses.push(408, 413, 415);
  if (hasBody || changes === true) statuses.push(409);
  if (changes === true) statuses.push(404, 422);
  if (Object.hasOwn(changeCalls, name)) statuses.push(410);
  return failureResponses(statuses);
}

/**
 * Returns a query's parameters with their parsed types. Other accepted forms, such as a time as ISO text, are
 * described in words.
 */
function queryParameters({ query }: Call): Json[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(query, 'output') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    description: parameterText(name),
    required: required.includes(name),
    ...(schema['type'] === 'array' ? { style: 'form', explode: false } : {}),
    schema,
  }));
}
