import * as v from 'valibot';
import { wireContactSchema } from '../../domain/contacts/wire-contact.ts';
import { failureResponses, jsonContent, jsonSchema, pathParameters, type Json } from './openapi-parts.ts';

const path = '/api/ingest/{mitasId}/contacts';

/** What a sender is told (ING-3). */
const replySchema = v.object({
  accepted: v.number(),
  duplicate: v.number(),
  rejected: v.number(),
  reasons: v.array(v.object({ line: v.number(), reason: v.string() })),
});

/** The way in for receivers' contacts, which is no call of the contract: it has keys of its own and reads its body as it comes. */
export function ingestPath(tag: string): Json {
  const contact = jsonSchema(wireContactSchema, 'input');
  return {
    [path]: {
      post: {
        operationId: 'ingestContacts',
        tags: [tag],
        summary: 'Tell what receivers heard',
        description:
          'One contact a line (NDJSON) or a JSON array, plain or packed by gzip. A bad line loses no good one, and sending the same again changes nothing.',
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
            'application/x-ndjson': { schema: { type: 'string', description: 'Each line is a contact as one JSON object' } },
            ...jsonContent({ type: 'array', items: contact }),
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
    },
  };
}
