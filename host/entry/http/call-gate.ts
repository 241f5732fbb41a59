import type { FastifyRequest } from 'fastify';
import { isRefusedWhenExpired } from '#model/contract/expired-systems.ts';
import { contract, type CallName } from '#model/contract/table.ts';
import type { Call } from '#model/contract/call.ts';
import { isAccessKey, keyProblem } from '#model/entities/key.ts';
import { hasRole, type RoleId, viewer } from '#model/entities/role.ts';
import {
  badToken,
  notAKey,
  notAuthorized,
  roleTooLow,
  sessionExpired,
  systemOffline,
  tokenMissing,
} from '../../platform/api-error.ts';
import { type Caller, type Membership, refuseExpired } from '../../domain/accounts/authority.ts';
import type { SessionAuthority, Verdict } from '../../domain/accounts/session-authority.ts';
import { keyEnded, type KeyLimit, keyOfAnotherSystem, keyTooNarrow, takesAccessKeys } from './access-key-gate.ts';
import type { SystemInPath } from './call-handlers.ts';

/** The proven caller of a call and the system it acts on. */
export type Proven = { caller: Caller | null; system: SystemInPath | null };

export const bearerPattern = /^Bearer +([A-Za-z0-9._-]{1,8192})$/i;

const judged = new WeakMap<FastifyRequest, Promise<Verdict>>();

/**
 * Verifies the access token of a request once, and returns the same result to every later check of that
 * request.
 */
export function judgeOnce(authority: SessionAuthority, request: FastifyRequest, token: string): Promise<Verdict> {
  const known = judged.get(request);
  if (known !== undefined) return known;
  const verdict = authority.judge(token);
  judged.set(request, verdict);
  return verdict;
}

/**
 * Identifies the caller; null for a public call. Refuses a call with an access key if keys may not make it
 * (ACC-33).
 * @throws ApiError 401 TokenMissing or BadToken, 440 SessionExpired, 403 for an access key, 429 for one that
 * calls too often.
 */
export async function proveCaller(
  authority: SessionAuthority,
  request: FastifyRequest,
  call: Call,
  keyLimit: KeyLimit,
): Promise<Caller | null> {
  const { authorization } = request.headers;
  const token = bearerPattern.exec(authorization ?? '')?.[1];
  const isKey = token !== undefined && isAccessKey(token);
  if (call.access === 'public' && !isKey) return null;
  if (authorization === undefined || authorization === '') throw tokenMissing();
  const problem = keyProblem(authorization, 'Bearer');
  if (problem !== null) throw notAKey(problem);
  if (token === undefined) throw badToken();
  const verdict = await judgeOnce(authority, request, token);
  if (!verdict.ok) throw isKey ? keyEnded() : verdict.reason === 'bad' ? badToken() : sessionExpired();
  if (verdict.value.accessKey !== undefined) {
    await keyLimit.count(verdict.value.accessKey.id, request);
    if (!takesAccessKeys(call)) throw keyTooNarrow();
  }
  return verdict.value;
}

/**
 * Checks that the caller may make the call (ROLE-6; the host checks every call). If `isRepeat` finds that the
 * operation with the caller's id was already done, any member of the system gets its result, even if their
 * role is now too low (CHG-5). With an access key, the caller's role is the lower of their own and Viewer
 * (ACC-33). Returns null for calls of no system.
 * @throws ApiError 403 for a caller who is not a member. If the call is not a repeat: 403 for a role that is
 * too low, 503 for a system that is offline, 409 for an edit in an expired system.
 */
export async function proveAccess(
  authority: SessionAuthority,
  name: CallName,
  caller: Caller,
  mitasId: string,
  isRepeat: () => Promise<boolean>,
): Promise<SystemInPath | null> {
  const call: Call = contract[name];
  if (call.access === 'public' || call.access === 'session') return null;
  if (call.access === 'superuser') {
    if (!(await authority.isSuperuser(caller.userId))) throw roleTooLow();
    return null;
  }
  const { accessKey } = caller;
  if (accessKey !== undefined && accessKey.systemId !== mitasId) throw keyOfAnotherSystem();
  const membership = await authority.membership(caller.userId, mitasId);
  if (membership === null) throw accessKey === undefined ? notAuthorized() : keyEnded();
  const role = accessKey === undefined || !hasRole(membership.role, viewer) ? membership.role : viewer;
  try {
    refuse(name, call, call.access.role, { ...membership, role });
  } catch (refusal) {
    if (!(await isRepeat())) throw refusal;
  }
  return { mitasId, role, timezone: membership.timezone };
}

/**
 * Checks a member's role and the system's state.
 * @throws ApiError if either forbids the call.
 */
function refuse(name: CallName, call: Call, needed: RoleId, { role, state, expiry }: Membership): void {
  if (!hasRole(role, needed)) throw roleTooLow();
  if (state === 'offline' && call.path.startsWith('/api/mitashost/')) throw systemOffline();
  if (isRefusedWhenExpired(name, call)) refuseExpired({ expiry });
}
