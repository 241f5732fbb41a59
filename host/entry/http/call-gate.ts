import type { FastifyRequest } from 'fastify';
import { isRefusedWhenExpired } from '#model/contract/expired-systems.ts';
import { contract, type CallName } from '#model/contract/table.ts';
import type { Call } from '#model/contract/call.ts';
import { hasExpired } from '#model/entities/expiry.ts';
import { hasRole } from '#model/entities/role.ts';
import { badToken, notAuthorized, roleTooLow, sessionExpired, systemOffline, tokenMissing } from '../../platform/api-error.ts';
import { type Caller, refuseExpired } from '../../domain/accounts/authority.ts';
import type { SessionAuthority, Verdict } from '../../domain/accounts/session-authority.ts';
import type { SystemInPath } from './call-handlers.ts';

/** Who makes a call and in which system, once it is proven that they may. */
export type Proven = { caller: Caller | null; system: SystemInPath | null };

export const bearerPattern = /^Bearer ([A-Za-z0-9._-]{1,8192})$/i;

const judged = new WeakMap<FastifyRequest, Promise<Verdict>>();

/** What a request's access token proves, judged once for all who ask of that request. */
export function judgeOnce(authority: SessionAuthority, request: FastifyRequest, token: string): Promise<Verdict> {
  const known = judged.get(request);
  if (known !== undefined) return known;
  const verdict = authority.judge(token);
  judged.set(request, verdict);
  return verdict;
}

/** Proves who calls. @throws ApiError 401 TokenMissing or BadToken, 440 SessionExpired. */
export async function proveCaller(authority: SessionAuthority, request: FastifyRequest): Promise<Caller> {
  const { authorization } = request.headers;
  if (authorization === undefined || authorization === '') throw tokenMissing();
  const token = bearerPattern.exec(authorization)?.[1];
  if (token === undefined) throw badToken();
  const verdict = await judgeOnce(authority, request, token);
  if (verdict.ok) return verdict.value;
  throw verdict.reason === 'bad' ? badToken() : sessionExpired();
}

/**
 * Proves that the caller may make the call (ROLE-6; the host enforces it on every one). `isRepeat` tells
 * whether it was done already, under the id that they give it.
 * @throws ApiError 403 for whoever does not belong to the system or whose role is too low; 503 for a system
 * that is offline; 409 for an edit of one that has expired, unless it is a repeat (CHG-5).
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
  const membership = await authority.membership(caller.userId, mitasId);
  if (membership === null) throw notAuthorized();
  if (!hasRole(membership.role, call.access.role)) throw roleTooLow();
  if (membership.state === 'offline' && call.path.startsWith('/api/mitashost/')) throw systemOffline();
  const isOver = hasExpired(membership.expiry, Date.now());
  if (isOver && isRefusedWhenExpired(name, call) && !(await isRepeat())) refuseExpired(membership);
  return { mitasId, role: membership.role, timezone: membership.timezone };
}
