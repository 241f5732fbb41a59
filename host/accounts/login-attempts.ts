import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { tooManyRequests } from '../api-error.ts';
import type { Database } from '../store/database.ts';

export type AttemptKind = 'login' | 'reset' | 'registration';

/** Within how long failures add up, and how many are borne per account and per address (decisions, Account). */
export const attemptLimits = { windowMs: 15 * 60_000, perAccount: 10, perAddress: 100 };

/** An attempt that was let through; tell it how it ended. */
export type Attempt = { succeeded(): Promise<void> };

export type LoginAttempts = {
  /** Counts an attempt before it is judged, so that a burst cannot outrun the count. @throws ApiError 429 with the time to wait. */
  begin(kind: AttemptKind, account: string, address: string): Promise<Attempt>;
};

/**
 * Rate limits by what is stored, so that neither a restart nor a second host process resets them. Names are kept as
 * hashes: people type passwords into the wrong field.
 */
export function createLoginAttempts({ db }: Pick<Database, 'db'>, limits = attemptLimits): LoginAttempts {
  const since = sql<Date>`(now() - ${limits.windowMs} * interval '1 ms')`;

  async function countOne(kind: AttemptKind, subject: string): Promise<{ id: number; failures: number; wait: number }> {
    const { id } = await db.insertInto('login_attempts').values({ kind, subject }).returning('id').executeTakeFirstOrThrow();
    const { failures, wait } = await db
      .selectFrom('login_attempts')
      .select([
        sql<number>`count(*)::int`.as('failures'),
        sql<number>`greatest(1, ceil(extract(epoch from min(at) - ${since})))::int`.as('wait'),
      ])
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .where('succeeded', '=', false)
      .where('at', '>', since)
      .executeTakeFirstOrThrow();
    return { id, failures, wait };
  }

  const remove = (ids: number[]) => db.deleteFrom('login_attempts').where('id', 'in', ids).execute();

  return {
    async begin(kind, account, address) {
      const subjects = [
        { subject: `account ${fold(account)}`, limit: limits.perAccount },
        { subject: `address ${address}`, limit: limits.perAddress },
      ];
      const counted: number[] = [];
      for (const { subject, limit } of subjects) {
        const { id, failures, wait } = await countOne(kind, subject);
        counted.push(id);
        if (failures <= limit) continue;
        // A refused try is not counted, or trying would lengthen the wait for ever.
        await remove(counted);
        throw tooManyRequests(wait);
      }
      return {
        async succeeded() {
          await remove(counted);
          // A person who got in has proven to be the owner: earlier slips are forgotten.
          await db
            .deleteFrom('login_attempts')
            .where('kind', '=', kind)
            .where('subject', '=', `account ${fold(account)}`)
            .execute();
        },
      };
    },
  };
}

function fold(account: string): string {
  return createHash('sha256').update(account.trim().toLowerCase()).digest('base64url');
}
