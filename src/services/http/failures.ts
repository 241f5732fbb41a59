import * as v from 'valibot';
import {
  type Failure,
  defaultErrorCode,
  defaultErrorType,
  errorBodySchema,
  errorTypes,
  sessionExpiredCode,
} from '../../model/contract/failure.ts';

/** The failure that says that the session is over. */
export const sessionOver = {
  kind: 'server',
  code: sessionExpiredCode,
  type: errorTypes.sessionExpired,
} as const satisfies Failure;

/**
 * The failure that an unsuccessful response reports (ERR-3, ERR-4): its error body, else what its status
 * says.
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
 * ERR-5: 'Session expired (status text containing 440)'; HTTP/2 has no status text, so the status itself
 * counts too.
 */
function saysExpired({ status, statusText }: Pick<Response, 'status' | 'statusText'>): boolean {
  return status === sessionExpiredCode || statusText.includes(String(sessionExpiredCode));
}

/**
 * What a text holds as JSON; undefined for none. An empty body is an empty object, as calls without an answer
 * send it.
 */
export function parseJson(text: string): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
