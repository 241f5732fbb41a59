import type { FastifyRequest } from 'fastify';
import { contract, type CallName } from '#model/contract/table.ts';
import { fillPath } from '#model/contract/call.ts';
import type { Caller } from '../../domain/accounts/authority.ts';
import { secretHash } from '../../domain/accounts/secrets.ts';
import type { Db } from '../../platform/store/database.ts';
import { findPass } from '../../platform/store/files/data-files.ts';
import { cookieNames } from './cookies.ts';

/** The only call that a pass permits. */
const passedCall: CallName = 'downloadDumpFile';

/** Returns the only path to which a browser sends the pass of a file. */
export function passPath(mitasId: string, id: number): string {
  return fillPath(contract[passedCall].path, { mitasId, id });
}

/**
 * Returns the caller to whom the pass in the request's cookie was given (FILE-8). Null for other calls, for a
 * call with a token, and for an invalid pass.
 */
export type PassHolder = (name: CallName, request: FastifyRequest) => Promise<Caller | null>;

export function passHolder(database: Db, secure: boolean): PassHolder {
  const { pass: cookie } = cookieNames(secure);
  return async (name, request) => {
    const token = request.cookies[cookie];
    if (name !== passedCall || token === undefined || request.headers.authorization !== undefined) return null;
    const { mitasId = '', id = '' } = request.params as { mitasId?: string; id?: string };
    const found = await findPass(database, secretHash(token), { systemId: mitasId, id });
    return found === undefined
      ? null
      : { userId: found.user_id, sessionId: found.session_id, expiresAt: found.expires_at.getTime() };
  };
}
