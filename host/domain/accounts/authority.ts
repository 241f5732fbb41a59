import type { RoleId } from '#model/entities/role.ts';
import { hasExpired } from '#model/entities/expiry.ts';
import { systemExpired } from '../../platform/api-error.ts';
import type { SystemState } from '#model/entities/system.ts';

/**
 * The person behind a valid access token; `expiresAt` in ms since the epoch. A program has an `accessKey` of
 * one system (ACC-33); it has no session, and its `sessionId` is ''.
 */
export type Caller = { userId: number; sessionId: string; expiresAt: number; accessKey?: { id: number; systemId: string } };

/** A person's role in a system, and the system's state; `expiry` in ms since the epoch. */
export type Membership = { role: RoleId; state: SystemState; timezone: string; expiry: number | null };

/** Identifies callers for HTTP, the websocket hub and ingest. */
export type Authority = {
  /**
   * Returns the caller of an open session. Null for an access key, for a malformed or expired token, and
   * after the session has ended.
   */
  authenticate(accessToken: string): Promise<Caller | null>;
  /**
   * Returns a person's membership of a system, or null if they are not a member or the system does not exist.
   */
  membership(userId: number, mitasId: string): Promise<Membership | null>;
};

/**
 * Refuses edits in a system that has expired (SYS-15). HTTP calls this for each call that
 * contract/expired-systems.ts does not exempt, the hub for each command.
 * @throws ApiError 409 that says what the person can do.
 */
export function refuseExpired({ expiry }: Pick<Membership, 'expiry'>): void {
  if (hasExpired(expiry, Date.now())) throw systemExpired();
}
