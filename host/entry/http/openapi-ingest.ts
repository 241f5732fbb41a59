import * as v from 'valibot';
import { wireContactSchema } from '../../domain/contacts/wire-contact.ts';
import { wireModemSchema } from '../../domain/modems/wire-modem.ts';
import { wireStatusSchema } from '../../domain/vitals/wire-status.ts';
import { givenCommands, wireAnswerSchema } from '../../domain/commands/wire-answer.ts';
import { failureResponses, jsonContent, jsonSchema, pathParameters, type Json } from './openapi-parts.ts';

/** The reply to a sender (ING-3). */
const replySchema = v.object({
  accepted: v.number(),
  duplicate: v.number(),
  rejected: v.number(),
  reasons: v.array(v.object({ line: v.number(), reason: v.string() })),
  notes: v.optional(v.array(v.string())),
});

const commandsPath = '/api/ingest/{mitasId}/commands';

type WayIn = { path: string; operationId: string; summary: string; one: string; schema: v.GenericSchema };

const waysIn: readonly WayIn[] = [
  {
    path: '/api/ingest/{mitasId}/contacts',
    operationId: 'ingestContacts',
    summary: 'Tell what receivers heard',
    one: 'contact',
    schema: wireContactSchema,
  },
  {
    path: '/api/ingest/{mitasId}/status',
    operationId: 'ingestStatus',
    summary: 'Tell what receivers know of themselves',
    one: 'status',
    schema: wireStatusSchema,
  },
  {
    path: '/api/ingest/{mitasId}/modems',
    operationId: 'ingestModems',
    summary: 'Tell what modems report of themselves',
    one: 'modem report',
    schema: wireModemSchema,
  },
  {
    path: commandsPath,
    operationId: 'answerCommands',
    summary: 'Tell what became of the commands that receivers were given',
    one: 'answer',
    schema: wireAnswerSchema,
  },
];

/**
 * Returns the ingest paths for receivers. They are not in the contract: they have their own keys and read
 * their bodies as a stream.
 */
export function ingestPaths(tag: string): Json {
  const paths = Object.fromEntries(waysIn.map((way) => [way.path, wayIn(tag, way)]));
  return { ...paths, [commandsPath]: { ...askingFor(tag), ...paths[commandsPath] } };
}

function wayIn(tag: string, { path, operationId, summary, one, schema }: WayIn): Json {
  return {
    post: {
      operationId,
      tags: [tag],
      summary,
      description: `One ${one} a line (NDJSON) or a JSON array, plain or packed by gzip. A bad line loses no good one, and sending the same again changes nothing.`,
      security: [{ receiverKey: [] }],
      parameters: [
        ...pathParameters(path),
        {
          name: 'content-encoding',
          in: 'header',
          description: 'How the body is packed',
          required: false,
          schema: { type: 'string', enum: ['identity', 'gzip'] },
        },
      ],
      requestBody: {
        required: true,
        content: {
          'application/x-ndjson': { schema: { type: 'string', description: `Each line is a ${one} as one JSON object` } },
          ...jsonContent({ type: 'array', items: jsonSchema(schema, 'input') }),
        },
      },
      responses: {
        200: {
          description: 'How many were taken in, and the first reasons for those that were not',
          content: jsonContent(jsonSchema(replySchema, 'output')),
        },
        ...failureResponses([400, 401, 403, 408, 413, 415, 429, 503]),
      },
    },
  };
}

function askingFor(tag: string): Json {
  return {
    get: {
      operationId: 'askForCommands',
      tags: [tag],
      summary: 'Ask what receivers are to do',
      description:
        'At least one receiver is named, by alias or id, each as often as needed. A command that is not acknowledged is sent again under the same id.',
      security: [{ receiverKey: [] }],
      parameters: [
        ...pathParameters(commandsPath),
        queryOf('receiver', 'Who asks, by alias', 'string'),
        queryOf('rxId', 'Who asks, by id', 'integer'),
      ],
      responses: {
        200: { description: 'What they are to do', content: jsonContent(jsonSchema(givenCommands, 'output')) },
        ...failureResponses([400, 401, 403, 429, 503]),
      },
    },
  };
}

function queryOf(name: string, description: string, type: string): Json {
  return { name, in: 'query', description, required: false, schema: { type: 'array', items: { type } } };
}
