import type { RoleId } from '#model/entities/role.ts';
import { hasExpired } from '#model/entities/expiry.ts';
import { systemExpired } from '../../platform/api-error.ts';
import type { SystemState } from '#model/entities/system.ts';

/**
 * Who a valid access token speaks for; `expiresAt` in ms since the epoch. `accessKey` where it is a program
 * with a key of that system (ACC-33): it has no session, and `sessionId` is empty.
 */
export type Caller = { userId: number; sessionId: string; expiresAt: number; accessKey?: { id: number; systemId: string } };

/** A person's standing in a system, and how that system is; `expiry` in ms since the epoch. */
export type Membership = { role: RoleId; state: SystemState; timezone: string; expiry: number | null };

/**
 * What http, the websocket hub and ingest ask about callers: the one place where it is decided who is who.
 */
export type Authority = {
  /**
   * The caller of a live session, or null for a token that is malformed, expired, or of a session that has
   * ended.
   */
  authenticate(accessToken: string): Promise<Caller | null>;
  /** The person's standing in a system, or null where they do not belong to it or it does not exist. */
  membership(userId: number, mitasId: string): Promise<Membership | null>;
};

/**
 * The one place that keeps people from editing a system that has expired (SYS-15): http asks it for each call
 * that contract/expired-systems.ts does not leave open, the hub for each command.
 * @throws ApiError 409 with what the person can do.
 */
export function refuseExpired({ expiry }: Pick<Membership, 'expiry'>): void {
  if (hasExpired(expiry, Date.now())) throw systemExpired();
}
