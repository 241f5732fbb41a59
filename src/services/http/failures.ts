import * as v from 'valibot';
import {
  type Failure,
  defaultErrorCode,
  defaultErrorType,
  errorBodySchema,
  errorTypes,
  sessionExpiredCode,
} from '../../model/contract/failure.ts';

/** The failure of an expired session. */
export const sessionOver = {
  kind: 'server',
  code: sessionExpiredCode,
  type: errorTypes.sessionExpired,
} as const satisfies Failure;

/**
 * Returns the failure of an unsuccessful response (ERR-3, ERR-4): from its error body, or from its status if
 * it has none.
 */
export function failureOf(response: Pick<Response, 'status' | 'statusText'>, text: string): Failure {
  const body = v.safeParse(errorBodySchema, parseJson(text));
  if (saysExpired(response)) {
    const message = body.success ? body.output.error.message : undefined;
    return { kind: 'server', code: sessionExpiredCode, type: errorTypes.sessionExpired, message };
  }
  if (body.success) return { kind: 'server', ...body.output.error };
  return { kind: 'server', code: response.status || defaultErrorCode, type: defaultErrorType };
}

/**
 * Returns true for an expired session: the status text contains 440 (ERR-5). The status code counts too,
 * because HTTP/2 has no status text.
 */
function saysExpired({ status, statusText }: Pick<Response, 'status' | 'statusText'>): boolean {
  return status === sessionExpiredCode || statusText.includes(String(sessionExpiredCode));
}

/**
 * Parses JSON; undefined if it is invalid. An empty body is read as an empty object, because calls without an
 * answer send it.
 */
export function parseJson(text: string): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
