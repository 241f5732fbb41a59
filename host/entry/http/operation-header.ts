import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { operationHeader } from '#model/contract/call.ts';
import { inWords } from '#model/fields/issue-text.ts';
import { operationId } from '#model/fields/value-fields.ts';
import { invalidRequest } from '../../platform/api-error.ts';
import type { Operation } from '../../platform/changes/change.ts';

/**
 * Returns the operation id of a call before its body is read, or undefined if there is none or it is invalid.
 */
export function operationIdOf({ headers }: FastifyRequest): string | undefined {
  const header = headers[operationHeader];
  return v.is(operationId, header) ? header : undefined;
}

/**
 * Returns the operation of a writing call, from its header; undefined if the caller sends no id (CHG-5). A
 * request with the same id, call, parameters and body is a repeat.
 * @throws ApiError 400 for an invalid id.
 */
export function operationOf(
  request: FastifyRequest,
  name: string,
  { params, query, body }: { params: unknown; query: unknown; body: unknown },
): Operation | undefined {
  const header = request.headers[operationHeader];
  if (header === undefined) return undefined;
  const result = v.safeParse(operationId, header, inWords);
  if (!result.success) throw invalidRequest(`The header '${operationHeader}': ${result.issues[0].message}`, operationHeader);
  // Treat an empty query as none: the call may have gained query parameters since the first request.
  const said = JSON.stringify(query) === '{}' ? null : (query ?? null);
  const content = Buffer.isBuffer(body) ? createHash('sha256').update(body).digest('hex') : (body ?? null);
  const asked = JSON.stringify([name, params ?? null, said, content]);
  return { id: result.output, hash: createHash('sha256').update(asked).digest() };
}
