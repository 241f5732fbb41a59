import type { FastifyRequest } from 'fastify';
import { contract, type CallName } from '#model/contract/table.ts';
import { fillPath } from '#model/contract/call.ts';
import type { Caller } from '../../domain/accounts/authority.ts';
import { secretHash } from '../../domain/accounts/secrets.ts';
import type { Db } from '../../platform/store/database.ts';
import { findPass } from '../../platform/store/files/data-files.ts';
import { cookieNames } from './cookies.ts';

/** The one call that a pass is for. */
const passedCall: CallName = 'downloadDumpFile';

/** Where a browser shows the pass of a file: there and nowhere else. */
export function passPath(mitasId: string, id: number): string {
  return fillPath(contract[passedCall].path, { mitasId, id });
}

/** Who calls by the cookie of a pass, where no token comes with the call (FILE-8); null for nobody. */
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
