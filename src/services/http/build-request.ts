import * as v from 'valibot';
import { type Call, type Schema, fileType, fillPath } from '../../model/contract/call.ts';
import { FailureError } from '../../model/contract/failure.ts';

/** A request of any call, before the call's schemas check it. */
export type AnyRequest = { params?: Record<string, string | number> | undefined; query?: unknown; body?: unknown };

/**
 * Returns the address and body of a call.
 * @throws FailureError of kind invalidPayload if the request is invalid.
 */
export function buildRequest(
  definition: Call,
  request: AnyRequest,
): { url: string; init: { method: string; headers: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> } } {
  const path = fillPath(definition.path, request.params);
  const query = definition.query ? queryString(check('query', definition.path, definition.query, request.query ?? {})) : '';
  const method = definition.method;
  const headers: Record<string, string> = {
    accept: definition.binary === true ? (definition.packedAs ?? '*/*') : 'application/json',
  };
  if (definition.upload !== undefined) {
    const body = request.body as Uint8Array<ArrayBuffer>;
    return { url: path + query, init: { method, headers: { ...headers, 'content-type': fileType }, body } };
  }
  if (!definition.body) return { url: path + query, init: { method, headers } };
  const body = JSON.stringify(check('body', definition.path, definition.body, request.body));
  return { url: path + query, init: { method, headers: { ...headers, 'content-type': 'application/json' }, body } };
}

function check(part: string, path: string, schema: Schema, value: unknown): unknown {
  const checked = v.safeParse(schema, value);
  if (checked.success) return checked.output;
  const issues = checked.issues.map((issue) => `${path}: ${part} ${v.getDotPath(issue) ?? ''}: ${issue.message}`);
  throw new FailureError({ kind: 'invalidPayload', issues });
}

/**
 * Returns `?a=1&b=2,3`, or '' without parameters. Undefined values are left out; lists are joined by commas.
 */
function queryString(query: unknown): string {
  const pairs = Object.entries(query as Record<string, unknown>)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : String(value)]);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs as [string, string][])}`;
}
